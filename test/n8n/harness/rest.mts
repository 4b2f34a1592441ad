export const OWNER = {
	...{ email: 'owner@example.com', password: 'Data-Access-1' },
	...{ firstName: 'Olivia', lastName: 'Owner' },
};

/** n8n's own interface, the one that its editor uses. */
export class Rest {
	readonly url: string;
	private cookie = '';

	constructor(url: string) {
		this.url = url;
	}

	async setUpOwner(): Promise<void> {
		await this.call('POST', '/rest/owner/setup', OWNER);
	}

	/** One request; gives what stands under `data` in the answer, and throws for a refusal. */
	async call<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.raw(method, path, body);
		const text = await response.text();
		if (!response.ok) {
			throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 1000)}`);
		}
		const answer = JSON.parse(text) as { data: T };
		return answer.data;
	}

	/** One request with the owner's cookie, and n8n's answer whatever it is. */
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
