import { describe, expect, test } from '@jest/globals';

import type * as noAnswerModule from '../../nodes/DataAccess/gateway/noAnswer.ts';
import type { Failure } from '../../nodes/DataAccess/shared/failure.ts';
import { built } from '../harness/built.mts';
import { readAnswer } from '../harness/builtGateway.mts';
import type { Outcome } from '../harness/builtGateway.mts';

const { failureOfNoAnswer } = built<typeof noAnswerModule>('gateway/noAnswer');

const nothing = () => false;
function read(status: number, body: unknown, headers = {}) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const { failure }: Outcome = readAnswer({ status, headers, text }, nothing);
	return failure;
}

const plain = { code: 'some_code', message: 'The words' };
const cost = (value: unknown) => ({ cost: { value, currency: 'USD' } });

const free = { charged: 'no' };
const unclear = { charged: 'maybe' };
const charged = { charged: 'yes', cost: 0.01 };

/** The rows of docs/development/gateway.md, Failures, that come without a run body. */
describe('a status without a run', () => {
	test.each<[number, object]>([
		...[300, 304, 305, 306, 399].map((status): [number, object] => [
			status,
			{ code: 'REQUEST_REFUSED', ...free, retry: 'never' },
		]),
		...[301, 302, 303, 307, 308].map((status): [number, object] => [
			status,
			{ code: 'REDIRECTED', ...free, retry: 'never' },
		]),
		[400, { code: 'REQUEST_REFUSED', ...free, retry: 'never' }],
		[401, { code: 'KEY_REFUSED', ...free, retry: 'never', endsExecution: true }],
		[402, { code: 'BALANCE_TOO_LOW', ...free, retry: 'never', endsExecution: true }],
		[403, { code: 'ACCESS_DENIED', ...free, retry: 'never', endsExecution: true }],
		[404, { code: 'NOT_FOUND', ...free, retry: 'never' }],
		[405, { code: 'REQUEST_REFUSED', ...free, retry: 'never' }],
		[408, { code: 'REQUEST_REFUSED', ...unclear, retry: 'uncertain' }],
		[413, { code: 'REQUEST_REFUSED', ...free, retry: 'never' }],
		[422, { code: 'INVALID_INPUT', ...free, retry: 'never' }],
		[429, { code: 'RATE_LIMITED', ...free, retry: 'safe' }],
		[500, { code: 'GATEWAY_ERROR', ...unclear, retry: 'uncertain' }],
		[502, { code: 'GATEWAY_ERROR', ...unclear, retry: 'uncertain' }],
		[503, { code: 'GATEWAY_ERROR', ...unclear, retry: 'uncertain' }],
		[504, { code: 'GATEWAY_ERROR', ...unclear, retry: 'uncertain' }],
		[599, { code: 'GATEWAY_ERROR', ...unclear, retry: 'uncertain' }],
	])('%i', (status, expected) => {
		const failure = { layer: 'gateway', httpStatus: status, ...expected };
		expect(read(status, plain)).toMatchObject({ ...failure, words: 'The words' });
		expect(read(status, { error: plain })).toMatchObject({ ...failure, words: 'The words' });
		// Words that are not JSON are shown as they are, whatever they are.
		expect(read(status, '')).toMatchObject({ ...failure, excerpt: '' });
		expect(read(status, 'Sorry')).toMatchObject({ ...failure, excerpt: 'Sorry' });
		expect(read(status, [])).toMatchObject(failure);
		expect(read(status, 'null')).toMatchObject(failure);
	});

	test.each<[string, number, unknown, object]>([
		[
			'a field',
			422,
			{ detail: [{ loc: ['body', 'count'], msg: 'is odd' }] },
			{ field: 'count', words: 'count: is odd' },
		],
		['a web page', 404, '<html>', { code: 'NO_GATEWAY', ...free, retry: 'never' }],
		['a web page', 502, '<html>', { code: 'GATEWAY_ERROR', ...unclear }],
		['a web page', 200, ' \n<html>', { code: 'NO_GATEWAY', ...unclear, retry: 'uncertain' }],
		['nothing', 200, '', { code: 'UNRECOGNISED_ANSWER', ...unclear }],
		['blanks', 204, ' \n', { code: 'UNRECOGNISED_ANSWER', ...unclear }],
		['text', 200, 'Sorry', { code: 'UNRECOGNISED_ANSWER', ...unclear, excerpt: 'Sorry' }],
		[
			'JSON that ends early',
			200,
			'{"a":',
			{ code: 'UNRECOGNISED_ANSWER', ...unclear, retry: 'uncertain' },
		],
		['anything', 202, { a: 1 }, { code: 'NOT_FINISHED', ...unclear, retry: 'never' }],
	])('with %s: %i', (_label, status, body, expected) => {
		expect(read(status, body)).toMatchObject({ layer: 'gateway', httpStatus: status, ...expected });
	});
});

