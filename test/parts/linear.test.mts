import { describe, expect, test } from '@jest/globals';

import { growthOf } from '../harness/work.mts';
import {
	countOf,
	flagOf,
	integerOf,
	isEmpty,
	isoTime,
	parseJson,
	plainText,
	queries,
	firstText,
	tokenOf,
	validators,
} from './built.mts';
import { pages, queryOf } from './pages.mts';

/** Characters of the smaller text. */
const SMALL = 100_000;
const TIMES = 4;

/** Twice what linear work takes; what is quadratic takes four times as much. */
const MOST = 2 * TIMES;

const growthAt = async <T,>(make: (size: number) => T, read: (value: T) => unknown) =>
	await growthOf(make(SMALL), make(SMALL * TIMES), read, MOST);

const LONG = '1152921504606846977';

const repeated = (part: string) => (size: number) => part.repeat(Math.ceil(size / part.length));

/** A text that would be read again and again by a reader that goes back. */
const SHAPES: Record<string, (size: number) => string> = {
	...Object.fromEntries(
		[
			...['a', 'a ', ' ', '\n', ' \n', '\r\n', '\u3000', '\u200b', '猫', '😀', '\ud83d', '\\', '"'],
			...[
				'1',
				'1,',
				',',
				'.',
				'1.',
				'-',
				'0',
				'e',
				'+',
				':',
				'/',
				'../',
				'%',
				'%F0',
				'#',
				'?',
				'=',
			],
			...['<', '<a', '<a ', '</', '</a', '<a<', '<a href="', '<b>', '<p>', '</p>', '<br>', '<br'],
			...['<script', '<script ', '<script>', '</script', '<script></style>', '<script><style>'],
			...['<script></script', '<!', '<!--', '<!---->', '<!-- >', '-->', '>', '<>', '< ', '<3'],
			...['&', '&&amp;', '&amp;', '&eacute;', '&#', '&#1', '&#x', '&#x1', '&;', '&#38;amp;', '&lt'],
			...['cursor=', '&cursor', '&cursor=', '&offset=', 'a&', '?cursor=', '{"cursor":', '{', '['],
		].map((part) => [part, repeated(part)]),
	),
	'tags inside one another': (size) => '<b>'.repeat(size / 7) + '</b>'.repeat(size / 7),
	'one script': (size) => `<script>${'<b>'.repeat(size / 3)}</script>`,
	'an end of a script at the end': (size) => `${'<script>'.repeat(size / 8)}</script `,
	'a greater sign at the end': (size) => `${'<a'.repeat(size / 2)}>`,
	'an end of a comment at the end': (size) => `${'<!--'.repeat(size / 4)}-->`,
	'blanks around a word': (size) => `${' '.repeat(size / 2)}a${' '.repeat(size / 2)}`,
	'digits and a letter': (size) => `${'1'.repeat(size)}x`,
	'an address': (size) => `https://a.example/s/${'a/'.repeat(size / 2)}`,
	'a host': (size) => `https://${'a'.repeat(size)}/s/a`,
	'a host with dots': (size) => `https://${'a.'.repeat(size / 2)}b/s/a`,
	'a host of letters from afar': (size) => `https://${'ü猫'.repeat(size / 2)}/s/a`,
	'a path that goes back': (size) => `https://a.example/s/${'a/../'.repeat(size / 5)}`,
	'a link without an end': (size) => `https://a.example/${'question/'.repeat(size / 9)}`,
	'schemes of links': (size) => 'https://'.repeat(size / 8),
	'a name of dots': (size) => `${'a.'.repeat(size / 2)}`,
	'a link to nothing': (size) => `a.example/${'question/1'.repeat(size / 10)}x`,
	'a link': (size) => `https://a.example/?${'a=1&'.repeat(size / 4)}cursor=c`,
	'JSON with long numbers': (size) => `{"cursor":[${repeated(`${LONG},`)(size)}1],"index":1}`,
};

type Read = (text: string) => unknown;

