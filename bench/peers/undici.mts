import { request } from 'undici';

import type { Ask } from '../harness/ask.mts';
import { ENDPOINT } from '../harness/gateway.mts';
import type { Gateway } from '../harness/gateway.mts';

/**
 * The minimum for the same calls in Node.js, without n8n: undici requests one page after the other, and
 * each is parsed and kept.
 */
export async function askByUndici(
	{ pageSize }: Ask,
	{ url, key, provider }: Gateway,
	users: readonly string[],
): Promise<object[]> {
	const records: object[] = [];
	for (const user_id of users) {
		let cursor: string | undefined;
		do {
			const input = { user_id, count: pageSize, ...(cursor && { end_cursor: cursor }) };
			const { body } = await request(`${url}/v1/run`, {
				method: 'POST',
				headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
				body: JSON.stringify({ provider, endpoint: ENDPOINT, input }),
			});
			const { output } = (await body.json()) as {
				output: { data: { user: { edge_owner_to_timeline_media: any } } };
			};
			const { edges, page_info } = output.data.user.edge_owner_to_timeline_media;
			for (const { node } of edges) records.push({ json: node });
			cursor = page_info.has_next_page ? page_info.end_cursor : undefined;
		} while (cursor);
	}
	return records;
}
