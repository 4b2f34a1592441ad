import { expect, test } from '@jest/globals';

import { ANSWERS, ARTICLE, IMAGES, POSTS, REPLIES, SUB_COMMENTS, VIDEOS } from './client.mts';
import { useClient } from './client.mts';
import type { Input, Json } from './client.mts';

const client = useClient();

test.each<[string, Input, ...string[]]>([
	[IMAGES, {}, 'keyword'],
	[IMAGES, { keyword: 5, page: '1' }, 'keyword', 'page'],
	[IMAGES, { keyword: 'a', limit: 5 }, 'limit'],
	[IMAGES, { keyword: 'a', page: 1.5 }, 'page'],
	[SUB_COMMENTS, { note_id: 'n' }, 'comment_id'],
	[SUB_COMMENTS, { comment_id: 'c', cursor: null }, 'cursor'],
	[SUB_COMMENTS, { comment_id: 'c', index: 11 }, 'index'],
	[ANSWERS, { question_id: 12, order: 'newest' }, 'question_id', 'order'],
	[VIDEOS, { keyword: '猫'.repeat(101) }, 'keyword'],
	[VIDEOS, { keyword: 'a', duration: 4, sort: '1' }, 'duration', 'sort'],
	[VIDEOS, { keyword: 'a', publish_time: 'year', raw: 'true' }, 'publish_time', 'raw'],
	[REPLIES, { url: 'http://article.example/s/one' }, 'url'],
	[REPLIES, { url: ARTICLE, content_id: '12a' }, 'content_id'],
	[REPLIES, { url: ARTICLE, offset: 20 }, 'content_id'],
	[POSTS, { user_id: 'u', count: 0 }, 'count'],
	[POSTS, { user_id: 'u', end_cursor: 'made up' }, 'end_cursor'],
])('%s refuses %j', (endpoint, input, ...fields) => client.expectWrong(endpoint, input, ...fields));

/** How an answer leads to the next page, and which changes of that position are refused, for which field. */
interface Walk {
	endpoint: string;
	input: Input;
	next(payload: Json, text: string): Input;
	wrong: Array<[change: (next: Input) => Input, field: string]>;
	/** The field that expires; an offset does not. */
	expires?: string;
}

const idsOf = ({ search_id, search_session_id, word_request_id }: Json) => ({
	search_id,
	search_session_id,
	word_request_id,
});

const WALKS: Walk[] = [
	{
		endpoint: IMAGES,
		input: { keyword: 'cats' },
		next: (payload) => ({ page: 2, ...idsOf(payload) }),
		wrong: [
			[(next) => ({ ...next, word_request_id: 'that of a filter' }), 'word_request_id'],
			[() => ({ search_session_id: '' }), 'search_session_id'],
			[() => ({ keyword: 'dogs' }), 'search_id'],
		],
		expires: 'search_id',
	},
	{
		endpoint: SUB_COMMENTS,
		input: { comment_id: 'c', note_id: 'n' },
		next: ({ data }) => data.cursor,
		wrong: [
			[() => ({ index: 1 }), 'index'],
			[({ cursor }) => ({ cursor: `${String(cursor)}=` }), 'cursor'],
			[() => ({ comment_id: 'd' }), 'cursor'],
			[() => ({ note_id: 'm' }), 'note_id'],
		],
		expires: 'cursor',
	},
	{
		endpoint: ANSWERS,
		input: { question_id: 'q', limit: 20 },
		next({ paging }) {
			const query = new URL(paging.next).searchParams;
			const [cursor, session_id] = [query.get('cursor'), query.get('session_id')];
			return { cursor, session_id, offset: Number(query.get('offset')) };
		},
		wrong: [
			[() => ({ offset: 20 }), 'offset'],
			[() => ({ session_id: '' }), 'session_id'],
			[() => ({ order: 'updated' }), 'cursor'],
		],
		expires: 'cursor',
	},
	{
		endpoint: VIDEOS,
		input: { keyword: 'cats', sort: 'hot' },
		next: ({ cursor }) => ({ cursor }),
		wrong: [
			[() => ({ sort: 0 }), 'cursor'],
			[({ cursor }) => ({ cursor: String(cursor).trim() }), 'cursor'],
		],
		expires: 'cursor',
	},
	{
		endpoint: REPLIES,
		input: { url: ARTICLE },
		// From the text, because a JavaScript number would lose digits.
		next: ({ nextoffset }, text) => ({
			offset: nextoffset,
			content_id: /"content_id":(\d+)/.exec(text)![1],
		}),
		wrong: [
			[({ content_id }) => ({ content_id: String(BigInt(Number(content_id))) }), 'content_id'],
			[() => ({ content_id: '' }), 'content_id'],
		],
	},
	{
		endpoint: POSTS,
		input: { user_id: 'u' },
		next: ({ data }) => ({
			end_cursor: data.user.edge_owner_to_timeline_media.page_info.end_cursor,
		}),
		wrong: [[() => ({ user_id: 'v' }), 'end_cursor']],
		expires: 'end_cursor',
	},
];

