import { describe, expect, test } from '@jest/globals';

import { Gateway } from '../../nodes/DataAccess/gateway/gateway.ts';
import { workOf } from '../harness/work.mts';
import { parseJson } from '../../nodes/DataAccess/shared/json.ts';
import { operations } from '../harness/operations.mts';
import { pageRead, pathsIn, queryOf, withAt } from './pages.mts';

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

const repeated =
	(part: string): Make =>
	(size) =>
		part.repeat(Math.ceil(size / part.length));

/** Texts that were slow for the code around expressions. test/node/expressions times each expression by itself. */
const TEXTS: Record<string, Make> = {
	...Object.fromEntries(
		[
			...['a ', '猫', '\ud83d', '\\', '1,', '{', '[话题]', '<a href="', '<img alt="\'', '<em>'],
			...['</em', '<p>', '&&amp;', '&offset=', 'https://', '{"cursor":'],
		].map((part) => [part, repeated(part)]),
	),
	'a closed comment at the end': (size) => `${'<!--'.repeat(size / 4)}-->`,
	'combining marks, alternately above and below': (size) => `a${'\u0301\u0316'.repeat(size / 2)}`,
	'blanks around a word': (size) => `${' '.repeat(size / 2)}a${' '.repeat(size / 2)}`,
	'a path with ".."': (size) => `https://a.example/s/${'a/../'.repeat(size / 5)}`,
	'a link with a cursor': (size) => `https://a.example/?${'a=1&'.repeat(size / 4)}cursor=c`,
	'an unclosed string of JSON': (size) => `["${repeated(`, ${LONG}`)(size)}`,
	'JSON with long numbers': (size) => `{"cursor":[${repeated(`${LONG},`)(size)}1],"index":1}`,
};

function parsed(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

const READERS: Record<string, (text: string) => unknown> = {
	JSON: parsed,
	'a string of JSON': (text) => parseJson(JSON.stringify(text)),
	'cursor of sub-comments': (cursor) =>
		queryOf('get_note_sub_comments').readPage({ data: { comments: [], has_more: 1, cursor } }, {}),
	'link of answers': (next) =>
		queryOf('fetch_question_answers').readPage({ data: [], paging: { next: `?${next}` } }, {}),
};

// Each input, and each value on a page.
for (const { name, label, payload, input, simplified } of operations) {
	const query = queryOf(name);
	for (const [field, validator] of Object.entries(query.input.shape)) {
		READERS[`${label}, input ${field}`] = (text) => validator.safeParse(text);
	}
	const [[, record]] = simplified;
	const page = payload([record]);
	for (const path of pathsIn(page)) {
		READERS[`${label}, page with ${path.join('.')}`] = (text) => {
			const read = pageRead(query, withAt(page, path, text), input('a'));
			return read?.records.map((each) => query.simplify(each, { now: Infinity }));
		};
	}
}

const long = Object.entries(TEXTS).map(([label, make]) => [label, make(SIZE)] as const);

test.each(Object.entries(READERS))('%s is read in linear time', async (_name, read) => {
	const slow: Array<[text: string, time: number]> = [];
	for (const [label, text] of long) {
		const time = await timeFor(() => read(text));
		if (time >= MOST) slow.push([label, time]);
	}
	expect(slow).toEqual([]);
});

test.each(operations)(
	'a long page is read in linear time: $label',
	async ({ name, payload, input, simplified: [[, record]] }) => {
		const query = queryOf(name);
		const page = payload(Array(2000).fill(record));
		const read = () => {
			query.holdsPage(page);
			const { records } = query.readPage(page as never, input('a'));
			for (const each of records) query.idOf(each);
			return records.map((each) => query.simplify(each, { now: Infinity }));
		};
		expect(read()).toHaveLength(2000);
		expect(await timeFor(read)).toBeLessThan(MOST);
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
