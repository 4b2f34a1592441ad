import { describe, expect, test } from '@jest/globals';

import { startEmulator } from '../../emulator/emulator.mts';
import type { Input, Json } from './client.mts';
import {
	ANSWERS,
	ARTICLE,
	COMMENTS,
	IMAGES,
	POSTS,
	REPLIES,
	SUB_COMMENTS,
	VIDEOS,
	clientOf,
	useClient,
} from './client.mts';

const client = useClient();

const imageIds = ({ search_id, search_session_id, word_request_id }: Json) => ({
	search_id,
	search_session_id,
	word_request_id,
});

const endCursor = ({ data }: Json) => ({
	end_cursor: data.user.edge_owner_to_timeline_media.page_info.end_cursor,
});

function queryOf({ paging }: Json): Input {
	const query = new URL(paging.next).searchParams;
	const [cursor, session_id] = [query.get('cursor'), query.get('session_id')];
	return { cursor, session_id, offset: Number(query.get('offset')) };
}

describe('a next page only where the values are exactly those that were given', () => {
	test('images: the ids of the first page, all three', async () => {
		const first = await client.payloadOf(IMAGES, { keyword: 'cats' });
		const ids = imageIds(first);
		const { search_id } = ids;
		const second = await client.payloadOf(IMAGES, { keyword: 'cats', page: 2, ...ids });
		expect(second.search_id).not.toBe(search_id);
		await client.payloadOf(IMAGES, { keyword: 'cats', page: 3, ...ids });
		const later = { ...ids, search_id: second.search_id };
		await client.expectWrong(IMAGES, { keyword: 'cats', page: 3, ...later }, 'search_id');
		const decoy = { ...ids, word_request_id: first.data.filter_items[0].word_request_id };
		await client.expectWrong(IMAGES, { keyword: 'cats', page: 2, ...decoy }, 'word_request_id');
		await client.expectWrong(IMAGES, { keyword: 'cats', page: 2, search_id }, 'search_session_id');
		await client.expectWrong(IMAGES, { keyword: 'dogs', page: 2, ...ids }, 'search_id');
		expect(client.emulator.summary()).toMatchObject({ calls: 7, charged: 0.045, duplicates: [] });
	});

	test('images: a later page without ids is another search', async () => {
		const other = await client.payloadOf(IMAGES, { keyword: 'cats', page: 2 });
		await client.payloadOf(IMAGES, { keyword: 'cats', page: 3, ...imageIds(other) });
		const first = await client.payloadOf(IMAGES, { keyword: 'cats' });
		const { ledger } = client.emulator;
		expect(ledger.map((entry) => entry.recordIds.length)).toEqual([20, 15, 20]);
		expect(ledger[0]!.recordIds).not.toContain(first.data.items[19].image_info.fileid);
		client.emulator.configure({ startWithoutCursor: 'refused' });
		await client.expectWrong(IMAGES, { keyword: 'cats', page: 2 }, 'search_id');
	});

	test('sub-comments: cursor and index', async () => {
		const input = { comment_id: 'c', note_id: 'n' };
		const { cursor, index } = (await client.payloadOf(SUB_COMMENTS, input)).data.cursor;
		await client.payloadOf(SUB_COMMENTS, { ...input, cursor, index });
		await client.expectWrong(SUB_COMMENTS, { ...input, cursor }, 'index');
		await client.expectWrong(SUB_COMMENTS, { ...input, index }, 'index');
		await client.expectWrong(SUB_COMMENTS, { ...input, cursor: `${cursor}=`, index }, 'cursor');
		await client.expectWrong(SUB_COMMENTS, { comment_id: 'd', cursor, index }, 'cursor');
	});

	test.each([
		['jsonString', true],
		['plain', true],
		['plain', false],
	] as const)('sub-comments: the cursor as %s, index beside it: %s', async (cursorForm, beside) => {
		client.emulator.configure({ cursorForm, indexBeside: beside });
		const { data } = await client.payloadOf(SUB_COMMENTS, { comment_id: 'c' });
		expect(typeof data.cursor).toBe('string');
		const next =
			cursorForm === 'jsonString'
				? JSON.parse(data.cursor)
				: { cursor: data.cursor, index: data.index ?? 1 };
		expect('index' in data).toBe(cursorForm === 'plain' && beside);
		await client.payloadOf(SUB_COMMENTS, { comment_id: 'c', ...next });
	});

	test('answers: the query of paging.next, with the own limit', async () => {
		const own = { question_id: 'q', limit: 20 };
		const next = queryOf(await client.payloadOf(ANSWERS, own));
		await client.payloadOf(ANSWERS, { ...own, ...next });
		await client.expectWrong(ANSWERS, { ...own, ...next, limit: 5 }, 'limit');
		await client.expectWrong(ANSWERS, { ...own, ...next, offset: 20 }, 'offset');
		await client.expectWrong(ANSWERS, { ...own, ...next, session_id: '' }, 'session_id');
		await client.expectWrong(ANSWERS, { ...own, ...next, order: 'updated' }, 'cursor');
	});

	test('videos: the cursor word for word, with the same filters', async () => {
		const { cursor } = await client.payloadOf(VIDEOS, { keyword: 'cats', sort: 'hot' });
		await client.payloadOf(VIDEOS, { keyword: 'cats', sort: 2, cursor });
		await client.expectWrong(VIDEOS, { keyword: 'cats', cursor }, 'cursor');
		await client.expectWrong(VIDEOS, { keyword: 'cats', sort: 2, cursor: cursor.trim() }, 'cursor');
		await client.expectWrong(VIDEOS, { keyword: 'cats', sort: 2, cursor, raw: false }, 'raw');
	});

	test('replies: the offset, with the content_id of the first page to the last digit', async () => {
		const { text, json } = await client.call(REPLIES, { url: ARTICLE });
		const offset = json.output.nextoffset;
		const exact = /"content_id":(\d+)/.exec(text)![1]!;
		expect(String(json.output.content_id)).not.toBe(exact);
		await client.payloadOf(REPLIES, { url: ARTICLE, content_id: exact, offset });
		const rounded = BigInt(json.output.content_id).toString();
		await client.expectWrong(REPLIES, { url: ARTICLE, content_id: rounded, offset }, 'content_id');
		await client.expectWrong(REPLIES, { url: ARTICLE, offset }, 'content_id');
	});

	test('posts: the cursor, with the same count, also in another emulator of the same seed', async () => {
		const next = endCursor(await client.payloadOf(POSTS, { user_id: 'u' }));
		await client.payloadOf(POSTS, { user_id: 'u', ...next, count: 12 });
		await client.expectWrong(POSTS, { user_id: 'u', ...next, count: 20 }, 'count');
		const other = await startEmulator();
		try {
			await clientOf(other).payloadOf(POSTS, { user_id: 'u', ...next });
		} finally {
			await other.close();
		}
	});
});

