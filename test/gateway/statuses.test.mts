import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import { WORDS } from '../../nodes/DataAccess/deliver/failureWords.ts';
import type { Failure } from '../../nodes/DataAccess/shared/failure.ts';
import { readResponse } from '../../nodes/DataAccess/gateway/response.ts';
import { RUN_STATUSES as SENT_STATUSES } from '../../emulator/answers/layers.mts';
import { RUN_STATUSES } from '../../nodes/DataAccess/gateway/statuses.ts';
import { ANSWERED, LATE, LOST } from '../harness/failures.mts';
import type { Outcome } from '../harness/outcome.mts';

const nothing = { holdsPage: () => false, readPage: () => ({ records: [] }) };
/** The statuses of runs in these tests. */
const sent = new Set<unknown>();

function read(status: number, body: unknown, headers = {}) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	sent.add((body as { status?: unknown } | null)?.status);
	const { failure }: Outcome = readResponse({ status, headers, text }, nothing);
	return failure;
}

const seen = new Set<unknown>();

/** Returns what matters for money: layer, code, whether it was charged, and whether more calls may follow. */
function decided({ layer, code, charged, retry, endsExecution }: Partial<Failure> = {}): string {
	seen.add(code);
	return `${layer} ${code} ${charged} ${retry}${endsExecution ? ' ends' : ''}`;
}

const plain = { code: 'some_code', message: 'The words' };
const TRY_AGAIN = 'The request failed. Please retry, you were not charged.';
const cost = (value: unknown) => ({ cost: { value, currency: 'USD' } });

const PAGE = '<html><title> Tom &amp; &#x4f60;</title>';
/** The title of a web page is its message, if nothing else is known. */
const TITLE = { words: 'Tom & 你' };

/** The rows of docs/development/gateway.md, Failures, without a run body. */
describe('a status without a run', () => {
	test.each<[statuses: number[], expected: string]>([
		[[300, 301, 302, 304, 307, 308], 'gateway REDIRECTED no never'],
		[[303], 'gateway REDIRECTED maybe never'],
		[[400, 405, 409, 413, 418, 451], 'gateway REQUEST_REFUSED no never'],
		[[401], 'gateway KEY_REFUSED no never ends'],
		[[402], 'gateway BALANCE_TOO_LOW no never ends'],
		[[403], 'gateway ACCESS_DENIED no never ends'],
		[[404], 'gateway NOT_FOUND no never'],
		[[407], 'network UNREACHABLE no never ends'],
		[[422], 'gateway INVALID_INPUT no corrected'],
		[[429], 'gateway RATE_LIMITED no safe'],
		[[408, 500, 502, 503, 504, 599], 'gateway GATEWAY_ERROR maybe uncertain'],
	])('%j', (statuses, expected) => {
		for (const httpStatus of statuses) {
			const failures = [plain, { detail: plain }, 'Sorry', '', [], 'null'].map((body) =>
				read(httpStatus, body),
			);
			for (const failure of failures) expect(decided(failure)).toBe(expected);
			// An answer without a message is quoted.
			const expectedWords = { httpStatus, words: 'The words', excerpt: undefined };
			const quoted = { excerpt: 'Sorry' };
			expect(failures).toMatchObject([expectedWords, expectedWords, quoted, {}, {}, {}]);
		}
	});

	// The same inside a 200 with nothing beside it.
	test.each<[unknown, string]>([
		[{ code: 401, message: 'The words' }, 'gateway KEY_REFUSED no never ends'],
		[{ code: '404', message: 'The words', data: null }, 'gateway NOT_FOUND no never'],
		[{ error: { code: 403, message: 'The words' } }, 'gateway ACCESS_DENIED no never ends'],
		[{ code: 402, message: 'The words' }, 'gateway BALANCE_TOO_LOW no never ends'],
		[{ code: 'bad_input', message: 'The words' }, 'platform PLATFORM_ERROR yes never'],
		[{ code: 429, msg: 'The words', data: {} }, 'gateway RATE_LIMITED no safe'],
		[{ code: 503, msg: 'The words', data: {} }, 'gateway GATEWAY_ERROR maybe uncertain'],
		[{ code: 404, message: 'The words', data: { a: 1 } }, 'platform PLATFORM_ERROR yes never'],
	])('inside 200: %j', (body, expected) => {
		const failure = read(200, body);
		expect([decided(failure), failure?.words]).toEqual([expected, 'The words']);
	});

	test.each<[statuses: number[], text: string, expected: string, facts?: Partial<Failure>]>([
		[[400, 404, 405, 413, 422], PAGE, 'gateway NO_GATEWAY no never', TITLE],
		[[401, 402, 403], PAGE, 'gateway NO_GATEWAY no never ends', TITLE],
		[[200], PAGE, 'gateway NO_GATEWAY maybe never', TITLE],
		[[307], PAGE, 'gateway REDIRECTED no never'],
		[[407], PAGE, 'network UNREACHABLE no never ends'],
		[[408, 502, 503], PAGE, 'gateway GATEWAY_ERROR maybe uncertain'],
		[[429], PAGE, 'gateway RATE_LIMITED no safe'],
		[[200, 204], ' \n', 'gateway UNRECOGNISED_ANSWER maybe never'],
		[[200], 'Sorry', 'gateway UNRECOGNISED_ANSWER maybe never', { excerpt: 'Sorry' }],
		[[200], '{"a":', 'gateway UNRECOGNISED_ANSWER maybe never', { excerpt: '{"a":' }],
		[[202], '{"a":1}', 'gateway NOT_FINISHED maybe never'],
	])('%j with %j', (statuses, text, expected, facts = {}) => {
		for (const httpStatus of statuses) {
			const failure = read(httpStatus, text);
			expect(decided(failure)).toBe(expected);
			expect(failure).toMatchObject({ httpStatus, ...facts });
		}
	});
});

