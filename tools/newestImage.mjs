// Prints the newest version of n8n that is published as a Docker image, including early access: npm does not have
// n8n 3. DOCKER_REGISTRY names a registry other than Docker's.
const { DOCKER_REGISTRY: registry = 'https://registry-1.docker.io' } = process.env;
const repository = 'n8nio/n8n';

async function get(url, headers = {}) {
	const response = await fetch(url, { headers });
	if (response.ok || response.status === 401) return response;
	throw new Error(`${url}: ${response.status} ${await response.text()}`);
}

/** Returns the headers with a token. The registry requires one even if no account is needed. */
async function authorizationFor(unauthorized) {
	const challenge = Object.fromEntries(
		[...(unauthorized.headers.get('www-authenticate') ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(
			([, name, value]) => [name, value],
		),
	);
	const query = new URLSearchParams({ service: challenge.service, scope: challenge.scope });
	const { token } = await (await get(`${challenge.realm}?${query}`)).json();
	return { authorization: `Bearer ${token}` };
}

const versions = [];
let headers = {};
for (let url = `${registry}/v2/${repository}/tags/list?n=1000`; url;) {
	let response = await get(url, headers);
	if (response.status === 401) {
		headers = await authorizationFor(response);
		response = await get(url, headers);
	}
	const { tags } = await response.json();
	versions.push(...tags.filter((tag) => /^\d+\.\d+\.\d+$/.test(tag)));
	const [, next] = /<([^>]+)>; *rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
	url = next && new URL(next, url).href;
}
if (versions.length === 0) throw new Error(`${registry} lists no version of ${repository}`);
console.log(versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1));
