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

const client = useClient();

const POSTS_OF_U = ['fetch_user_posts_v2', 'u'] as const;

async function postsOf(input: Input = {}): Promise<Json> {
	const { data } = await client.payloadOf(POSTS, { user_id: 'u', ...input });
	const { edges, page_info } = data.user.edge_owner_to_timeline_media;
	const records: Json[] = edges.map(({ node }: Json) => node);
	return { records, ids: records.map(({ id }) => id), next: page_info.end_cursor };
}

/** The ids of so many pages of an image search. */
async function imagePages(pages: number): Promise<string[][]> {
	const { search_id, search_session_id, word_request_id } = await client.payloadOf(IMAGES, {
		keyword: 'cats',
	});
	const ids = { search_id, search_session_id, word_request_id };
	for (let page = 2; page <= pages; page++)
		await client.payloadOf(IMAGES, { keyword: 'cats', page, ...ids });
	return client.emulator.ledger.slice(-pages).map(({ recordIds }) => recordIds);
}

const imagesOf = async () => (await client.payloadOf(IMAGES, { keyword: 'cats' })).data.items;

describe('a list is what a test asks for', () => {
	test('a size in the key, an exact one, one for all', async () => {
		client.emulator.setList('search_images', '*', { size: 3 });
		client.emulator.setList('search_images', 'exact size-9', { size: 2 });
		for (const keyword of ['cats', 'cats size-9', 'exact size-9', 'cats size-0']) {
			await client.payloadOf(IMAGES, { keyword });
		}
		expect(client.emulator.ledger.map((entry) => entry.recordIds.length)).toEqual([3, 9, 2, 0]);
	});

	test('records repeated from the page before', async () => {
		client.emulator.setList('search_images', 'cats', { repeats: 4 });
		const [first, second] = await imagePages(2);
		expect(second!.slice(0, 4)).toEqual(first!.slice(-4));
		expect(new Set([...first!, ...second!]).size).toBe(36);
	});

	test('pages after the end are empty, or repeat the last', async () => {
		expect((await imagePages(4))[3]).toEqual([]);
		client.emulator.configure({ imageEnd: 'repeat' });
		const [, , third, fourth] = await imagePages(4);
		expect(fourth).toEqual(third);
	});

	test('equal ids, though the records differ', async () => {
		client.emulator.setList('search_images', 'cats', { equalIds: true });
		const [one, other] = await imagesOf();
		expect(one.image_info.fileid).toBe(other.image_info.fileid);
		expect(one.note_info.note_id).not.toBe(other.note_info.note_id);
	});

	test('an empty page in the middle, and more for ever with the same cursor', async () => {
		client.emulator.setList(...POSTS_OF_U, { size: 20, emptyPageAt: 2, endless: true });
		const cursors: string[] = [];
		for (let page = 0; page < 5; page++)
			cursors.push((await postsOf(page === 0 ? {} : { end_cursor: cursors.at(-1) })).next);
		expect(client.emulator.ledger.map((entry) => entry.recordIds.length)).toEqual([12, 0, 8, 8, 8]);
		expect(new Set(cursors).size).toBe(2);
	});

	test('all replies at once, some of them missing', async () => {
		client.emulator.configure({ replyTotalMissing: 2 });
		const all = await client.payloadOf(REPLIES, { url: ARTICLE, all_pages: true, offset: 20 });
		expect(all.replies).toHaveLength(53);
		expect(all.reply_total).toBe(55);
		expect(all).not.toHaveProperty('hasmore');
		expect(all).not.toHaveProperty('nextoffset');
	});
});

describe('a list changes as a test says', () => {
	test('posts: new records stand first, the others keep their IDs', async () => {
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

	type Change = Parameters<typeof client.emulator.changeList>[2];
	test.each<[Change, (ids: string[]) => unknown[]]>([
		[{ add: 1, at: 3 }, (ids) => [...ids.slice(0, 3), expect.any(String), ...ids.slice(3, 11)]],
		[{ remove: 1 }, (ids) => [...ids.slice(1), expect.any(String)]],
		[{ remove: 2, at: 3 }, (ids) => [...ids.slice(0, 3), ...ids.slice(5), ...twoMore]],
		[{ swap: [0, 7] }, (ids) => [ids[7], ...ids.slice(1, 7), ids[0], ...ids.slice(8)]],
	])('%j', async (change, expected) => {
		const { ids } = await postsOf();
		client.emulator.changeList(...POSTS_OF_U, change);
		expect((await postsOf()).ids).toEqual(expected(ids));
	});
	const twoMore = [expect.any(String), expect.any(String)];

	test('an edited record has another text, and the old ID', async () => {
		const textOf = ({ caption, edge_media_to_caption: old }: Json) =>
			caption?.text ?? old?.edges[0]?.node.text ?? '';
		const before = await postsOf();
		client.emulator.changeList(...POSTS_OF_U, { edit: 2 });
		const after = await postsOf();
		expect(after.ids).toEqual(before.ids);
		const texts = before.records.map(textOf);
		expect(after.records.map(textOf)).toEqual(texts.with(2, `${texts[2]} (edited 1)`));
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

	test.each([{}, { add: -1 }, { add: 1, remove: 1 }, { swap: [0, 0.5] }, { at: 1 }])(
		'%j is refused',
		(change) => {
			expect(() => client.emulator.changeList(...POSTS_OF_U, change as never)).toThrow(
				/A change is/,
			);
			expect(() => client.emulator.changeList('nothing', 'u', { add: 1 })).toThrow(/Unknown/);
		},
	);

	test('a change of a record that is not there cannot be missed', async () => {
		client.emulator.setList(...POSTS_OF_U, { size: 8 });
		client.emulator.changeList(...POSTS_OF_U, { edit: 8 });
		const { status, text } = await client.call(POSTS, { user_id: 'u' });
		expect(status).toBe(500);
		expect(text).toMatch(/The emulator failed: RangeError.* has no record 8/);
	});
});
