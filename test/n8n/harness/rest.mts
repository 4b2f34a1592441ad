export const OWNER = {
	...{ email: 'owner@example.com', password: 'Data-Access-1' },
	...{ firstName: 'Olivia', lastName: 'Owner' },
};

/** The internal API of n8n, which its editor uses. */
export class Rest {
	readonly url: string;
	private cookie = '';

	constructor(url: string) {
		this.url = url;
	}

	async setUpOwner(): Promise<void> {
		await this.call('POST', '/rest/owner/setup', OWNER);
	}

	/** Sends a request, and returns `data` of the answer. Throws if n8n refuses it. */
	async call<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.raw(method, path, body);
		const text = await response.text();
		if (!response.ok) {
			throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 1000)}`);
		}
		const answer = JSON.parse(text) as { data: T };
		return answer.data;
	}

	/** Sends a request with the owner's cookie, and returns any answer. */
	async raw(method: string, path: string, body?: unknown): Promise<Response> {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...(this.cookie ? { cookie: this.cookie } : {}),
			},
			body: body === undefined ? null : JSON.stringify(body),
		});
		const cookies = response.headers.getSetCookie();
		const session = cookies.find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.cookie = session.split(';')[0] ?? '';
		return response;
	}
}
