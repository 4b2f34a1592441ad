import { expect, test } from '@jest/globals';

import { parseJson } from '../../nodes/DataAccess/shared/json.ts';
import { eachOperation, getAnswers, getCommentReplies } from '../harness/operations.mts';
import { getSubComments, searchVideos } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { queryOf } from '../parts/pages.mts';
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

/** Requests the first page of a list, and returns the input that leads to the second one. */
async function secondOf({ name, endpoint, input }: OperationCase): Promise<Input> {
	const first = input('cats');
	const { text } = await client.call(endpoint, first);
	const { output } = parseJson(text) as { output: object };
	return { ...first, ...queryOf(name).readPage(output, first).nextInputs };
}

test.each(eachOperation)(
	'%s: a next page needs exactly the texts that were sent, for the same list, before they expire',
	async (_label, operation) => {
		const { endpoint, input, position } = operation;
		const second = await secondOf(operation);
		await client.payloadOf(endpoint, second);
		expect(client.emulator.ledger.map(({ page }) => page)).toEqual([1, 2]);
		// A content ID names another list instead of another page.
		const isBound = (name: string) => name !== 'content_id' && typeof second[name] === 'string';
		const texts = position.filter(isBound);
		for (const name of texts) {
			await client.expectWrong(endpoint, { ...second, [name]: `${second[name]}1` }, name);
		}
		const [first] = texts;
		if (first === undefined) return;
		const next = Object.fromEntries(position.map((name) => [name, second[name]]));
		await client.expectWrong(endpoint, { ...input('dogs'), ...next }, first);
		client.emulator.expirePositions();
		await client.expectWrong(endpoint, second, first);
	},
);

const OTHERS: Array<[OperationCase, field: string, change: (next: Input) => Input]> = [
	[getSubComments, 'index', () => ({ index: 1 })],
	[getSubComments, 'note_id', () => ({ note_id: 'm' })],
	[getAnswers, 'offset', () => ({ offset: 20 })],
	[getAnswers, 'cursor', () => ({ order: 'updated' })],
	[searchVideos, 'cursor', () => ({ sort: 'hot' })],
	[searchVideos, 'cursor', ({ cursor }) => ({ cursor: String(cursor).trim() })],
	[getCommentReplies, 'content_id', () => ({ content_id: '' })],
	// A JavaScript number would have lost digits.
	[
		getCommentReplies,
		'content_id',
		({ content_id: id }) => ({ content_id: String(BigInt(Number(id))) }),
	],
];

test.each(OTHERS.map(([operation, ...row]) => [operation.label, ...row, operation] as const))(
	'%s: a next page with a wrong %s is refused',
	async (_label, field, change, operation) => {
		const second = await secondOf(operation);
		await client.expectWrong(operation.endpoint, { ...second, ...change(second) }, field);
	},
);

const idsOf = ({ search_id, search_session_id, word_request_id }: Json) => ({
	search_id,
	search_session_id,
	word_request_id,
});

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
	const later = await client.call(POSTS, { user_id: 'd' });
	const wait = Number(later.headers.get('retry-after'));
	expect(later.status).toBe(setting === 'callsAtOnce' ? 200 : 429);
	expect(wait).toBeLessThanOrEqual(most);
	if (setting === 'callsPerMinute') expect(wait).toBeGreaterThan(58);
});
