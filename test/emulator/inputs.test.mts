import { describe, expect, test } from '@jest/globals';

import type { Input } from './client.mts';
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

describe('inputs are checked as documented', () => {
	test.each<[string, Input, ...string[]]>([
		[IMAGES, {}, 'keyword'],
		[IMAGES, { keyword: 5, page: '1' }, 'keyword', 'page'],
		[IMAGES, { keyword: 'a', limit: 5 }, 'limit'],
		[IMAGES, { keyword: 'a', page: 1.5 }, 'page'],
		[SUB_COMMENTS, { note_id: 'n' }, 'comment_id'],
		[SUB_COMMENTS, { comment_id: 'c', cursor: null }, 'cursor'],
		[ANSWERS, { question_id: 'q', order: 'newest' }, 'order'],
		[ANSWERS, { question_id: 12 }, 'question_id'],
		[VIDEOS, { keyword: '' }, 'keyword'],
		[VIDEOS, { keyword: '猫'.repeat(101) }, 'keyword'],
		[VIDEOS, { keyword: 'a', duration: 4 }, 'duration'],
		[VIDEOS, { keyword: 'a', sort: '1' }, 'sort'],
		[VIDEOS, { keyword: 'a', publish_time: 'year', raw: 'true' }, 'publish_time', 'raw'],
		[REPLIES, { url: 'http://article.example/s/one' }, 'url'],
		[REPLIES, { url: 'https://article.example/t/one' }, 'url'],
		[REPLIES, { url: ARTICLE, content_id: '12a' }, 'content_id'],
		[REPLIES, { url: ARTICLE, content_id: 12 }, 'content_id'],
		[POSTS, { user_id: 'u', count: 0 }, 'count'],
		[POSTS, { user_id: 'u', end_cursor: 'made up' }, 'end_cursor'],
	])('%s refuses %j', (endpoint, input, ...fields) =>
		client.expectWrong(endpoint, input, ...fields),
	);

	test.each<[string, Input]>([
		[VIDEOS, { keyword: '😀'.repeat(100), duration: 'long', sort: 2, publish_time: 3 }],
		[SUB_COMMENTS, { comment_id: 'c', note_id: '', share_text: '' }],
		[REPLIES, { url: ARTICLE, content_id: '', offset: 0, all_pages: true, raw: false }],
		[IMAGES, { keyword: 'cats', page: 3, search_id: '' }],
	])('%s takes %j', async (endpoint, input) => {
		await client.payloadOf(endpoint, input);
	});

	test('grouped inputs, and no others, where the deployment wants them', async () => {
		client.emulator.configure({ inputFormat: 'grouped', platformNames: { notes: 'memo' } });
		const endpoint = IMAGES.replace('notes', 'memo');
		await client.payloadOf(endpoint, { queryParams: { keyword: 'cats' } });
		expect(client.emulator.ledger[0]!.input).toEqual({ keyword: 'cats' });
		await client.expectWrong(endpoint, { keyword: 'cats' }, 'keyword');
		await client.expectWrong(VIDEOS, { queryParams: { keyword: 'cats' } }, 'queryParams');
		await client.payloadOf(VIDEOS, { body: { keyword: 'cats' } });
	});
});
