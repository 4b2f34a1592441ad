import type { Fault } from '../../emulator/emulator.mts';

/** One way in which a call can fail (docs/development/gateway.md, Failures), and how the node must report it. */
export interface FailureRow {
	name: string;
	fault: Fault;
	code: string;
	/** Whether the call was charged, as far as the node can know. */
	charged: 'no' | 'yes' | 'maybe';
	/** Options of the node that make the failure happen soon enough for a test. */
	options?: { timeout: number };
	/** Every later call of the execution would fail, too; `first`: only if no call has succeeded yet. */
	ends?: true | 'first';
}

type Row = [name: string, code: string, fault: Fault];

const rows = (charged: FailureRow['charged'], all: Row[], more: Partial<FailureRow> = {}) =>
	all.map(([name, code, fault]): FailureRow => ({ name, code, fault, charged, ...more }));

/** Returns rows of failures that the node retries by itself: each retry fails like the first call. */
const retried = (all: Row[]) =>
	rows('no', all).map((row) => ({ ...row, fault: { ...row.fault, times: timesOf(row) } }));

/** Three retries; of rate limits the first, which no call has met alone, and eight more. */
const timesOf = ({ code }: FailureRow) => (code === 'RATE_LIMITED' ? 9 : 4);

const PROVIDER = { kind: 'provider' } as const;
const INSIDE: Fault = { ...PROVIDER, providerStatus: 500, httpStatus: 200, runStatus: 'COMPLETED' };

/** Failures with an answer (docs/development/gateway.md, Failures). test/gateway/ has all statuses and layers. */
export const ANSWERED: FailureRow[] = [
	...rows(
		'no',
		[
			['200 BLOCKED', 'BUDGET_BLOCKED', { kind: 'blocked' }],
			['401', 'KEY_REFUSED', { kind: 'refused', httpStatus: 401 }],
			['402', 'BALANCE_TOO_LOW', { kind: 'refused', httpStatus: 402 }],
		],
		{ ends: true },
	),
	...rows(
		'no',
		[
			['403', 'ACCESS_DENIED', { kind: 'refused', httpStatus: 403 }],
			['403 as a web page', 'NO_GATEWAY', { kind: 'html', httpStatus: 403 }],
		],
		{ ends: 'first' },
	),
	...rows('no', [
		['200 STOPPED', 'RUN_FAILED', { kind: 'stopped' }],
		['400', 'REQUEST_REFUSED', { kind: 'refused', httpStatus: 400 }],
		['404', 'NOT_FOUND', { kind: 'refused', httpStatus: 404 }],
		['provider 404', 'PROVIDER_ERROR', { kind: 'provider', providerStatus: 404 }],
		['422', 'INVALID_INPUT', { kind: 'validation', at: 'top' }],
		['422 in providerResponse', 'INVALID_INPUT', { kind: 'validation', at: 'provider' }],
		['307', 'REDIRECTED', { kind: 'redirect', location: 'http://127.0.0.1:9/v1/run' }],
	]),
	...retried([
		['408 TIMED_OUT', 'RUN_TIMED_OUT', { kind: 'timedOut' }],
		['200 FAILED', 'PROVIDER_ERROR', { kind: 'failed' }],
		['provider 502', 'PROVIDER_ERROR', { kind: 'provider' }],
		['provider 500 inside HTTP 200', 'PROVIDER_ERROR', INSIDE],
		['provider 429', 'RATE_LIMITED', { kind: 'provider', providerStatus: 429 }],
		['provider 400 that says to retry', 'PROVIDER_ERROR', { kind: 'provider', transient: true }],
		['429', 'RATE_LIMITED', { kind: 'rateLimited', retryAfterSeconds: 0 }],
		['429 without Retry-After', 'RATE_LIMITED', { kind: 'rateLimited', retryAfter: 'none' }],
	]),
	...rows('maybe', [
		['202 RUNNING', 'NOT_FINISHED', { kind: 'accepted' }],
		['a run without its output', 'NOT_FINISHED', { kind: 'noOutput' }],
		['500', 'GATEWAY_ERROR', { kind: 'server', httpStatus: 500 }],
		['502 as a web page', 'GATEWAY_ERROR', { kind: 'server', httpStatus: 502, body: 'html' }],
		['504 that was charged', 'GATEWAY_ERROR', { kind: 'server', httpStatus: 504, charged: true }],
		['a web page with 200', 'NO_GATEWAY', { kind: 'html' }],
		['JSON that ends too early', 'UNRECOGNISED_ANSWER', { kind: 'invalidJson' }],
		['an empty body with 200', 'UNRECOGNISED_ANSWER', { kind: 'emptyBody' }],
	]),
	...rows('yes', [
		['a charged 503', 'PROVIDER_ERROR', { ...PROVIDER, providerStatus: 503, charged: true }],
		['success: false', 'PLATFORM_ERROR', { kind: 'platform', form: 'success' }],
		['a code of the platform', 'PLATFORM_ERROR', { kind: 'platform', form: 'code' }],
		['an unknown shape', 'UNRECOGNISED_ANSWER', { kind: 'unknownShape' }],
	]),
];

/** Failures without an answer: the call probably ran and was charged. */
export const LOST: FailureRow[] = rows('maybe', [
	['reset', 'NO_ANSWER', { kind: 'reset' }],
	['headers cut short', 'NO_ANSWER', { kind: 'cutHeaders' }],
	['body cut short', 'NO_ANSWER', { kind: 'cutBody' }],
]);

/** Failures at the deadline. */
const late: Row[] = [
	['no answer in time', 'DEADLINE', { kind: 'hang' }],
	['a body that trickles', 'DEADLINE', { kind: 'trickle' }],
];
export const LATE = rows('maybe', late, { options: { timeout: 1 } });

const all = [...ANSWERED, ...LOST];

/** One row for each combination of code and charge. */
export const ONE_OF_EACH = all.filter(
	(one) => one === all.find(({ code, charged }) => code === one.code && charged === one.charged),
);