test.each(WALKS)(
	'$endpoint has a next page only for exactly the values that it sent',
	async ({ endpoint, input, next, wrong, expires }) => {
		const { text, json } = await client.call(endpoint, input);
		const second = { ...input, ...next(json.output, text) };
		await client.payloadOf(endpoint, second);
		for (const [change, field] of wrong) {
			await client.expectWrong(endpoint, { ...second, ...change(second) }, field);
		}
		expect(client.emulator.ledger.map(({ page }) => page).slice(0, 2)).toEqual([1, 2]);
		client.emulator.expirePositions();
		if (expires) await client.expectWrong(endpoint, second, expires);
	},
);

test('only the IDs of the first page of images lead to later pages; without them, a later page is a new search', async () => {
	const first = await client.payloadOf(IMAGES, { keyword: 'cats' });
	const second = await client.payloadOf(IMAGES, { keyword: 'cats', page: 2, ...idsOf(first) });
	await client.payloadOf(IMAGES, { keyword: 'cats', page: 3, ...idsOf(first) });
	const later = { keyword: 'cats', page: 3, ...idsOf(second) };
	await client.expectWrong(IMAGES, later, 'search_id');
	await client.payloadOf(IMAGES, { keyword: 'cats', page: 2 });
	const [, one, , , other] = client.emulator.ledger;
	expect(other!.recordIds).not.toEqual(one!.recordIds);
	expect(client.emulator.summary().duplicates).toEqual([]);
});

test.each([
	['GET', 'ledger'],
	['DELETE', 'ledger'],
	['PATCH', 'settings'],
	['PUT', 'lists'],
	['POST', 'faults'],
	['POST', 'reset'],
])('a page of another origin controls nothing: %s %s', async (method, route) => {
	await client.call(IMAGES, { keyword: 'a' });
	const body = method === 'GET' ? undefined : '{}';
	const from = async (origin: string) =>
		await client.ask(`emulator/${route}`, { method, body, headers: { origin } });
	for (const origin of ['https://elsewhere.example', 'null', 'http://127.0.0.1:9']) {
		expect(await from(origin)).toMatchObject({ status: 403, json: { code: 'forbidden' } });
	}
	expect(client.emulator.ledger).toHaveLength(1);
	expect((await from(client.emulator.url)).status).not.toBe(403);
});

test.each([
	['callsPerSecond', 2],
	['callsPerMinute', 60],
	['callsAtOnce', 1],
] as const)('%s refuses the call beyond it, and says for how long', async (setting, most) => {
	client.emulator.configure({ [setting]: 2, latencyMs: 300 });
	const calls = ['a', 'b', 'c'].map((user_id) => client.call(POSTS, { user_id }));
	const statuses = (await Promise.all(calls)).map(({ status }) => status);
	expect(statuses.toSorted()).toEqual([200, 200, 429]);
	const later = await fetch(`${client.emulator.url}/v1/run`, {
		method: 'POST',
		headers: { authorization: 'Bearer test-key' },
		body: JSON.stringify({
			...{ provider: 'content-provider', endpoint: POSTS },
			input: { user_id: 'd' },
		}),
	});
	const wait = Number(later.headers.get('retry-after'));
	expect(later.status).toBe(setting === 'callsAtOnce' ? 200 : 429);
	expect(wait).toBeLessThanOrEqual(most);
	if (setting === 'callsPerMinute') expect(wait).toBeGreaterThan(58);
});