/** The rows of docs/development/gateway.md, Failures, with a run body. */
describe('a run', () => {
	const failed = (httpStatus: unknown, error: unknown, more: object = {}) => ({
		status: 'FAILED',
		output: null,
		providerResponse: { httpStatus, error },
		...more,
	});
	const outputOf429 = { status: 'COMPLETED', providerResponse: { httpStatus: 429 } };
	const blocked = { status: 'BLOCKED', reason: 'May' };
	const by500 = { output: null, providerResponse: { httpStatus: 500 } };
	const detail = (msg: string) => ({ detail: [{ loc: ['x'], msg }] });
	const busy = { status: 'FAILED', error: 'busy' };
	const odd = { status: 'CANCELLED', output: null, message: 'off' };
	const wrong = { status: 'COMPLETED', output: null, error: 'no' };
	const says = TRY_AGAIN;

	test.each<[status: number, body: object, expected: string, facts?: Partial<Failure>]>([
		[200, blocked, 'gateway BUDGET_BLOCKED no never ends', { words: 'May' }],
		[202, { status: 'READY' }, 'gateway NOT_FINISHED maybe never'],
		[202, { status: 'STOPPING' }, 'gateway NOT_FINISHED maybe never'],
		[202, { status: 'RUNNING', ...cost(0.01) }, 'gateway NOT_FINISHED maybe never', { cost: 0.01 }],
		[408, { status: 'TIMED_OUT' }, 'gateway RUN_TIMED_OUT no safe'],
		[408, { status: 'TIMED_OUT', ...cost(0.01) }, 'gateway RUN_TIMED_OUT yes uncertain'],
		[200, { status: 'STOPPED', ...cost(0) }, 'gateway RUN_FAILED no never'],
		[503, failed(503, 'busy', cost(0)), 'provider PROVIDER_ERROR no safe', { cost: 0 }],
		[503, failed(503, 'busy', cost(0.01)), 'provider PROVIDER_ERROR yes uncertain'],
		[429, failed(429, 'slow'), 'provider RATE_LIMITED no safe'],
		[422, failed(422, detail('no')), 'provider INVALID_INPUT no corrected', { field: 'x' }],
		[400, failed(400, detail('odd')), 'provider PROVIDER_ERROR maybe never', { field: 'x' }],
		[400, failed(400, says), 'provider PROVIDER_ERROR no safe', { words: says }],
		[400, failed(400, says, cost(0.01)), 'provider PROVIDER_ERROR yes uncertain'],
		[200, failed('502', 'busy'), 'provider PROVIDER_ERROR maybe uncertain'],
		[200, failed(undefined, 'busy'), 'provider PROVIDER_ERROR maybe never', { words: 'busy' }],
		[502, busy, 'provider PROVIDER_ERROR maybe uncertain', { words: 'busy' }],
		[200, { status: 'COMPLETED', ...by500 }, 'provider PROVIDER_ERROR maybe uncertain'],
		[
			200,
			{ status: 'COMPLETED', ...by500, output: { a: 1 } },
			'provider PROVIDER_ERROR maybe uncertain',
		],
		...[null, undefined, '', {}, '[]', 'null', ' ', 0, false].map(
			(output): [number, object, string] => [
				...([200, { status: 'completed', output }, 'gateway NOT_FINISHED maybe never'] as const),
			],
		),
		[200, {}, 'gateway NOT_FINISHED maybe never', { variant: 'noOutput' }],
		[200, { ...outputOf429, output: { a: 1 } }, 'provider RATE_LIMITED yes uncertain'],
		[200, { ...outputOf429, output: { a: 1 }, ...cost(0) }, 'provider RATE_LIMITED no safe'],
		[402, failed(402, 'Insufficient balance'), 'provider BALANCE_TOO_LOW no never ends'],
		[200, failed(403, '余额不足', cost(0.01)), 'provider BALANCE_TOO_LOW yes never ends'],
		[500, { status: 'COMPLETED', output: null }, 'provider PROVIDER_ERROR maybe uncertain'],
		[200, wrong, 'gateway NOT_FINISHED maybe never', { words: 'no' }],
		[200, odd, 'gateway NOT_FINISHED maybe never', { words: 'off' }],
	])('HTTP %i, %j', (...[httpStatus, body, expected, facts]) => {
		const failure = read(httpStatus, { runId: 'run_1', ...body });
		expect(decided(failure)).toBe(expected);
		expect(failure).toMatchObject({ httpStatus, runId: 'run_1', ...facts });
	});

	test('a provider 400 that says so only in Chinese', () => {
		const words = '请求失败，请重试，本次请求不会被计费。';
		const refusal = { detail: { code: 400, message_zh: words, router: '/x' } };
		const failure = read(400, failed(400, refusal as never, { runId: 'r', ...cost(0) }));
		expect([decided(failure), failure?.words]).toEqual(['provider PROVIDER_ERROR no safe', words]);
	});

	// Each clause of the message is needed: without one of them, the call may have been charged.
	test.each<[string, boolean]>([
		[says, true],
		['Error. Please retry; this request was never billed.', true],
		["Request failed. Please retry, you won't be charged for it.", true],
		['请求失败，请重试，本次请求不会被计费。', true],
		['上游超时，本次未扣费，请稍后重试', true],
		['服务繁忙，不收费，请重试', true],
		['请求失败，没有产生任何费用，可重试。', true],
		['请求失败，请重试。', false],
		['请求失败，本次未扣费。', false],
		['请求失败，本次未扣除费用，请重试', true],
		['请求失败，可能未扣费，请重试', false],
		['请求失败，可能本次不会被计费，请重试', false],
		['请求失败，请重试，不会扣费两次', false],
		['请求失败，请重试，不会重复扣费', false],
		['请求失败，请重试，是否未扣费请查看账单', false],
		['请求失败，已扣费，请勿重试', false],
		['The request failed. It is not known whether you were charged; retry later.', false],
		['Upstream error. Please retry, no extra charge.', false],
		['Please retry, you were not charged.', false],
		['The request failed. Please retry.', false],
		['The request failed, you were not charged.', false],
		['The request failed. You may not be charged. Please retry.', false],
		['The request failed. Please retry, you were charged.', false],
		['The request failed. Please retry, you will not be charged twice.', false],
		[`${'x'.repeat(5000)} ${says}`, false],
	])('a provider 400 that says %j', (error, isTransient) => {
		expect(read(400, failed(400, error, { runId: 'r' }))?.retry).toBe(
			isTransient ? 'safe' : 'never',
		);
	});
});

