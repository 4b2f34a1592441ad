import { describe, expect, test } from '@jest/globals';

import { parseJson } from './built.mts';
import { queryOf } from './pages.mts';

const LONG = '1152921504606846977';

type Row = [text: string, next: Record<string, unknown> | null];

describe('the cursor of sub-comments', () => {
	const query = queryOf('get_note_sub_comments');
	// The index of the call before is 7.
	const rows: Row[] = [
		['{"cursor":{"cursor":"c","index":2}}', { cursor: 'c', index: 2 }],
		['{"cursor":{"cursor":"c"},"index":3}', { cursor: 'c', index: 3 }],
		['{"cursor":{"cursor":"c"}}', { cursor: 'c', index: 7 }],
		['{"cursor":"{\\"cursor\\":\\"c\\",\\"index\\":2}"}', { cursor: 'c', index: 2 }],
		['{"cursor":"{\\"cursor\\":\\"c\\",\\"index\\":\\"2\\"}"}', { cursor: 'c', index: 2 }],
		['{"cursor":" {\\"cursor\\" : \\"c\\"}","index":4}', { cursor: 'c', index: 4 }],
		['{"cursor":" plain== ","index":5}', { cursor: ' plain== ', index: 5 }],
		['{"cursor":"plain"}', { cursor: 'plain', index: 7 }],
		['{"cursor":"{no json"}', { cursor: '{no json', index: 7 }],
		['{"cursor":"{\\"other\\":1}"}', { cursor: '{"other":1}', index: 7 }],
		[`{"cursor":${LONG}}`, { cursor: LONG, index: 7 }],
		[`{"cursor":{"cursor":${LONG},"index":2}}`, { cursor: LONG, index: 2 }],
		[`{"cursor":"{\\"cursor\\":${LONG},\\"index\\":2}"}`, { cursor: LONG, index: 2 }],
		[`{"cursor":"{\\"index\\":2, \\"cursor\\": ${LONG}}"}`, { cursor: LONG, index: 2 }],
		[`{"cursor":"${LONG}"}`, { cursor: LONG, index: 7 }],
		['{"cursor":"c","index":1.5}', { cursor: 'c', index: 7 }],
		['{"cursor":""}', null],
		['{"cursor":null}', null],
		['{"cursor":{}}', null],
		['{"cursor":{"cursor":{"cursor":"c"}}}', null],
		['{"cursor":["c"]}', null],
		['{}', null],
	];

	test.each(rows)('%s', (text, next) => {
		const payload = { data: { comments: [], has_more: true, ...parseJson(text) } };
		expect(query.readPage(payload, { index: 7 }).next).toEqual(next);
	});
});

describe('the link of answers', () => {
	const query = queryOf('fetch_question_answers');
	const rows: Row[] = [
		['?cursor=c&limit=5&offset=1&session_id=s', { cursor: 'c', offset: 1, session_id: 's' }],
		['https://a.example/b?offset=5', { cursor: '', offset: 5, session_id: '' }],
		['?limit=5&cursor=a%3D%26b+c', { cursor: 'a=&b c', offset: 0, session_id: '' }],
		['?offset=0', { cursor: '', offset: 0, session_id: '' }],
		['?cursor=c#&offset=9', { cursor: 'c', offset: 0, session_id: '' }],
		['#?cursor=c', { cursor: 'c', offset: 0, session_id: '' }],
		['?my_cursor=d&cursor=c&cursor=e', { cursor: 'c', offset: 0, session_id: '' }],
		['?cursor=c?d&offset=2', { cursor: 'c?d', offset: 2, session_id: '' }],
		['?cursor=%F0%9F%98%80%zz', { cursor: '😀%zz', offset: 0, session_id: '' }],
		['?cursor=&offset=&session_id=s', null],
		['?cursor', null],
		['?offset=many', null],
		['?', null],
		['cursor=c', null],
	];

	test.each(rows)('%s', (link, next) => {
		const payload = { data: [], paging: { is_end: false, next: link } };
		expect(query.readPage(payload, {}).next).toEqual(next);
	});
});

const timeline = (page_info: object) => ({
	user: { edge_owner_to_timeline_media: { edges: [], page_info } },
});

describe('a flag that is missing tells nothing, one that is there decides', () => {
	const link = '/x?offset=2';
	const CASES: Array<
		[name: string, payload: (flag: object) => object, flag: string, next: object]
	> = [
		[
			'get_note_sub_comments',
			(flag) => ({ data: { comments: [], cursor: 'c', index: 2, ...flag } }),
			'has_more',
			{ cursor: 'c', index: 2 },
		],
		[
			'fetch_question_answers',
			(flag) => ({ data: [], paging: { next: link, ...flag } }),
			'is_end',
			{ cursor: '', offset: 2, session_id: '' },
		],
		[
			'fetch_search_videos',
			(flag) => ({ items: [], cursor: 'c', ...flag }),
			'continue_flag',
			{ cursor: 'c' },
		],
		[
			'fetch_comment_replies',
			(flag) => ({ replies: [], nextoffset: 20, ...flag }),
			'hasmore',
			{ offset: 20 },
		],
		[
			'fetch_user_posts_v2',
			(flag) => timeline({ end_cursor: 'e', ...flag }),
			'has_next_page',
			{ end_cursor: 'e' },
		],
	];
	const isEnd = (flag: string) => flag === 'is_end';
	const rows = CASES.flatMap(([name, payload, flag, next]) => [
		{ label: `${name}: no ${flag}`, name, page: payload({}), next },
		{ label: `${name}: ${flag} null`, name, page: payload({ [flag]: null }), next },
		...[true, 1, '1'].map((value) => ({
			label: `${name}: ${flag} ${JSON.stringify(value)}`,
			name,
			page: payload({ [flag]: value }),
			next: isEnd(flag) ? null : next,
		})),
		...[false, 0, '0', ''].map((value) => ({
			label: `${name}: ${flag} ${JSON.stringify(value)}`,
			name,
			page: payload({ [flag]: value }),
			next: isEnd(flag) ? next : null,
		})),
	]);

	test.each(rows)('$label', ({ name, page, next }) => {
		expect(queryOf(name).readPage(page, { offset: 0 })).toEqual({ records: [], next });
	});
});

describe('what is missing ends the list, and the user is told', () => {
	const more = 'The service did not say whether there is more';
	const way = 'The service says there is more, but not how to reach it';
	const rows: Array<[name: string, payload: object, notice: string]> = [
		['get_note_sub_comments', { data: { comments: [] } }, more],
		['get_note_sub_comments', { data: { comments: [], has_more: {}, cursor: {} } }, more],
		['get_note_sub_comments', { data: { comments: [], has_more: true } }, way],
		['fetch_question_answers', { data: [], paging: { next: 'none' } }, way],
		['fetch_search_videos', { items: [], continue_flag: 1 }, way],
		['fetch_search_videos', { items: [], continue_flag: 1, cursor: {} }, way],
		['fetch_comment_replies', { replies: [], nextoffset: 'x' }, more],
		['fetch_comment_replies', { replies: [], hasmore: true }, way],
		['fetch_comment_replies', { replies: [], hasmore: true, nextoffset: 'x' }, way],
		['fetch_user_posts_v2', timeline({ end_cursor: null }), more],
		['fetch_user_posts_v2', timeline({ has_next_page: true }), way],
	];

	test.each(rows)('%s: %j', (name, payload, notice) => {
		const page = queryOf(name).readPage(payload, {});
		expect(page).toEqual({ records: [], next: null, notice });
	});
});
