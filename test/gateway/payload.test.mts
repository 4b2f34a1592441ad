import { describe, expect, test } from '@jest/globals';

import type { HoldsPage } from '../../nodes/DataAccess/gateway/layers.ts';
import { readAnswer } from '../../nodes/DataAccess/gateway/answer.ts';
import type { Outcome } from '../harness/outcome.mts';

/** Where the list of an operation stands in its payload. */
const PAYLOADS: Array<[string, object, HoldsPage]> = [
	['list', { list: [1] }, (value) => Array.isArray((value as { list?: unknown } | null)?.list)],
	[
		'data',
		{ data: [1], paging: {} },
		(value) => Array.isArray((value as { data?: unknown } | null)?.data),
	],
	[
		'data.list',
		{ code: 0, data: { list: [1] } },
		(value) => Array.isArray((value as { data?: { list?: unknown } } | null)?.data?.list),
	],
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
const marked = (data: unknown, more: object = {}) => ({
	code: 200,
	message: 'ok',
	request_id: 'r',
	data,
	...more,
});
const text = (value: unknown) => JSON.stringify(value);

const read = (body: unknown, holdsPage: HoldsPage, status = 200): Outcome =>
	readAnswer(
		{ status, headers: {}, text: typeof body === 'string' ? body : text(body) },
		holdsPage,
	);

describe.each(PAYLOADS)('a payload with its list at %s is found', (_label, payload, holdsPage) => {
	test.each<[string, unknown]>([
		['at the top', payload],
		['in data', bare(payload)],
		['in a marked envelope', marked(payload)],
		['in an output that is no run', { output: payload }],
		['in the data of an output that is no run', { output: bare(payload) }],
		['in a run', run(payload)],
		['in a marked envelope of a run', run(marked(payload))],
		['in a run, as text with blanks before it', run(`\n ${text(payload)}`)],
		['in data of a run, all of it as text', run(text(bare(payload)))],
		['in a marked envelope as text', marked(text(payload))],
		['in an envelope in an envelope', marked(bare(payload))],
		['in the data of a run without output', { runId: 'r', status: 'COMPLETED', data: payload }],
		['in a run with a status that nobody knows', run(payload, { status: 'SUCCEEDED' })],
		['in a run with a status that is no text', run(payload, { status: 200 })],
		[
			'in a run whose provider says something',
			run(payload, { providerResponse: { httpStatus: 200, error: 'none' } }),
		],
		['beside an empty error', { ...payload, error: {} }],
		['beside a code as text', marked(payload, { code: '200' })],
		['beside a code in words', marked(payload, { code: 'OK' })],
		['beside a ret of 0', { ...payload, ret: '0' }],
	])('%s', (_place, body) => {
		expect(read(body, holdsPage)).toMatchObject({ payload });
	});
});

const [, payload, holdsPage] = PAYLOADS[0] as (typeof PAYLOADS)[number];

test.each([300, 404, 500])('a page in a completed run is a page, though HTTP says %i', (status) => {
	expect(read(run(payload), holdsPage, status)).toMatchObject({ payload, cost: 0.01 });
});

describe('the error of a layer is an error, and names its layer', () => {
	const platform = (words: string, charged = 'yes') => ({
		...{ code: 'PLATFORM_ERROR', layer: 'platform', words, charged },
	});
	const provider = (words: string) => ({
		...{ code: 'PROVIDER_ERROR', layer: 'provider', words, charged: 'yes' },
	});
	const free = { cost: { value: 0, currency: 'USD' } };
	const refusal = { code: 404, message: 'no', data: null };
	const coded = { ...payload, code: -510001, msg: 'gone' };

	test.each<[string, unknown, object]>([
		['a marked envelope', marked(null, { code: 400, message: 'no' }), provider('no')],
		['one without data', { code: 500, message: 'no', router: '/x' }, provider('no')],
		['one known by its cache', { code: 500, msg: 'no', cache_url: 'x' }, provider('no')],
		['one with success false', marked({}, { success: false, message: 'no' }), provider('no')],
		['one with the list', marked(payload, { code: 500, message: 'no' }), provider('no')],
		['a bare envelope', refusal, provider('no')],
		['a bare envelope, code as text', { code: '503', msg: 'no', data: {} }, provider('no')],
		['a bare envelope with the list', { code: 500, data: payload }, provider('code 500')],
		['a bare envelope in a run', run(refusal), { ...provider('no'), cost: 0.01, runId: 'run_1' }],
		['a payload', coded, platform('gone')],
		['a code that is no status', { code: 600, msg: 'gone', data: null }, platform('gone')],
		['an error', { error: { code: 4041, message: 'gone' } }, platform('gone')],
		['an error without words', { error: { code: 4041 } }, platform('error')],
		['a ret', { ret: -3, replies: [] }, platform('ret -3')],
		['a payload in a marked envelope', marked({ ret: 5 }), platform('ret 5')],
		['a payload in a run', run({ success: false }), platform('success is false')],
		['a payload in a free run', run({ ret: 5 }, free), platform('ret 5', 'no')],
	])('%s', (_label, body, failure) => {
		expect(read(body, holdsPage).failure).toMatchObject({
			...{ httpStatus: 200, retry: 'never' },
			...failure,
		});
	});

	test('the outermost one, where several have one', () => {
		const both = run(marked({ ...payload, ret: 5 }, { code: 500, message: 'no' }));
		expect(read(both, holdsPage).failure).toMatchObject({ layer: 'provider', words: 'no' });
		const all = { ...both, status: 'FAILED', providerResponse: { httpStatus: 502, error: 'bad' } };
		expect(read(all, holdsPage).failure).toMatchObject({ layer: 'provider', words: 'bad' });
		const blocked = { ...both, status: 'BLOCKED', reason: 'May' };
		expect(read(blocked, holdsPage).failure).toMatchObject({ layer: 'gateway', words: 'May' });
	});
});

describe('where no layer holds the list, there is still a payload to show', () => {
	test.each<[string, unknown, unknown]>([
		['the answer', { rows: [1] }, { rows: [1] }],
		['what a bare envelope is', { data: { rows: [1] } }, { data: { rows: [1] } }],
		['what a marked envelope holds', marked({ rows: [1] }), { rows: [1] }],
		['what a run holds', run({ rows: [1] }), { rows: [1] }],
		['what an envelope in a run holds', run(marked({ rows: [1] })), { rows: [1] }],
		['nothing, in a marked envelope', marked(null), undefined],
		['nothing, in a run', run(null), null],
		['text', '"hello"', 'hello'],
		['text in a run that only begins like JSON', run('{sorry'), '{sorry'],
	])('%s', (_label, body, shown) => {
		const answer = read(body, holdsPage);
		expect(answer).not.toHaveProperty('failure');
		expect(answer.payload).toEqual(shown);
	});
});

test('ids beyond 2^53 keep their digits, also in text', () => {
	const inside = '{"list":[12345678901234567890]}';
	for (const body of [inside, `{"data":${inside}}`, text(run(inside))]) {
		expect(read(body, holdsPage).payload).toEqual({ list: ['12345678901234567890'] });
	}
});

test.each([
	['a bare NaN', '{"list":[1],"a":NaN}'],
	['a raw line break', '{"list":[1],"a":"one\ntwo"}'],
	['a page as text that no strict parser reads', text(run('{"list":[1],"a":-Infinity}'))],
])('what was paid for is read although JSON has no such thing: %s', (_label, body) => {
	expect(read(body, holdsPage)).toMatchObject({ payload: { list: [1] } });
});

test('the list is not looked for without end', () => {
	const deep = `${'{"data":'.repeat(20_000)}{"list":[1]}${'}'.repeat(20_000)}`;
	expect(read(deep, holdsPage)).not.toHaveProperty('failure');
	let asked = 0;
	read(deep, () => {
		asked += 1;
		return false;
	});
	expect(asked).toBeLessThan(10);
});