const envelope = (code: number) => ({ code, msg: '余额不足', request_id: 'r', data: null });
const ofRun = (output: object) => ({ runId: 'r', status: 'COMPLETED', output });
const NO_MONEY = { code: 'x', message: '余额不足' };

/** Who may report that the account has no money: not a platform, because its message is about one article. */
test.each<[statuses: number[], body: unknown, expected: string]>([
	[[400, 403, 429, 500], NO_MONEY, 'gateway BALANCE_TOO_LOW no never ends'],
	[[200], envelope(400), 'provider BALANCE_TOO_LOW no never ends'],
	[[200], ofRun({ ...envelope(402), msg: 'No' }), 'provider BALANCE_TOO_LOW yes never ends'],
	[[200], ofRun({ success: false, msg: '余额不足' }), 'platform PLATFORM_ERROR yes never'],
	[[200], { success: false, ...NO_MONEY, items: [1] }, 'platform PLATFORM_ERROR yes never'],
	// What the status says comes first.
	[[401], NO_MONEY, 'gateway KEY_REFUSED no never ends'],
	[[401], { ...plain, code: 402 }, 'gateway KEY_REFUSED no never ends'],
	[[404], { ...plain, code: 402 }, 'gateway NOT_FOUND no never'],
	[[502], '[{"text":"余额不足', 'gateway GATEWAY_ERROR maybe uncertain'],
	[[400], { detail: { code: 400, message: TRY_AGAIN } }, 'gateway REQUEST_REFUSED no safe'],
	[[402], { detail: { code: 402, message: TRY_AGAIN } }, 'gateway BALANCE_TOO_LOW no never ends'],
])('HTTP %j, %j', (statuses, body, expected) => {
	for (const status of statuses) expect(decided(read(status, body))).toBe(expected);
});

