import { describe, expect, test } from '@jest/globals';

import { eachOperation } from '../harness/operations.mts';
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

describe.each(eachOperation)('%s', (_label, { name, flag, missing }) => {
	if (flag) {
		const { name: key, payload, saysEnd = false, next } = flag;
		const yes = saysEnd ? null : next;
		const no = saysEnd ? next : null;
		const rows = [
			{ label: 'no flag', page: payload({}), leadsTo: next },
			{ label: 'null', page: payload({ [key]: null }), leadsTo: next },
			...[true, 1, '1'].map((value) => ({
				label: JSON.stringify(value),
				page: payload({ [key]: value }),
				leadsTo: yes,
			})),
			...[false, 0, '0', ''].map((value) => ({
				label: JSON.stringify(value),
				page: payload({ [key]: value }),
				leadsTo: no,
			})),
		];
		test.each(rows)(`${key} is missing or decides: $label`, ({ page, leadsTo }) => {
			expect(queryOf(name).readPage(page, { offset: 0 })).toEqual({ records: [], next: leadsTo });
		});
	}

	test('ends a list where something is missing, and tells the user', () => {
		for (const [what, payload] of missing) {
			const notice =
				what === 'the end'
					? 'The service did not say whether there is more'
					: 'The service says there is more, but not how to reach it';
			expect(queryOf(name).readPage(payload, {})).toEqual({ records: [], next: null, notice });
		}
	});
});
