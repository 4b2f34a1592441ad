import { describe, expect, test } from '@jest/globals';

import type { Input, Json } from './client.mts';
import {
	ANSWERS,
	ARTICLE,
	IMAGES,
	POSTS,
	REPLIES,
	SUB_COMMENTS,
	VIDEOS,
	useClient,
} from './client.mts';

const client = useClient({ settings: { size: 8 } });

const POSTS_OF_U = ['fetch_user_posts_v2', 'u'] as const;

async function postsOf(input: Input = {}): Promise<Json> {
	const { data } = await client.payloadOf(POSTS, { user_id: 'u', ...input });
	const { edges, page_info } = data.user.edge_owner_to_timeline_media;
	const records: Json[] = edges.map(({ node }: Json) => node);
	return { records, ids: records.map(({ id }) => id), next: page_info.end_cursor };
}

describe('a list that is newest first', () => {
	test('new records stand first, the others keep their IDs', async () => {
		const before = await postsOf();
		client.emulator.changeList(...POSTS_OF_U, { add: 2 });
		client.emulator.changeList(...POSTS_OF_U, { add: 1 });
		const after = await postsOf();
		expect(after.ids.slice(3)).toEqual(before.ids);
		expect(new Set(after.ids).size).toBe(11);
		client.emulator.changeList(...POSTS_OF_U, { add: 1 });
		expect((await postsOf()).ids.slice(1)).toEqual(after.ids);
	});

	test.each<[string, string, Input, (payload: Json) => number[]]>([
		[
			'posts',
			POSTS,
			{ user_id: 'u' },
			({ data }) =>
				data.user.edge_owner_to_timeline_media.edges.map(
					({ node }: Json) => node.taken_at_timestamp,
				),
		],
		[
			'answers by time',
			ANSWERS,
			{ question_id: 'u', order: 'updated', limit: 20 },
			({ data }) =>
				data.flatMap(({ target_type, target }: Json) =>
					target_type === 'answer' ? [target.created_time] : [],
				),
		],
		[
			'the latest videos',
			VIDEOS,
			{ keyword: 'u', sort: 'latest', raw: false },
			({ items }) => items.map(({ pubTime }: Json) => pubTime).filter(Number.isInteger),
		],
	])('the times fall from record to record: %s', async (_label, endpoint, input, timesOf) => {
		for (const operation of [
			'fetch_user_posts_v2',
			'fetch_question_answers',
			'fetch_search_videos',
		])
			client.emulator.changeList(operation, 'u', { add: 2 });
		const times = timesOf(await client.payloadOf(endpoint, input));
		expect(times.length).toBeGreaterThan(5);
		expect(times).toEqual([...times].sort((one, other) => other - one));
	});
});

test.each<[string, string, Input]>([
	['search_images', IMAGES, { keyword: 'u' }],
	['get_note_sub_comments', SUB_COMMENTS, { comment_id: 'u' }],
	['fetch_question_answers', ANSWERS, { question_id: 'u', limit: 20 }],
	['fetch_search_videos', VIDEOS, { keyword: 'u' }],
	['fetch_comment_replies', REPLIES, { url: ARTICLE }],
])('new records of %s stand anywhere among the old, in the old order', async (...row) => {
	const [operation, endpoint, input] = row;
	client.emulator.setList(operation, '*', { size: 7 });
	await client.payloadOf(endpoint, input);
	client.emulator.changeList(operation, '*', { add: 3 });
	await client.payloadOf(endpoint, input);
	const [before, after] = client.emulator.ledger.map(({ recordIds }) => recordIds);
	expect(after).toHaveLength(10);
	expect(after!.filter((id) => before!.includes(id))).toEqual(before);
});

test('new records stand where the change says', async () => {
	const before = await postsOf();
	client.emulator.changeList(...POSTS_OF_U, { add: 1, at: 3 });
	const after = await postsOf();
	expect([...after.ids.slice(0, 3), ...after.ids.slice(4)]).toEqual(before.ids);
});

