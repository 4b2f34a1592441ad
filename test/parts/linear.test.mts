import { describe, expect, test } from '@jest/globals';

import { Gateway } from '../../nodes/DataAccess/gateway/gateway.ts';
import { workOf } from '../harness/work.mts';
import * as validators from '../../nodes/DataAccess/operations/parts/inputs.ts';
import { addressOf } from '../../nodes/DataAccess/operations/parts/address.ts';
import { publishedAt } from '../../nodes/DataAccess/operations/note/publishTime.ts';
import { countOf } from '../../nodes/DataAccess/operations/parts/count.ts';
import { identifierOf, positionText } from '../../nodes/DataAccess/operations/parts/identifier.ts';
import * as texts from '../../nodes/DataAccess/operations/parts/plainText.ts';
import { flagOf } from '../../nodes/DataAccess/operations/parts/flag.ts';
import { integerOf } from '../../nodes/DataAccess/operations/parts/shape.ts';
import { isEmpty } from '../../nodes/DataAccess/operations/parts/blank.ts';
import { isoTime } from '../../nodes/DataAccess/shared/time.ts';
import { parseJson } from '../../nodes/DataAccess/shared/json.ts';
import { queries } from '../../nodes/DataAccess/operations/queries.ts';
import { pages, queryOf } from './pages.mts';

/** Number of characters: with backtracking, reading them takes a second or more; without, some milliseconds. */
const SIZE = 200_000;
const MOST = 200;

/** Returns the time of the fastest try in milliseconds, so that a garbage collection does not count. */
async function timeFor(read: () => unknown): Promise<number> {
	const first = await workOf(read);
	return first < MOST ? first : Math.min(await workOf(read), await workOf(read));
}

type Make = (size: number) => string;
const KEY = 'sk-live/0123456789+abcdef';
const LONG = '1152921504606846977';
const NOTE = '6820a1b20000000012003456';

const repeated =
	(part: string): Make =>
	(size) =>
		part.repeat(Math.ceil(size / part.length));

/** Texts on which a backtracking reader takes more than linear time. */
const TEXTS: Record<string, Make> = {
	...Object.fromEntries(
		[
			...['a ', ' \n', '\u3000', '猫', '\ud83d', '\\', '"', '1', '1,', '-', '%F0', '../', '{', '['],
			...['<', '<a ', '<a href="', '<img alt="', '<img alt="\'', '<em>', '</em', '[话题]'],
			...[' ,https:', '\\u0026', '05-1', '<br', '<p>', '<script>', '<!--', '<!-- >', '&'],
			...['&&amp;', '&#1', 'cursor=', '&offset=', '{"cursor":'],
		].map((part) => [part, repeated(part)]),
	),
	'a closed script at the end': (size) => `${'<script>'.repeat(size / 8)}</script `,
	'a closed comment at the end': (size) => `${'<!--'.repeat(size / 4)}-->`,
	'combining marks, alternately above and below': (size) => `a${'\u0301\u0316'.repeat(size / 2)}`,
	'blanks around a word': (size) => `${' '.repeat(size / 2)}a${' '.repeat(size / 2)}`,
	'digits and a letter': (size) => `${'1'.repeat(size)}x`,
	'a host with dots': (size) => `https://${'a.'.repeat(size / 2)}b/s/a`,
	'a path with ".."': (size) => `https://a.example/s/${'a/../'.repeat(size / 5)}`,
	'a link without an end': (size) => `https://a.example/${'question/'.repeat(size / 9)}`,
	'schemes of links': (size) => 'https://'.repeat(size / 8),
	'a link with a cursor': (size) => `https://a.example/?${'a=1&'.repeat(size / 4)}cursor=c`,
	'an unclosed string of JSON': (size) => `["${repeated(`, ${LONG}`)(size)}`,
	'fields of tricky keys': (size) => `[${repeated(`{"id,":${LONG}},`)(size)}1]`,
	'blanks after a number': (size) => `[${LONG}${' '.repeat(size)}]`,
	'JSON with long numbers': (size) => `{"cursor":[${repeated(`${LONG},`)(size)}1],"index":1}`,
};

