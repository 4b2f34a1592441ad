import { describe, expect, test } from '@jest/globals';

import type * as idsModule from '../../nodes/DataAccess/operations/parts/ids.ts';
import { built } from '../harness/built.mts';
import { queryOf } from './pages.mts';

const { linksIn, segmentsOf } = built<typeof idsModule>('operations/parts/ids');

test.each([
	['https://a.example/b/c', ['b', 'c']],
	['HTTP://a.example/b', ['b']],
	['https://a.example/b/?c=/d#/e', ['b', '']],
	['https://a.example/b#/c?d', ['b']],
	['https://a.example', []],
	['https://a.example:8080/b', ['b']],
	['a.example/b', ['b']],
	['www.a.example/b/c?d', ['b', 'c']],
	['看这个 https://a.example/b/1 很好', ['b', '1']],
	['看这个https://a.example/b/1，很好', ['b', '1']],
	['Look: https://a.example/b\nhttps://a.example/c', ['b']],
	['a/b', undefined],
	['/b/c', undefined],
	['a.example', undefined],
	['see a.example/b', undefined],
	['12', undefined],
	['', undefined],
])('the path of %j', (text, segments) => {
	const [link] = linksIn(text);
	expect(link && segmentsOf(link)).toEqual(segments);
});

type Row = [text: string, id: string | undefined];

/** What a field reads; undefined where it refuses. */
function expectReading(operation: Parameters<typeof queryOf>[0], field: string, row: Row): void {
	const { data, success } = queryOf(operation).input.shape[field]!.safeParse(row[0]);
	expect(success ? data : undefined).toBe(row[1]);
}

describe('the ID of a question', () => {
	const rows: Row[] = [
		['19551577', '19551577'],
		[' 19551577 ', '19551577'],
		['some-id', 'some-id'],
		['https://qa.example/question/19551577', '19551577'],
		['https://qa.example/question/19551577/', '19551577'],
		['https://qa.example/question/19551577/answer/41182404881', '19551577'],
		['https://www.qa.example/question/19551577?share_code=1#comments', '19551577'],
		['https://qa.example/api/v4/questions/19551577/feeds?limit=5', '19551577'],
		['qa.example/question/19551577', '19551577'],
		['How do I begin? - QA https://qa.example/question/19551577', '19551577'],
		['如何开始？https://qa.example/question/19551577，来自问答', '19551577'],
		['(https://qa.example/question/19551577).', '19551577'],
		// Nothing of these says which question is meant.
		['https://qa.example/answer/41182404881', undefined],
		['https://qa.example/p/19551577', undefined],
		['https://qa.example/question/', undefined],
		['https://qa.example/question/abc', undefined],
		['https://qa.example/question/19551577a', undefined],
		['https://qa.example/question/how-19551577', undefined],
		['https://qa.example/question/19551577%2F1', undefined],
		['https://qa.example/?to=/question/19551577', undefined],
		['https://qa.example/#/question/19551577', undefined],
		['https://qa.example/subquestion/19551577', undefined],
		[`https://qa.example/question/${'1'.repeat(33)}`, undefined],
		['https://short.example/19551577', undefined],
		['/question/19551577', undefined],
		['19551577/answer', undefined],
	];
	test.each(rows)('in %j', (...row) => {
		expectReading('fetch_question_answers', 'question_id', row);
	});
});

describe('an ID that no link holds', () => {
	const link = 'https://a.example/b/64f0b9aa000000001300c1de';
	const rows: Array<[operation: Parameters<typeof queryOf>[0], field: string, id: string]> = [
		['get_note_sub_comments', 'note_id', '64f0b9aa000000001300c1de'],
		['get_note_sub_comments', 'comment_id', '64f0c1d2000000001e03a5b7'],
		['fetch_user_posts_v2', 'user_id', '25025320'],
		['fetch_comment_replies', 'content_id', '8213054679432105985'],
		['fetch_question_answers', 'question_id', '19551577'],
	];
	test.each(rows)('%s: %s', (operation, field, id) => {
		expectReading(operation, field, [id, id]);
		for (const text of [link, `see ${link}`, 'a.example/b', '/b']) {
			expect(queryOf(operation).input.shape[field]!.safeParse(text).success).toBe(false);
		}
	});
});
