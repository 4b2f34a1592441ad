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

const imageIdOf = ({ image_info }: Json) => image_info;
const answerOf = ({ target }: Json) => target;
const postsIn = ({ user }: Json) =>
	user.edge_owner_to_timeline_media.edges.map(({ node }: Json) => node);

describe('lists', () => {
	const idsOn = async (page: number) => {
		const { search_id, search_session_id, word_request_id } = await client.payloadOf(IMAGES, {
			keyword: 'cats',
		});
		const ids = { search_id, search_session_id, word_request_id };
		await client.payloadOf(IMAGES, { keyword: 'cats', page, ...ids });
		return client.emulator.ledger.at(-1)!.recordIds;
	};

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
		const [first, second] = [await idsOn(1), await idsOn(2)];
		expect(second.slice(0, 4)).toEqual(first.slice(-4));
		expect(new Set([...first, ...second]).size).toBe(36);
	});

	test('pages after the end are empty, or repeat the last', async () => {
		expect(await idsOn(4)).toEqual([]);
		client.emulator.configure({ imageEnd: 'repeat' });
		expect(await idsOn(4)).toEqual(await idsOn(3));
	});

	test('equal ids, though the records differ', async () => {
		client.emulator.setList('search_images', 'cats', { equalIds: true });
		const { data } = await client.payloadOf(IMAGES, { keyword: 'cats' });
		const [one, other] = data.items;
		expect(one.image_info.fileid).toBe(other.image_info.fileid);
		expect(one.note_info.note_id).not.toBe(other.note_info.note_id);
	});

	test('one card more without an ID, the same on every page and after the end', async () => {
		client.emulator.setList('search_images', 'cats', { idLess: 'some' });
		const first = await client.payloadOf(IMAGES, { keyword: 'cats' });
		const { search_id, search_session_id, word_request_id } = first;
		const ids = { search_id, search_session_id, word_request_id };
		const cards = [];
		for (const page of [1, 2, 3, 4, 5]) {
			const { data } = await client.payloadOf(IMAGES, { keyword: 'cats', page, ...ids });
			const without = data.items.filter((item: Json) => !('fileid' in item.image_info));
			expect(without).toHaveLength(1);
			cards.push(without[0]);
		}
		expect(new Set(cards.map((card) => JSON.stringify(card))).size).toBe(1);
		const pages = client.emulator.ledger.slice(1);
		expect(pages.map(({ records }) => records)).toEqual([21, 21, 6, 1, 1]);
		expect(pages.map(({ recordIds }) => recordIds.length)).toEqual([20, 20, 5, 0, 0]);
	});

	test.each<[string, string, Input, (payload: Json) => Json[]]>([
		['search_images', IMAGES, { keyword: 'a' }, ({ data }) => data.items.map(imageIdOf)],
		['get_note_sub_comments', SUB_COMMENTS, { comment_id: 'a' }, ({ data }) => data.comments],
		['fetch_question_answers', ANSWERS, { question_id: 'a' }, ({ data }) => data.map(answerOf)],
		['fetch_search_videos', VIDEOS, { keyword: 'a', raw: false }, ({ items }) => items],
		['fetch_comment_replies', REPLIES, { url: ARTICLE }, ({ replies }) => replies],
		['fetch_user_posts_v2', POSTS, { user_id: 'a' }, ({ data }) => postsIn(data)],
	])('no record of %s has an ID', async (operation, endpoint, input, recordsOf) => {
		client.emulator.configure({ cardsRate: 0 });
		const idNames = ['id', 'fileid', 'docID', 'reply_id'];
		const idsIn = (records: Json[]) =>
			records.flatMap((record) => idNames.filter((name) => name in record));
		const withIds = recordsOf(await client.payloadOf(endpoint, input));
		expect(idsIn(withIds)).toHaveLength(withIds.length);
		client.emulator.setList(operation, '*', { idLess: 'all' });
		const without = recordsOf(await client.payloadOf(endpoint, input));
		expect(idsIn(without)).toEqual([]);
		expect(new Set(without.map((record) => JSON.stringify(record))).size).toBe(withIds.length);
		expect(client.emulator.ledger[1]).toMatchObject({ recordIds: [], records: withIds.length });
	});

	test('an empty page in the middle, and more for ever with the same cursor', async () => {
		client.emulator.setList('fetch_user_posts_v2', 'u', {
			size: 20,
			emptyPageAt: 2,
			endless: true,
		});
		const cursors: string[] = [];
		let input: Input = { user_id: 'u' };
		for (let i = 0; i < 5; i++) {
			const { page_info } = (await client.payloadOf(POSTS, input)).data.user
				.edge_owner_to_timeline_media;
			expect(page_info.has_next_page).toBe(true);
			cursors.push(page_info.end_cursor);
			input = { user_id: 'u', end_cursor: page_info.end_cursor };
		}
		expect(client.emulator.ledger.map((entry) => entry.recordIds.length)).toEqual([12, 0, 8, 8, 8]);
		expect(new Set(cursors).size).toBe(2);
		expect(client.emulator.summary().duplicates).toHaveLength(1);
	});

	test('all replies at once, some of them missing', async () => {
		client.emulator.configure({ replyTotalMissing: 2 });
		const all = await client.payloadOf(REPLIES, { url: ARTICLE, all_pages: true, offset: 20 });
		expect(all.replies).toHaveLength(43);
		expect(all.reply_total).toBe(45);
		expect(all).not.toHaveProperty('hasmore');
		expect(all).not.toHaveProperty('nextoffset');
	});

	test('a video search without hits', async () => {
		const none = await client.payloadOf(VIDEOS, { keyword: 'size-0' });
		expect(none).toMatchObject({ results: { data: [] }, total: null, continue_flag: 0 });
		expect(typeof none.no_more).toBe('string');
	});
});
