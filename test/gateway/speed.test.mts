import { expect, test } from '@jest/globals';

import { createGateway } from '../harness/builtGateway.mts';
import { growthOf } from '../harness/work.mts';

const KEY = 'sk-live/0123456789+abcdef';

const run = (fields: object) => ({ runId: 'r', status: 'COMPLETED', cost: {}, ...fields });
const failed = (error: unknown) =>
	run({ status: 'FAILED', output: null, providerResponse: { httpStatus: 400, error } });
const json = JSON.stringify;

/** The text, as often as it fits into so many characters. */
const fill = (text: string, length: number) => text.repeat(Math.ceil(length / text.length));

/**
 * An answer of so many characters that a careless reader takes very long for. Not nested very deep:
 * that takes JSON.parse itself longer than in proportion.
 */
const SHAPES: Array<[string, (length: number) => string]> = [
	[
		'a run cut off inside an output that is text',
		(length) =>
			json(run({ output: fill('{"id":12345678901234567890,"a":"b\\"c"},', length) })).slice(0, -9),
	],
	[
		'a string that is not closed',
		(length) => `{"a":1234567890123456789,"b":"${fill('\\"', length)}`,
	],
	['digits', (length) => fill('1', length)],
	['numbers', (length) => `[${fill('12345678901234567,', length)}`],
	['brackets', (length) => `[${fill('[[]],', length)}`],
	[
		'an error a thousand deep',
		(length) => `${fill('{"error":', 9000)}"${fill('x', length)}"${fill('}', 1000)}`,
	],
	['blanks', (length) => fill(' ', length)],
	['blanks before a page', (length) => `${fill('\n', length)}<html>`],
	['a page of half-open tags', (length) => fill('<script <a', length)],
	['control characters', (length) => fill('\u0000\u001b ', length)],
	['words that nearly say to retry', (length) => json(failed(fill('failed, retry: no ', length)))],
	['words of one word', (length) => json(failed(fill('no', length)))],
	['words that are nearly JSON', (length) => json(failed(fill('{', length)))],
	[
		'words that are JSON in JSON',
		(length) => json(failed(json({ error: json({ m: fill('x', length) }) }))),
	],
	[
		'very many words',
		(length) =>
			json({ detail: Array(Math.ceil(length / 40)).fill({ loc: ['a', 'b'], msg: 'no' }) }),
	],
	[
		'one word with a long way to it',
		(length) => json({ detail: [{ loc: [...fill('x', length / 4)] }] }),
	],
	['an output that is nearly JSON', (length) => json(run({ output: fill('[1],', length) }))],
	[
		'an output that is text in text',
		(length) => json(run({ output: json({ data: fill('{', length) }) })),
	],
	[
		'very many keys',
		(length) =>
			json(
				Object.fromEntries(
					[...Array(Math.ceil(length / 20)).keys()].map((at) => [`key ${at}`, at]),
				),
			),
	],
	['a cost of very many digits', (length) => json(run({ cost: { value: fill('1', length) } }))],
	['backslashes', (length) => fill('\\', length)],
	['escapes', (length) => fill('\\u0073\\/%25&amp;', length)],
	['nearly the key', (length) => fill(KEY.slice(0, -1), length)],
	[
		'nearly the key as base64',
		(length) => fill(Buffer.from(KEY).toString('base64').slice(0, -3), length),
	],
];

const SHORT = 250_000;
const TIMES_LONGER = 4;

/** Lets the gateway read an answer, once good and once as a refusal. */
async function read(text: string): Promise<void> {
	for (const status of [200, 400]) {
		const answer = { status, headers: { 'retry-after': text }, text };
		const gateway = createGateway(async () => answer, { url: 'x', secret: KEY });
		const call = { provider: 'p', endpoint: 'e', input: {}, timeout: 1 };
		await gateway.buy({ ...call, holdsPage: () => false });
		gateway.unreadable(text, 'list');
	}
}

/** Half-way between linear and quadratic. */
const MOST = (TIMES_LONGER + TIMES_LONGER ** 2) / 2;

test.each(SHAPES)(
	'%s: the work grows no faster than the answer',
	async (_label, write) => {
		const [short, long] = [write(SHORT), write(TIMES_LONGER * SHORT)];
		expect(await growthOf(short, long, read, MOST)).toBeLessThan(MOST);
	},
	60_000,
);