/** The rows of docs/development/gateway.md, Failures, that come with a run body. */
describe('a run', () => {
	const failed = (httpStatus: unknown, error: unknown, more: object = {}) => ({
		status: 'FAILED',
		output: null,
		providerResponse: { httpStatus, error },
		...more,
	});
	const provider = { code: 'PROVIDER_ERROR', layer: 'provider' };
	const says = 'The request failed. Please retry, you were not charged.';

	test.each<[string, number, object, object]>([
		[
			'BLOCKED',
			200,
			{ status: 'BLOCKED', reason: 'May' },
			{ code: 'BUDGET_BLOCKED', words: 'May', ...free, retry: 'never', endsExecution: true },
		],
		['READY', 202, { status: 'READY' }, { code: 'NOT_FINISHED', ...unclear, retry: 'never' }],
		['RUNNING', 202, { status: 'RUNNING', ...cost(0) }, { code: 'NOT_FINISHED', ...unclear }],
		['STOPPING', 202, { status: 'STOPPING' }, { code: 'NOT_FINISHED', ...unclear, retry: 'never' }],
		[
			'RUNNING, charged already',
			202,
			{ status: 'RUNNING', ...cost(0.01) },
			{ code: 'NOT_FINISHED', ...charged },
		],
		['TIMED_OUT', 408, { status: 'TIMED_OUT' }, { code: 'RUN_TIMED_OUT', ...free, retry: 'safe' }],
		[
			'TIMED_OUT, charged',
			408,
			{ status: 'TIMED_OUT', ...cost(0.01) },
			{ code: 'RUN_TIMED_OUT', ...charged, retry: 'uncertain' },
		],
		['STOPPED', 200, { status: 'STOPPED' }, { code: 'RUN_FAILED', ...unclear, retry: 'never' }],
		['STOPPED, free', 200, { status: 'STOPPED', ...cost(0) }, { code: 'RUN_FAILED', ...free }],
		['in small letters', 200, { status: ' blocked ' }, { code: 'BUDGET_BLOCKED' }],
		[
			'FAILED by a 503, free',
			503,
			failed(503, 'busy', cost(0)),
			{ ...provider, ...free, retry: 'safe' },
		],
		[
			'FAILED by a 503, charged',
			503,
			failed(503, 'busy', cost(0.01)),
			{ ...provider, ...charged, retry: 'uncertain' },
		],
		[
			'FAILED by a 429',
			429,
			failed(429, 'slow'),
			{ code: 'RATE_LIMITED', layer: 'provider', ...free, retry: 'safe' },
		],
		[
			'FAILED by a 422',
			422,
			failed(422, { detail: [{ loc: ['x'], msg: 'no' }] }),
			{
				code: 'INVALID_INPUT',
				layer: 'provider',
				field: 'x',
				...free,
				retry: 'never',
			},
		],
		[
			'FAILED by a 400',
			400,
			failed(400, { detail: [{ loc: ['x'], msg: 'odd' }] }),
			{ ...provider, words: 'x: odd', field: undefined, ...unclear, retry: 'never' },
		],
		['FAILED by a 400 in passing', 400, failed(400, says), { ...provider, ...free, retry: 'safe' }],
		[
			'FAILED by a 400 in passing, charged',
			400,
			failed(400, says, cost(0.01)),
			{ ...provider, ...charged, retry: 'uncertain' },
		],
		['FAILED by a status as text', 200, failed('502', 'busy'), { ...provider, retry: 'uncertain' }],
		[
			'FAILED by no status',
			200,
			failed(undefined, 'busy'),
			{ ...provider, words: 'busy', retry: 'never' },
		],
		['FAILED, HTTP 502', 502, { status: 'FAILED', error: 'busy' }, { ...provider, words: 'busy' }],
		[
			'FAILED without more',
			200,
			{ status: 'FAILED', message: 'sorry' },
			{ ...provider, words: 'sorry', ...unclear, retry: 'never' },
		],
		[
			'COMPLETED in spite of a 500',
			200,
			{ status: 'COMPLETED', output: null, providerResponse: { httpStatus: 500 } },
			{ ...provider, retry: 'uncertain' },
		],
		[
			'COMPLETED with HTTP 500',
			500,
			{ status: 'COMPLETED', output: null },
			{ ...provider, retry: 'uncertain' },
		],
		[
			'COMPLETED with an error of its own',
			200,
			{ status: 'COMPLETED', output: null, error: 'no' },
			{ ...provider, words: 'no' },
		],
		[
			'of an unknown status, without a page',
			200,
			{ status: 'CANCELLED', output: null, message: 'off' },
			{ ...provider, words: 'off', ...unclear },
		],
	])('%s', (_label, status, body, expected) => {
		expect(read(status, { runId: 'run_1', ...body })).toMatchObject({
			layer: 'gateway',
			httpStatus: status,
			runId: 'run_1',
			...expected,
		});
	});

	test.each([
		['run_1', 'run_1'],
		[17, '17'],
		['12345678901234567890', '12345678901234567890'],
		['', undefined],
		[null, undefined],
		[{ toString: 1 }, undefined],
		[['a'], undefined],
	])('the id %j', (runId, shown) => {
		expect(read(200, { runId, status: 'STOPPED' })?.runId).toBe(shown);
	});

	// Each clause of the sentence is needed: without one, the call may have been charged.
	test.each<[string, boolean]>([
		[says, true],
		['FAILED - TRY AGAIN - NO CHARGE', true],
		['Error. Please retry; this request was never billed.', true],
		['Error, retry later. It will not incur any fee', true],
		['Please retry, you were not charged.', false],
		['The request failed, you were not charged.', false],
		['The request failed. Please retry.', false],
		['The request failed. Please retry, you were charged.', false],
		['The request failed. Please do not retry. You were charged.', false],
		['The request failed. Please do not retry, you were charged.', false],
		['The request failed. Do not retry you were charged.', false],
		['Error: no refund: you were charged, try again', false],
		['Failed, try again: it could not be completed but was charged', false],
		[`${'x'.repeat(5000)} ${says}`, false],
		['', false],
	])('a provider 400 that says %j', (error, isTransient) => {
		expect(read(400, failed(400, error))?.retry).toBe(isTransient ? 'safe' : 'never');
	});
});