function parsed(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

const READERS: Record<string, Read> = {
	plainText,
	firstText,
	countOf,
	isoTime,
	flagOf,
	integerOf,
	tokenOf,
	isEmpty,
	...Object.fromEntries(
		Object.entries({
			requiredText: validators.requiredText(),
			text: validators.text(''),
			opaque: validators.opaque(''),
			integer: validators.integer(1, 0),
			amount: validators.amount(1, 0),
			flag: validators.flag(true),
			word: validators.word(['a', 'b'], 'a'),
			keyOrInteger: validators.keyOrInteger({ all: 0 }, 'all'),
			'keyword of videos': queryOf('fetch_search_videos').input.keyword!,
			'address of an article': queryOf('fetch_comment_replies').input.url!,
			'question ID': queryOf('fetch_question_answers').input.question_id!,
			'user ID': queryOf('fetch_user_posts_v2').input.user_id!,
			'note ID': queryOf('get_note_sub_comments').input.note_id!,
			'content ID': queryOf('fetch_comment_replies').input.content_id!,
		}).map(([name, validator]): [string, Read] => [name, (text) => validator.safeParse(text)]),
	),
	'parseJson of it': parsed,
	'parseJson of it as a string': (text) => parseJson(JSON.stringify(text)),
	'cursor of sub-comments': (cursor) =>
		queryOf('get_note_sub_comments').readPage({ data: { comments: [], has_more: 1, cursor } }, {}),
	'link of answers': (next) =>
		queryOf('fetch_question_answers').readPage({ data: [], paging: { next: `?${next}` } }, {}),
	'type of a card': (type) =>
		queryOf('fetch_question_answers').readPage({ data: [{ type, target: {} }] }, {}),
};

describe.each(Object.entries(READERS))(
	'four times the text takes four times as long: %s',
	(_, read) => {
		test('of any shape', async () => {
			const slow: Array<[shape: string, growth: number]> = [];
			for (const [shape, make] of Object.entries(SHAPES)) {
				const growth = await growthAt(make, read);
				if (growth >= MOST) slow.push([shape, growth]);
			}
			expect(slow).toEqual([]);
		});
	},
);

describe('four times the JSON takes four times as long', () => {
	const list = (part: string) => (size: number) => `[${repeated(`${part},`)(size)}1]`;
	const rows: Array<[label: string, make: (size: number) => string]> = [
		['a string of escapes', (size) => `"${'\\"'.repeat(size / 2)}"`],
		['a string of backslashes', (size) => `"${'\\\\'.repeat(size / 2)}"`],
		['long numbers', list(LONG)],
		['long numbers behind blanks', list(`${' '.repeat(50)}${LONG}`)],
		['numbers of 16 digits', list('1700000000123456')],
		['numbers of 15 digits', list('170000000012345')],
		['decimals', list(`1.${LONG}`)],
		['strings of digits', list(`"${LONG}"`)],
		['strings like values', list(`":${LONG},"`)],
		['fields', list(`{"id":${LONG}}`)],
		['fields of tricky keys', list(`{"id,":${LONG}}`)],
		['JSON text', list(JSON.stringify(`{"id":${LONG}, "ids":[${LONG}, ${LONG}]}`))],
		['one string of lists', (size) => `"${repeated(`, ${LONG}`)(size)}"`],
		['one string of fields', (size) => `"${repeated(`\\":${LONG}`)(size)}"`],
		['a string that is not closed', (size) => `["${repeated(`, ${LONG}`)(size)}`],
		['long numbers and no string behind', (size) => `["a",${repeated(`${LONG},`)(size)}"猫"]`],
		['blanks behind a number', (size) => `[${LONG}${' '.repeat(size)}]`],
		['blanks before a number', (size) => `{"a":${' '.repeat(size)}${LONG}}`],
		['a number', repeated('1')],
		['a number that begins with zeros', repeated('0')],
		['lists inside one another', (size) => '['.repeat(size / 2) + ']'.repeat(size / 2)],
	];
	test.each(rows)('%s', async (_label, make) => {
		expect(await growthAt(make, parsed)).toBeLessThan(MOST);
	});
});

describe('four times the records take four times as long', () => {
	const firstPages = queries.map((query) => pages.find((page) => page.query === query)!);

	/** The payload with its longest list made longer. */
	function grown(value: any, size: number): any {
		if (Array.isArray(value)) {
			return Array.from({ length: size }, (_, index) => value[index % value.length]);
		}
		if (typeof value !== 'object' || value === null) return value;
		const lists = ['data', 'results', 'items', 'comments', 'replies', 'user', 'edges'];
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [
				key,
				lists.includes(key) || key.startsWith('edge_owner') ? grown(inner, size) : inner,
			]),
		);
	}

	test.each(firstPages)('$label', async ({ query, payload, input }) => {
		const read = (page: unknown) => {
			query.holdsPage(page);
			const { records } = query.readPage(page, input);
			for (const record of records) query.idOf(record);
			return records.map((record) => query.simplify(record));
		};
		expect((read(grown(payload, 50)) as unknown[]).length).toBeGreaterThan(20);
		expect(await growthAt((size) => grown(payload, size / 100), read)).toBeLessThan(MOST);
	});
});