test('the newest record is deleted, or others', async () => {
	const { ids } = await postsOf();
	client.emulator.changeList(...POSTS_OF_U, { remove: 1 });
	expect((await postsOf()).ids).toEqual(ids.slice(1));
	client.emulator.changeList(...POSTS_OF_U, { remove: 2, at: 3 });
	expect((await postsOf()).ids).toEqual([...ids.slice(1, 4), ...ids.slice(6)]);
});

test('an edited record has another text, and the old ID', async () => {
	const textOf = ({ caption, edge_media_to_caption: old }: Json) =>
		caption?.text ?? old?.edges[0]?.node.text ?? '';
	const before = await postsOf();
	client.emulator.changeList(...POSTS_OF_U, { edit: 2 });
	client.emulator.changeList(...POSTS_OF_U, { add: 1 });
	const after = await postsOf();
	expect(after.ids.slice(1)).toEqual(before.ids);
	const texts = (page: Json) => page.records.map(textOf);
	expect(texts(after)[3]).toBe(`${texts(before)[2]} (edited 1)`);
	expect(texts(after).filter((text: string) => text.includes('edited'))).toHaveLength(1);
});

test('two records change places', async () => {
	const { ids } = await postsOf();
	client.emulator.changeList(...POSTS_OF_U, { swap: [0, 7] });
	expect((await postsOf()).ids).toEqual([ids[7], ...ids.slice(1, 7), ids[0]]);
});

test('a walk by cursors goes on through the list of its beginning', async () => {
	client.emulator.setList(...POSTS_OF_U, { size: 20 });
	const first = await postsOf();
	client.emulator.changeList(...POSTS_OF_U, { add: 5 });
	const second = await postsOf({ end_cursor: first.next });
	expect(new Set([...first.ids, ...second.ids]).size).toBe(20);
	const again = await postsOf();
	expect(again.ids.slice(5)).toEqual(first.ids.slice(0, 7));
	expect(client.emulator.summary().duplicates).toEqual([]);
});

test('offsets count in the list as it is', async () => {
	client.emulator.setList('fetch_comment_replies', ARTICLE, { size: 25 });
	const { nextoffset } = await client.payloadOf(REPLIES, { url: ARTICLE });
	const content_id = client.emulator.ledger[0]!.key;
	client.emulator.changeList('fetch_comment_replies', ARTICLE, { add: 5, at: 0 });
	await client.payloadOf(REPLIES, { url: ARTICLE, content_id, offset: nextoffset });
	const [first, second] = client.emulator.ledger.map(({ recordIds }) => recordIds);
	expect(second!.slice(0, 5)).toEqual(first!.slice(-5));
});

test('a change of another list leaves a list alone, and a reset undoes it', async () => {
	const before = await postsOf();
	client.emulator.changeList('fetch_user_posts_v2', 'v', { add: 1 });
	expect((await postsOf()).ids).toEqual(before.ids);
	client.emulator.changeList('fetch_user_posts_v2', '*', { add: 1 });
	expect((await postsOf()).ids).toHaveLength(9);
	client.emulator.reset();
	expect((await postsOf()).ids).toEqual(before.ids);
});

test.each([
	{},
	{ add: -1 },
	{ add: [] },
	{ swap: 1 },
	{ add: 1, remove: 1 },
	{ edit: 'x' },
	{ swap: [0, 0.5] },
	{ at: 1 },
])('%j is no change', (change) => {
	expect(() => client.emulator.changeList(...POSTS_OF_U, change as never)).toThrow(/A change is/);
	expect(() => client.emulator.changeList('nothing', 'u', { add: 1 })).toThrow(/Unknown/);
});

test('a place without a record is a mistake that cannot be missed', async () => {
	client.emulator.changeList(...POSTS_OF_U, { edit: 8 });
	const { status, text } = await client.call(POSTS, { user_id: 'u' });
	expect(status).toBe(500);
	expect(text).toMatch(/The emulator failed: RangeError.* has no record 8/);
});
