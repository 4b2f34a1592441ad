import { describe, expect, test } from '@jest/globals';

import type * as noAnswerModule from '../../nodes/DataAccess/gateway/noAnswer.ts';
import { failureOfNoAnswer } from '../../nodes/DataAccess/gateway/noAnswer.ts';
import type { Failure } from '../../nodes/DataAccess/shared/failure.ts';
import { readAnswer } from '../../nodes/DataAccess/gateway/answer.ts';
import type { Outcome } from '../harness/outcome.mts';

const nothing = () => false;
function read(status: number, body: unknown, headers = {}) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const { failure }: Outcome = readAnswer({ status, headers, text }, nothing);
	return failure;
}

/** What decides about the money: layer, code, whether it was charged, and whether further calls may follow. */
const decided = ({ layer, code, charged, retry, endsExecution }: Partial<Failure> = {}) =>
	`${layer} ${code} ${charged} ${retry}${endsExecution ? ' ends' : ''}`;

const plain = { code: 'some_code', message: 'The words' };
const cost = (value: unknown) => ({ cost: { value, currency: 'USD' } });

/** The rows of docs/development/gateway.md, Failures, that come without a run body. */
describe('a status without a run', () => {
	test.each<[statuses: number[], expected: string]>([
		[[300, 304, 399], 'gateway REQUEST_REFUSED no never'],
		[[301, 302, 303, 307, 308], 'gateway REDIRECTED no never'],
		[[400, 405, 409, 413, 418, 451], 'gateway REQUEST_REFUSED no never'],
		[[401], 'gateway KEY_REFUSED no never ends'],
		[[402], 'gateway BALANCE_TOO_LOW no never ends'],
		[[403], 'gateway ACCESS_DENIED no never ends'],
		[[404], 'gateway NOT_FOUND no never'],
		[[407], 'network UNREACHABLE no never ends'],
		[[408], 'gateway REQUEST_REFUSED maybe uncertain'],
		[[422], 'gateway INVALID_INPUT no never'],
		[[429], 'gateway RATE_LIMITED no safe'],
		[[500, 502, 503, 504, 599], 'gateway GATEWAY_ERROR maybe uncertain'],
	])('%j', (statuses, expected) => {
		for (const httpStatus of statuses) {
			const words = 'The words';
			for (const body of [plain, { error: plain }]) {
				expect(read(httpStatus, body)).toMatchObject({ httpStatus, words });
			}
			// Words that are not JSON are shown as they are, whatever they are.
			expect(read(httpStatus, 'Sorry')).toMatchObject({ excerpt: 'Sorry' });
			for (const body of [plain, 'Sorry', '', [], 'null']) {
				expect(decided(read(httpStatus, body))).toBe(expected);
			}
		}
	});

	test.each<[string, number, unknown, string, facts?: Partial<Failure>]>([
		['a web page', 404, '<html>', 'gateway NO_GATEWAY no never'],
		['a web page', 502, '<html>', 'gateway GATEWAY_ERROR maybe uncertain'],
		['a web page', 200, ' \n<html>', 'gateway NO_GATEWAY maybe uncertain'],
		['blanks', 204, ' \n', 'gateway UNRECOGNISED_ANSWER maybe uncertain'],
		['text', 200, 'Sorry', 'gateway UNRECOGNISED_ANSWER maybe uncertain', { excerpt: 'Sorry' }],
		['JSON that ends early', 200, '{"a":', 'gateway UNRECOGNISED_ANSWER maybe uncertain'],
		['anything', 202, { a: 1 }, 'gateway NOT_FINISHED maybe never'],
	])('with %s: %i', (...[, httpStatus, body, expected, facts]) => {
		const failure = read(httpStatus, body);
		expect(decided(failure)).toBe(expected);
		expect(failure).toMatchObject({ httpStatus, ...facts });
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
	const by500 = { output: null, providerResponse: { httpStatus: 500 } };
	const detail = (msg: string) => ({ detail: [{ loc: ['x'], msg }] });
	const busy = { status: 'FAILED', error: 'busy' };
	const sorry = { status: 'FAILED', message: 'sorry' };
	const odd = { status: 'CANCELLED', output: null, message: 'off' };
	const wrong = { status: 'COMPLETED', output: null, error: 'no' };
	const says = 'The request failed. Please retry, you were not charged.';

	test.each<[status: number, body: object, expected: string, facts?: Partial<Failure>]>([
		[
			200,
			{ status: 'BLOCKED', reason: 'May' },
			'gateway BUDGET_BLOCKED no never ends',
			{ words: 'May' },
		],
		[200, { status: ' blocked ' }, 'gateway BUDGET_BLOCKED no never ends'],
		[202, { status: 'READY' }, 'gateway NOT_FINISHED maybe never'],
		[202, { status: 'STOPPING' }, 'gateway NOT_FINISHED maybe never'],
		[202, { status: 'RUNNING', ...cost(0) }, 'gateway NOT_FINISHED maybe never'],
		[202, { status: 'RUNNING', ...cost(0.01) }, 'gateway NOT_FINISHED yes never', { cost: 0.01 }],
		[408, { status: 'TIMED_OUT' }, 'gateway RUN_TIMED_OUT no safe'],
		[408, { status: 'TIMED_OUT', ...cost(0.01) }, 'gateway RUN_TIMED_OUT yes uncertain'],
		[200, { status: 'STOPPED' }, 'gateway RUN_FAILED maybe never'],
		[200, { status: 'STOPPED', ...cost(0) }, 'gateway RUN_FAILED no never'],
		[503, failed(503, 'busy', cost(0)), 'provider PROVIDER_ERROR no safe', { cost: 0 }],
		[503, failed(503, 'busy', cost(0.01)), 'provider PROVIDER_ERROR yes uncertain'],
		[429, failed(429, 'slow'), 'provider RATE_LIMITED no safe'],
		[422, failed(422, detail('no')), 'provider INVALID_INPUT no never', { field: 'x' }],
		[400, failed(400, detail('odd')), 'provider PROVIDER_ERROR maybe never', { field: undefined }],
		[400, failed(400, says), 'provider PROVIDER_ERROR no safe', { words: says }],
		[400, failed(400, says, cost(0.01)), 'provider PROVIDER_ERROR yes uncertain'],
		[200, failed('502', 'busy'), 'provider PROVIDER_ERROR maybe uncertain'],
		[200, failed(undefined, 'busy'), 'provider PROVIDER_ERROR maybe never', { words: 'busy' }],
		[502, busy, 'provider PROVIDER_ERROR maybe uncertain', { words: 'busy' }],
		[200, sorry, 'provider PROVIDER_ERROR maybe never', { words: 'sorry' }],
		[200, { status: 'COMPLETED', ...by500 }, 'provider PROVIDER_ERROR maybe uncertain'],
		[500, { status: 'COMPLETED', output: null }, 'provider PROVIDER_ERROR maybe uncertain'],
		[200, wrong, 'provider PROVIDER_ERROR maybe never', { words: 'no' }],
		[200, odd, 'provider PROVIDER_ERROR maybe never', { words: 'off' }],
	])('HTTP %i, %j', (...[httpStatus, body, expected, facts]) => {
		const failure = read(httpStatus, { runId: 'run_1', ...body });
		expect(decided(failure)).toBe(expected);
		expect(failure).toMatchObject({ httpStatus, runId: 'run_1', ...facts });
	});

	test.each([
		['run_1', 'run_1'],
		[17, '17'],
		['', undefined],
		[{ toString: 1 }, undefined],
	])('the id %j', (runId, shown) => {
		expect(read(200, { runId, status: 'STOPPED' })?.runId).toBe(shown);
	});

	// Each clause of the sentence is needed: without one, the call may have been charged.
	test.each<[string, boolean]>([
		[says, true],
		['FAILED - TRY AGAIN - NO CHARGE', true],
		['Error. Please retry; this request was never billed.', true],
		['Please retry, you were not charged.', false],
		['The request failed, you were not charged.', false],
		['The request failed. Please retry.', false],
		['The request failed. Please retry, you were charged.', false],
		['The request failed. Please do not retry. You were charged.', false],
		['The request failed. Do not retry you were charged.', false],
		['Error: no refund: you were charged, try again', false],
		['Failed, try again: it could not be completed but was charged', false],
		[`${'x'.repeat(5000)} ${says}`, false],
	])('a provider 400 that says %j', (error, isTransient) => {
		expect(read(400, failed(400, error))?.retry).toBe(isTransient ? 'safe' : 'never');
	});
});

test('Retry-After goes along with whatever failed', () => {
	const headers = { 'retry-after': '7' };
	const run = { runId: 'r', status: 'FAILED', providerResponse: { httpStatus: 429 } };
	for (const body of [plain, run]) expect(read(429, body, headers)?.retryAfter).toBe(7);
	expect(read(429, plain, { 'retry-after': '-5' })?.retryAfter).toBeUndefined();
});

test.each<[noAnswerModule.NoAnswer['noAnswer'], string]>([
	['unsent', 'network UNREACHABLE no safe'],
	['broken', 'network NO_ANSWER maybe uncertain'],
	['deadline', 'network DEADLINE maybe uncertain'],
	['stopped', 'network STOPPED maybe never'],
])('no answer: %s', (noAnswer, expected) => {
	const failure = failureOfNoAnswer({ noAnswer, words: 'said' }, 30_000);
	expect(decided(failure)).toBe(expected);
	expect(failure.httpStatus).toBeNull();
});