function parsed(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

const inputs = {
	'a required text': validators.requiredText(),
	'a whole number': validators.integer(1, 0),
	'an amount': validators.amount(1, 0),
	'true or false': validators.flag(true),
	'one of some words': validators.word(['a', 'b'], 'a'),
	'a choice or its number': validators.keyOrInteger(['all']),
	'keyword of videos': queryOf('fetch_search_videos').input.shape.keyword!,
	'address of an article': queryOf('fetch_comment_replies').input.shape.url!,
	'question ID': queryOf('fetch_question_answers').input.shape.question_id!,
	'note ID': queryOf('get_note_sub_comments').input.shape.note_id!,
};

const READERS: Record<string, (text: string) => unknown> = {
	'text with tags': texts.plainText,
	'a text': texts.shownText,
	'a title': texts.titleText,
	'text of a note': texts.noteText,
	'an address': addressOf,
	'when a note was published': (text) =>
		publishedAt({ note_info: { note_id: NOTE, publish_time: text } }, 2e12),
	'a count': countOf,
	'a time': isoTime,
	'whether there is more': flagOf,
	'an offset': integerOf,
	'an ID': identifierOf,
	'a cursor': positionText,
	'whether it is empty': isEmpty,
	...Object.fromEntries(
		Object.entries(inputs).map(([name, input]) => [name, (text: string) => input.safeParse(text)]),
	),
	JSON: parsed,
	'a string of JSON': (text) => parseJson(JSON.stringify(text)),
	'cursor of sub-comments': (cursor) =>
		queryOf('get_note_sub_comments').readPage({ data: { comments: [], has_more: 1, cursor } }, {}),
	'link of answers': (next) =>
		queryOf('fetch_question_answers').readPage({ data: [], paging: { next: `?${next}` } }, {}),
};

const long = Object.entries(TEXTS).map(([label, make]) => [label, make(SIZE)] as const);

test.each(Object.entries(READERS))('%s is read in linear time', async (_name, read) => {
	const slow: Array<[text: string, time: number]> = [];
	for (const [label, text] of long) {
		const time = await timeFor(() => read(text));
		if (time >= MOST) slow.push([label, time]);
	}
	expect(slow).toEqual([]);
});

const firstPages = queries.map((query) => pages.find((page) => page.query === query)!);

/** Returns a payload whose lists have `size` entries. */
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

test.each(firstPages)(
	'a long page is read in linear time: $label',
	async ({ query, payload, input }) => {
		const read = (page: unknown) => {
			query.holdsPage(page);
			const { records } = query.readPage(page, input);
			for (const record of records) query.idOf(record);
			return records.map((record) => query.simplify(record, { now: Infinity }));
		};
		expect((read(grown(payload, 50)) as unknown[]).length).toBeGreaterThan(20);
		const long = grown(payload, 2000);
		expect(await timeFor(() => read(long))).toBeLessThan(MOST);
	},
);

describe('a long answer is read or refused in linear time', () => {
	const json = JSON.stringify;
	const run = (fields: object) => json({ runId: 'r', status: 'COMPLETED', cost: {}, ...fields });
	const failed = (error: unknown) =>
		run({ status: 'FAILED', output: null, providerResponse: { httpStatus: 400, error } });
	const said = (words: string): Make => {
		const all = repeated(words);
		return (size) => failed(all(size));
	};

	/** None is nested very deeply, for which JSON.parse itself takes more than linear time. */
	const ANSWERS: Array<[label: string, make: Make]> = [
		[
			'a run that ends inside an output in JSON text',
			(size) => run({ output: repeated(`{"id":${LONG},"a":"b\\"c"},`)(size) }).slice(0, -9),
		],
		[
			'an error nested a thousand levels deep',
			(size) => `${repeated('{"error":')(9000)}"${repeated('x')(size)}"${'}'.repeat(1000)}`,
		],
		['blanks before a page', (size) => `${repeated('\n')(size)}<html>`],
		['a page of half-open tags', repeated('<script <a')],
		['words that nearly ask for a retry', said('failed, retry: no ')],
		['words that nearly report missing funds', said('insufficient ')],
		['words that nearly report a low balance', said('balance is ')],
		[
			'a message in JSON within JSON',
			(size) => failed(json({ error: json({ m: said('x')(size) }) })),
		],
		['many messages', (size) => json({ detail: Array(size / 40).fill({ loc: ['a'], msg: 'no' }) })],
		[
			'a long path to the invalid field',
			(size) => json({ detail: [{ loc: [...repeated('x')(size / 4)] }] }),
		],
		['an output that is nearly JSON', (size) => run({ output: repeated('[1],')(size) })],
		['a cost of very many digits', (size) => run({ cost: { value: repeated('1')(size) } })],
		['nearly the API key', repeated(KEY.slice(0, -1))],
	];

	async function read(text: string): Promise<void> {
		for (const status of [200, 400]) {
			const answer = { status, headers: { 'retry-after': text }, text };
			const gateway = new Gateway(async () => answer, { url: 'x', secret: KEY });
			const query = { holdsPage: () => false, readPage: () => ({ records: [] }) };
			await gateway.buy({ provider: 'p', endpoint: 'e', input: {}, timeout: 1000, query });
			gateway.unreadable(text, 'list');
		}
	}

	test.each(ANSWERS)('%s', async (_label, make) => {
		const answer = make(SIZE);
		expect(await timeFor(() => read(answer))).toBeLessThan(MOST);
	});
});
