import { expect, test } from '@jest/globals';

import type { ListChange } from '../../emulator/emulator.mts';
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
import type { Input, Json } from './client.mts';

const client = useClient();

const POSTS_OF_U = ['fetch_user_posts_v2', 'u'] as const;

async function postsOf(input: Input = {}): Promise<Json> {
	const { data } = await client.payloadOf(POSTS, { user_id: 'u', ...input });
	const { edges, page_info } = data.user.edge_owner_to_timeline_media;
	const records: Json[] = edges.map(({ node }: Json) => node);
	return { records, ids: records.map(({ id }) => id), next: page_info.end_cursor };
}

test('an empty page in the middle, and more for ever with the same cursor', async () => {
	client.emulator.setList(...POSTS_OF_U, { size: 20, emptyPageAt: 2, endless: true });
	const cursors: string[] = [];
	for (let page = 0; page < 5; page++)
		cursors.push((await postsOf(page === 0 ? {} : { end_cursor: cursors.at(-1) })).next);
	expect(client.emulator.ledger.map((entry) => entry.recordIds.length)).toEqual([12, 0, 8, 8, 8]);
	expect(new Set(cursors).size).toBe(2);
});

test('new records stand first where the newest do, with their times', async () => {
	const before = await postsOf();
	client.emulator.changeList(...POSTS_OF_U, { add: 2 });
	client.emulator.changeList(...POSTS_OF_U, { add: 1 });
	const after = await postsOf();
	expect(after.ids.slice(3)).toEqual(before.ids.slice(0, 9));
	expect(new Set(after.ids).size).toBe(12);
	const times = after.records.map(({ taken_at_timestamp: time }: Json) => time);
	expect(times).toEqual([...times].sort((one, other) => other - one));
});

test.each<[string, string, Input]>([
	['search_images', IMAGES, { keyword: 'u' }],
	['get_note_sub_comments', SUB_COMMENTS, { comment_id: 'u' }],
	['fetch_question_answers', ANSWERS, { question_id: 'u', limit: 20 }],
	['fetch_search_videos', VIDEOS, { keyword: 'u' }],
	['fetch_comment_replies', REPLIES, { url: ARTICLE }],
])('%s: new records stand anywhere among the old', async (operation, endpoint, input) => {
	client.emulator.setList(operation, '*', { size: 7 });
	await client.payloadOf(endpoint, input);
	client.emulator.changeList(operation, '*', { add: 3 });
	await client.payloadOf(endpoint, input);
	const [before, after] = client.emulator.ledger.map(({ recordIds }) => recordIds);
	expect(after).toHaveLength(10);
	expect(after!.filter((id) => before!.includes(id))).toEqual(before);
});

const fresh = expect.any(String);

test.each<[ListChange, (ids: string[]) => unknown[]]>([
	[{ add: 1, at: 3 }, (ids) => [...ids.slice(0, 3), fresh, ...ids.slice(3, 11)]],
	[{ remove: 1 }, (ids) => [...ids.slice(1), fresh]],
	[{ remove: 2, at: 3 }, (ids) => [...ids.slice(0, 3), ...ids.slice(5), fresh, fresh]],
	[{ swap: [0, 7] }, (ids) => [ids[7], ...ids.slice(1, 7), ids[0], ...ids.slice(8)]],
	[{ edit: 2 }, (ids) => ids],
])('%j', async (change, expected) => {
	const before = await postsOf();
	client.emulator.changeList(...POSTS_OF_U, change);
	const after = await postsOf();
	expect(after.ids).toEqual(expected(before.ids));
	expect(JSON.stringify(after.records).includes('(edited 1)')).toBe('edit' in change);
});

test('a walk by cursors goes on through the list of its beginning, one by offsets does not', async () => {
	client.emulator.setList(...POSTS_OF_U, { size: 20 });
	const first = await postsOf();
	client.emulator.changeList(...POSTS_OF_U, { add: 5 });
	const second = await postsOf({ end_cursor: first.next });
	expect(new Set([...first.ids, ...second.ids]).size).toBe(20);

	const { nextoffset } = await client.payloadOf(REPLIES, { url: ARTICLE });
	const content_id = client.emulator.ledger.at(-1)!.key;
	client.emulator.changeList('fetch_comment_replies', ARTICLE, { add: 5, at: 0 });
	await client.payloadOf(REPLIES, { url: ARTICLE, content_id, offset: nextoffset });
	const [before, after] = client.emulator.ledger.slice(-2).map(({ recordIds }) => recordIds);
	expect(after!.slice(0, 5)).toEqual(before!.slice(-5));
});

test('a change that is none, or of a record that is not there, cannot be missed', async () => {
	for (const change of [{}, { add: -1 }, { add: 1, remove: 1 }, { swap: [0, 0.5] }, { at: 1 }])
		expect(() => client.emulator.changeList(...POSTS_OF_U, change as never)).toThrow(/A change is/);
	expect(() => client.emulator.changeList('nothing', 'u', { add: 1 })).toThrow(/Unknown/);
	client.emulator.setList(...POSTS_OF_U, { size: 8 });
	client.emulator.changeList(...POSTS_OF_U, { edit: 8 });
	const { text } = await client.call(POSTS, { user_id: 'u' });
	expect(text).toMatch(/The emulator failed: RangeError.* has no record 8/);
});
