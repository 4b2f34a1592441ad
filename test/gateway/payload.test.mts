import { describe, expect, test } from '@jest/globals';

import type { PageReader } from '../../nodes/DataAccess/gateway/layers.ts';
import { readResponse } from '../../nodes/DataAccess/gateway/response.ts';
import type { Outcome } from '../harness/outcome.mts';

const listAt =
	(...path: string[]) =>
	(value: any): unknown =>
		path.reduce((inner, name) => inner?.[name], value);

const readerOf = (listIn: (value: unknown) => unknown): PageReader => ({
	holdsPage: (value) => Array.isArray(listIn(value)),
	readPage: (payload) => ({ records: listIn(payload) as unknown[] }),
});

/** Payloads by the path of their list. */
const PAYLOADS: Array<[string, object, PageReader]> = [
	['list', { list: [1] }, readerOf(listAt('list'))],
	['data', { data: [1], paging: {} }, readerOf(listAt('data'))],
	['data.list', { code: 0, data: { list: [1] } }, readerOf(listAt('data', 'list'))],
];

const run = (output: unknown, more: object = {}) => ({
	runId: 'run_1',
	status: 'COMPLETED',
	output,
	providerResponse: { httpStatus: 200 },
	cost: { value: 0.01, currency: 'USD' },
	...more,
});
const bare = (data: unknown) => ({ data });
const OK = { code: 200, message: 'ok', request_id: 'r' };
const marked = (data: unknown, more: object = {}) => ({ ...OK, data, ...more });
const by = (httpStatus: number, error: string) => ({ providerResponse: { httpStatus, error } });
const text = (value: unknown) => JSON.stringify(value);

const dataAsText = (payload: object) => 'data' in payload && { data: text(payload.data) };
const ERRORS = [{ code: 'ok' }, 'success', '0', 'None', 'Something is wrong', { message: 'no' }];

const read = (body: unknown, reader: PageReader, status = 200): Outcome =>
	readResponse({ status, headers: {}, text: typeof body === 'string' ? body : text(body) }, reader);

describe.each(PAYLOADS)('a payload with its list at %s is found', (_label, payload, reader) => {
	test.each<[string, unknown]>([
		['at the top', payload],
		['in a marked envelope', marked(payload)],
		['in a run', run(payload)],
		['in a marked envelope of a run', run(marked(payload))],
		['in a run, as text with blanks before it', run(`\n ${text(payload)}`)],
		['in a run, with its data as text', run({ ...payload, ...dataAsText(payload) })],
		['in a marked envelope as text', marked(text(payload))],
		['in an envelope in an envelope', marked(bare(payload))],
		['in a run with an unknown status', run(payload, { status: 'SUCCEEDED' })],
		['in a run whose provider has a message', run(payload, by(200, 'none'))],
		['beside an empty error', { ...payload, error: {} }],
		['beside a code as text', marked(payload, { code: '200' })],
		['beside a code in words', marked(payload, { code: 'OK' })],
		...ERRORS.map((error): [string, unknown] => [`beside ${text(error)}`, { ...payload, error }]),
		['beside a ret', { ...payload, ret: -3, msg: 'gone' }],
		['in a bare envelope with an error', { code: 500, message: 'no', data: payload }],
		['in a marked envelope with an error', marked(payload, { code: 500, message: 'no' })],
		['in a run whose provider has an error', run(payload, by(500, 'no'))],
	])('%s', (_place, body) => {
		expect(read(body, reader)).toMatchObject({ payload });
	});
});

const [, payload, reader] = PAYLOADS[0] as (typeof PAYLOADS)[number];

test('a page in a completed run is a page, whatever the HTTP status', () => {
	const priced = { price: { amount: { value: 0.02, currency: 'USD' } } };
	for (const status of [300, 404, 500]) {
		const answer = read(run(payload, priced), reader, status);
		expect(answer).toMatchObject({ payload, cost: 0.01, price: 0.02 });
	}
});