test('the contentid of each comment leads to its own replies', async () => {
	const { text, json } = await client.call(COMMENTS, { url: ARTICLE });
	const contentIds = [...text.matchAll(/"contentid":(\d+)/g)].map(([, digits]) => digits!);
	expect(contentIds).toEqual(client.emulator.ledger[0]!.recordIds);
	client.emulator.setList('fetch_comment_replies', contentIds[1]!, { size: 3 });
	for (const content_id of contentIds.slice(0, 3))
		await client.payloadOf(REPLIES, { url: ARTICLE, content_id, all_pages: true });
	const replies = client.emulator.ledger.slice(1).flatMap(({ recordIds }) => recordIds);
	expect(new Set(replies).size).toBe(55 + 3 + 55);
	// One that has lost digits leads nowhere.
	const content_id = BigInt(json.output.comments[0].contentid).toString();
	await client.expectWrong(REPLIES, { url: ARTICLE, content_id }, 'content_id');
});

test.each<[string, string, Input, (payload: Json) => Input, string]>([
	['images', IMAGES, { keyword: 'a' }, (page) => ({ page: 2, ...imageIds(page) }), 'search_id'],
	['sub-comments', SUB_COMMENTS, { comment_id: 'c' }, ({ data }) => data.cursor, 'cursor'],
	['answers', ANSWERS, { question_id: 'q' }, queryOf, 'cursor'],
	['videos', VIDEOS, { keyword: 'cats' }, ({ cursor }) => ({ cursor }), 'cursor'],
	['posts', POSTS, { user_id: 'u' }, endCursor, 'end_cursor'],
])('a position of %s may expire', async (_label, endpoint, input, nextOf, field) => {
	const next = { ...input, ...nextOf(await client.payloadOf(endpoint, input)) };
	await client.payloadOf(endpoint, next);
	client.emulator.expirePositions();
	await client.expectWrong(endpoint, next, field);
	const fresh = { ...input, ...nextOf(await client.payloadOf(endpoint, input)) };
	await client.payloadOf(endpoint, fresh);
});
