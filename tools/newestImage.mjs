// The newest version of n8n that is published as a Docker image, early access included: npm has none of n8n 3.
// DOCKER_REGISTRY is another registry than Docker's own.
const { DOCKER_REGISTRY: registry = 'https://registry-1.docker.io' } = process.env;
const repository = 'n8nio/n8n';

async function get(url, headers = {}) {
	const answer = await fetch(url, { headers });
	if (answer.ok || answer.status === 401) return answer;
	throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
}

/** What the registry asks everybody for, also where no account is needed. */
async function tokenFor(refusal) {
	const asked = Object.fromEntries(
		[...(refusal.headers.get('www-authenticate') ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(
			([, name, value]) => [name, value],
		),
	);
	const query = new URLSearchParams({ service: asked.service, scope: asked.scope });
	const { token } = await (await get(`${asked.realm}?${query}`)).json();
	return { authorization: `Bearer ${token}` };
}

const versions = [];
let headers = {};
for (let url = `${registry}/v2/${repository}/tags/list?n=1000`; url;) {
	let answer = await get(url, headers);
	if (answer.status === 401) {
		headers = await tokenFor(answer);
		answer = await get(url, headers);
	}
	const { tags } = await answer.json();
	versions.push(...tags.filter((tag) => /^\d+\.\d+\.\d+$/.test(tag)));
	const [, next] = /<([^>]+)>; *rel="next"/.exec(answer.headers.get('link') ?? '') ?? [];
	url = next && new URL(next, url).href;
}
if (versions.length === 0) throw new Error(`${registry} names no version of ${repository}`);
console.log(versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1));