const OF_PLATFORM = { code: 'PLATFORM_ERROR', layer: 'platform', charged: 'yes' };
const platform = (words: string, charged = 'yes') => ({ ...OF_PLATFORM, words, charged });
const OF_PROVIDER = { code: 'PROVIDER_ERROR', layer: 'provider', charged: 'yes' };
/** A failure without a message quotes the beginning of the answer. */
const silent = { ...OF_PLATFORM, words: undefined, excerpt: expect.stringMatching(/^\{/) };
const provider = (words: string) => ({ ...OF_PROVIDER, words });
const free = { cost: { value: 0, currency: 'USD' } };
const refusal = { code: 404, message: 'no', data: null };
const empty = { list: [] };
const failed = { code: 500, message: 'no' };
const both = marked({ ...empty, ret: 5 }, failed);
const failing = { status: 'FAILED', ...by(502, 'bad') };
const coded = { ...empty, code: -510001, msg: 'gone' };

test.each<[string, unknown, object]>([
	['a marked envelope', marked(null, { code: 400, message: 'no' }), provider('no')],
	['an envelope without data', { code: 500, message: 'no', router: '/x' }, platform('no')],
	[
		'an envelope marked by its router',
		{ code: 500, msg: 'no', router: 'x', data: 0 },
		provider('no'),
	],
	[
		'an envelope marked by its cache',
		{ code: 500, msg: 'no', cache_url: 'x', data: 0 },
		provider('no'),
	],
	['an envelope with success false', marked({}, { success: false, message: 'no' }), provider('no')],
	['an envelope with an empty list', marked(empty, failed), provider('no')],
	['an envelope with the list', marked(payload, { success: false, message: 'no' }), provider('no')],
	['a bare envelope with an empty list', { code: 500, data: empty }, silent],
	['an empty list with an error', { ...empty, error: 'gone' }, platform('gone')],
	['a refusal in a run', run(refusal), { ...platform('no'), cost: 0.01, runId: 'run_1' }],
	['a payload', coded, platform('gone')],
	['a code that is not a status', { code: 600, msg: 'gone', data: null }, platform('gone')],
	['words in a code', { code: 'NEED_LOGIN', msg: 'L', data: { ...empty, a: 1 } }, platform('L')],
	['an error without a message', { error: { code: 'GONE' } }, silent],
	['a code without a message', { code: 4041, name: 'x' }, silent],
	['an error', { error: { code: 4041, message: 'gone' } }, platform('gone')],
	['a ret', { ret: -3, replies: [] }, silent],
	['the outermost of several', run(both), provider('no')],
	['a failed run around it', run(both, failing), { ...provider('bad'), retry: 'uncertain' }],
	['a blocked run', run(both, { status: 'BLOCKED', reason: 'May' }), { words: 'May' }],
	['a payload in a free run', run({ ret: 5, msg: 'no' }, free), platform('no', 'no')],
])('the error of a layer is an error, and names its layer: %s', (_label, body, failure) => {
	const expected = { httpStatus: 200, retry: 'never', ...failure };
	expect(read(body, reader).failure).toMatchObject(expected);
});

test.each<[object]>([
	[{ code: 1000, success: true, msg: '成功' }],
	[{ error: { code: 0, message: '' } }],
	[{ error: { code: 'OK', message: 'success', log_id: 'x7' } }],
	[{ ret: 0, error: [], errors: [] }],
	[{ status: 'active', errcode: 0, errmsg: 'ok', ok: true, result: 5 }],
])('an empty list beside %j is an empty page', (beside) => {
	expect(read({ list: [], ...beside }, reader)).toMatchObject({ payload: { list: [] } });
});

/** Without `shown`, the payload is the whole answer. */
test.each<[string, body: unknown, shown?: unknown]>([
	['the answer', { rows: [1] }],
	['a whole bare envelope', { data: { rows: [1] } }],
	['the answer, with a code of its own', { code: 'DE', name: 'Germany' }],
	['the answer, with a status of its own', { status: 'completed', id: 7 }],
	['an output with a status of its own', run({ status: 'FAILED' }), { status: 'FAILED' }],
	['the content of a marked envelope', marked({ rows: [1] }), { rows: [1] }],
	['the content of an envelope in a run', run(marked({ rows: [1] })), { rows: [1] }],
	['text that only begins like JSON, in a run', run('{sorry'), '{sorry'],
])('if no layer has the list, the payload is %s', (_label, body, shown = body) => {
	const answer = read(body, reader);
	expect(answer).not.toHaveProperty('failure');
	expect(answer.payload).toEqual(shown);
});

test('IDs beyond 2^53 keep their digits, even in JSON text', () => {
	const inside = '{"list":[12345678901234567890]}';
	for (const body of [inside, `{"data":${inside}}`, text(run(inside))]) {
		expect(read(body, reader).payload).toEqual({ list: ['12345678901234567890'] });
	}
});