const validation = (...entries: unknown[]) => ({ detail: entries });
const isOdd = { loc: ['body', 'input', 'count'], msg: 'is odd' };

test.each<[said: unknown, words?: string, field?: string]>([
	['"it broke"', 'it broke'],
	[{ code: 4, message: 'it broke' }, 'it broke'],
	[{ error: { code: 4, message: 'it broke' } }, 'it broke'],
	// From the provider of the six operations, also as text.
	[{ detail: { code: 400, message: 'it broke', router: '/x' } }, 'it broke'],
	[{ error: '{"detail":{"code":"400","message":"it broke"}}' }, 'it broke'],
	[{ msg: 'it broke' }, 'it broke'],
	[{ errors: [{ message: 'it broke' }] }, 'it broke'],
	[{ error: { detail: 'it broke' } }, 'it broke'],
	[{ error: '{it broke' }, '{it broke'],
	[{ message: { a: 1 }, msg: 'it broke' }, 'it broke'],
	[{ detail: [], msg: 'it broke' }, 'it broke'],
	[{ code: 'BROKEN' }],
	[validation(isOdd), 'is odd', 'count'],
	[validation(isOdd, { loc: ['body', 'cursor', 0], msg: 'no' }), 'is odd', 'count'],
	[validation({ loc: ['count'], msg: { toString: 1 } }), undefined, 'count'],
	[{ error: { toString: 1, message: { toString: 1 } } }],
])('the message and the field of %j', (...[said, words, field]) => {
	expect(read(400, said)).toMatchObject({ words, field });
});

const NO_MONEY_WORDS = [
	...['Insufficient balance', 'Your credit balance is too low to access the API'],
	'You exceeded your current quota, please check your plan and billing details.',
	...['余额不足', '账户余额不足，请充值', '您的账户已欠费'],
	{ code: 'INSUFFICIENT_BALANCE' },
	{ error: { code: 'insufficient_quota', message: 'Sorry' } },
];
const OTHER_WORDS = [
	...['该内容需要充值会员查看', '请求过于频繁，次数已达上限', '余额无法查询'],
	...['Your free trial has ended', 'Daily limit reached for this user profile'],
	...['Quota exceeded: 10 requests per minute', 'Unknown operation get_balance'],
	...['Créditos agotados', { code: 4020, message: 'Sorry' }],
	validation({ ...isOdd, msg: 'Insufficient balance' }),
];

test.each([
	...NO_MONEY_WORDS.map((said) => [said, 'BALANCE_TOO_LOW'] as const),
	...OTHER_WORDS.map((said) => [said, 'REQUEST_REFUSED'] as const),
])('%j is %s', (said, code) => {
	expect(read(400, JSON.stringify(said))?.code).toBe(code);
});

test('a wait in the body is part of the failure', () => {
	expect(read(429, { ...plain, retry_after: 7 })?.retryAfter).toBe(7);
});

/** Codes that are not about a call. */
const OTHERS = ['MAX_COST', 'PRICE_UNKNOWN', 'NOT_CALLED', 'UNEXPECTED'];

test('each code has a row here, and each code of a call has a fault for tests of the whole node', () => {
	const codes = Object.keys(WORDS).filter((code) => !OTHERS.includes(code));
	const unanswered = ['DEADLINE', 'NO_ANSWER', 'STOPPED'];
	expect([...seen, ...unanswered].sort()).toEqual(codes.sort());
	const faults = [...ANSWERED, ...LOST, ...LATE].map(({ code }) => code);
	// These two need no fault: nothing listens at the address, or the user has stopped the execution.
	expect([...new Set(faults), 'UNREACHABLE', 'STOPPED'].sort()).toEqual(codes);
});

test('each status of a run has a row here, a fault in the emulator, and a place in the documents', () => {
	const statuses = [...RUN_STATUSES.keys()].sort();
	expect([...SENT_STATUSES].sort()).toEqual(statuses);
	expect(statuses.filter((status) => !sent.has(status))).toEqual([]);
	const document = readFileSync('docs/development/gateway.md', 'utf8');
	const [, layers = ''] = document.split('## Layers of a response');
	expect(statuses.filter((status) => !layers.includes(`\`${status}\``))).toEqual([]);
});
