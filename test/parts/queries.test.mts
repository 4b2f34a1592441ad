import { describe, expect, test } from '@jest/globals';

import { eachOperation } from '../harness/operations.mts';
import { queryOf } from './pages.mts';

type Row = [name: string, input: Record<string, unknown>, expected: unknown];

const RECORDS_PER_CALL: Row[] = [
	['search_images', { keyword: 'a', page: 1 }, 20],
	['fetch_question_answers', { limit: 5 }, 5],
	['fetch_question_answers', { limit: 50 }, 50],
	['fetch_user_posts_v2', { count: 12 }, 12],
	['fetch_user_posts_v2', { count: 1 }, 1],
	['get_note_sub_comments', { comment_id: 'c', index: 1 }, undefined],
	['fetch_search_videos', { keyword: 'a', raw: true }, undefined],
	['fetch_comment_replies', { url: 'u', all_pages: false }, undefined],
	['fetch_comment_replies', { url: 'u', all_pages: true }, Infinity],
];

test.each(RECORDS_PER_CALL)('a full page of %s %j holds %p records', (name, input, expected) => {
	expect(queryOf(name).recordsPerCall(input)).toBe(expected);
});

const NEWEST_FIRST: Row[] = [
	['fetch_user_posts_v2', { count: 12 }, true],
	['fetch_question_answers', { order: 'updated' }, true],
	['fetch_question_answers', { order: 'default' }, false],
	['fetch_search_videos', { sort: 'latest' }, true],
	['fetch_search_videos', { sort: 1 }, true],
	['fetch_search_videos', { sort: 'default' }, false],
	['fetch_search_videos', { sort: 0 }, false],
	['fetch_search_videos', { sort: 'hot' }, false],
	['fetch_search_videos', { sort: 2 }, false],
	['search_images', { keyword: 'a' }, false],
	['get_note_sub_comments', { comment_id: 'c' }, false],
	['fetch_comment_replies', { url: 'u' }, false],
];

test.each(NEWEST_FIRST)('%s %j begins with the newest: %p', (name, input, expected) => {
	expect(queryOf(name).newestFirst(input)).toBe(expected);
});

const SORT_TIMES: Array<[name: string, record: object, seconds: number | undefined]> = [
	['fetch_user_posts_v2', { taken_at_timestamp: 1_700_000_000 }, 1_700_000_000],
	['fetch_question_answers', { target: { updated_time: 1_700_000_000 } }, 1_700_000_000],
	['fetch_question_answers', { target: { created_time: 1_700_000_000 } }, undefined],
	['fetch_question_answers', { target: null }, undefined],
	['fetch_search_videos', { pubTime: '1700000000' }, 1_700_000_000],
	['fetch_search_videos', { pubTime: 1_700_000_000_999 }, 1_700_000_000],
	['fetch_search_videos', { pubTime: 'yesterday' }, undefined],
];

test.each(SORT_TIMES)('%s %j was sorted by %p', (name, record, seconds) => {
	expect(queryOf(name).sortTimeOf?.(record as never)).toBe(seconds);
});

test('only a query that can begin with its newest record has sort times', () => {
	const sorted = new Set(SORT_TIMES.map(([name]) => name));
	for (const { name } of eachOperation.map(([, operation]) => operation)) {
		expect(queryOf(name).sortTimeOf !== undefined).toBe(sorted.has(name));
	}
});

const VIEW_INPUTS: Record<string, string[]> = {
	search_images: [],
	get_note_sub_comments: [],
	fetch_question_answers: ['limit'],
	fetch_search_videos: ['raw'],
	fetch_comment_replies: ['raw'],
	fetch_user_posts_v2: ['count'],
};

describe.each(eachOperation)('%s', (_label, { name, input, position }) => {
	const query = queryOf(name);

	test('says which inputs change how its list is sent', () => {
		expect([...(query.viewInputs ?? [])].sort()).toEqual(VIEW_INPUTS[name]);
	});

	test('says which inputs move from page to page', () => {
		expect([...query.positionInputs].sort()).toEqual([...position].sort());
	});

	test('names no input that it does not have', () => {
		const known = Object.keys(query.input);
		expect(known).toEqual(expect.arrayContaining([...query.positionInputs]));
		expect(known).toEqual(expect.arrayContaining([...(query.viewInputs ?? [])]));
		expect(known).toEqual(expect.arrayContaining(Object.keys(input('a'))));
	});

	test('answers for the input of a first page as it is sent', () => {
		const documented = { search_images: 20, fetch_question_answers: 5, fetch_user_posts_v2: 12 };
		expect(query.recordsPerCall(input('a'))).toBe(documented[name as keyof typeof documented]);
		expect(query.newestFirst(input('a'))).toBe(name === 'fetch_user_posts_v2');
	});
});