test('Retry-After goes along with whatever failed', () => {
	const headers = { 'retry-after': '7' };
	expect(read(429, plain, headers)).toMatchObject({ retryAfter: 7 });
	expect(read(503, plain, headers)).toMatchObject({ retryAfter: 7 });
	const run = { runId: 'r', status: 'FAILED', providerResponse: { httpStatus: 429 } };
	expect(read(429, run, headers)).toMatchObject({ retryAfter: 7 });
	expect(read(429, plain, { 'retry-after': '-5' })?.retryAfter).toBeUndefined();
});

test.each<[noAnswerModule.NoAnswer['noAnswer'], boolean, number, Partial<Failure>]>([
	['broken', false, 30_000, { code: 'UNREACHABLE', charged: 'no', retry: 'safe', words: 'said' }],
	[
		'broken',
		true,
		30_000,
		{ code: 'NO_ANSWER', charged: 'maybe', retry: 'uncertain', words: 'said' },
	],
	['deadline', true, 30_000, { code: 'DEADLINE', charged: 'maybe', retry: 'uncertain' }],
	['stopped', true, 30_000, { code: 'STOPPED', charged: 'maybe', retry: 'never' }],
])('no answer: %s, arrived: %s, given up after %d ms', (noAnswer, arrived, timeout, expected) => {
	const failure = failureOfNoAnswer({ noAnswer, arrived, words: 'said' }, timeout);
	expect(failure).toMatchObject({ layer: 'network', httpStatus: null, ...expected });
});

const BROKEN = { noAnswer: 'broken', arrived: true, words: 'said' } as const;

test.each(['Z_DATA_ERROR', 'incorrect header check', 'invalid stored block lengths'])(
	'an answer that cannot be unpacked is no broken connection: %s',
	(words) => {
		const failure = failureOfNoAnswer({ noAnswer: 'broken', arrived: true, words }, 30_000);
		expect(failure).toMatchObject({ code: 'NO_ANSWER', ...unclear, words });
		expect(failure.particular).not.toBe(failureOfNoAnswer(BROKEN, 30_000).particular);
	},
);
