import type { Fault } from '../../emulator/emulator.mts';

/**
 * One way in which a call can fail (docs/development/gateway.md, Failures), and what the node has
 * to say of it.
 */
export interface FailureRow {
	name: string;
	fault: Fault;
	/** The code of the node's error. */
	code: string;
	/** Whether the call was charged, as far as its caller can know. */
	charged: 'no' | 'yes' | 'maybe';
	/** Options of the node without which the failure would not come about in time. */
	options?: { timeout: number };
	/** Every further call of the execution would fail too. */
	ends?: boolean;
}

const no = (name: string, code: string, fault: Fault): FailureRow => ({
	name,
	fault,
	code,
	charged: 'no',
});
const yes = (name: string, code: string, fault: Fault): FailureRow => ({
	...no(name, code, fault),
	charged: 'yes',
});
const maybe = (name: string, code: string, fault: Fault): FailureRow => ({
	...no(name, code, fault),
	charged: 'maybe',
});
/** The node calls again by itself, and each of its three retries fails like the call before. */
const retried = (name: string, code: string, fault: Fault): FailureRow =>
	no(name, code, { ...fault, times: 4 });
const ending = (row: FailureRow): FailureRow => ({ ...row, ends: true });

/** The failures that come with an answer, row by row of docs/development/gateway.md, Failures. */
export const ANSWERED: FailureRow[] = [
	ending(no('200 BLOCKED', 'BUDGET_BLOCKED', { kind: 'blocked' })),
	maybe('202 RUNNING', 'NOT_FINISHED', { kind: 'accepted', status: 'RUNNING' }),
	maybe('202 READY', 'NOT_FINISHED', { kind: 'accepted', status: 'READY' }),
	maybe('202 STOPPING', 'NOT_FINISHED', { kind: 'accepted', status: 'STOPPING' }),
	retried('408 TIMED_OUT', 'RUN_TIMED_OUT', { kind: 'timedOut' }),
	no('200 STOPPED', 'RUN_FAILED', { kind: 'stopped' }),
	retried('200 FAILED', 'PROVIDER_ERROR', { kind: 'failed' }),
	no('400', 'REQUEST_REFUSED', { kind: 'refused', httpStatus: 400 }),
	no('400 in the nested form', 'REQUEST_REFUSED', {
		kind: 'refused',
		httpStatus: 400,
		form: 'nested',
	}),
	ending(no('401', 'KEY_REFUSED', { kind: 'refused', httpStatus: 401 })),
	ending(no('402', 'BALANCE_TOO_LOW', { kind: 'refused', httpStatus: 402 })),
	ending(no('403', 'ACCESS_DENIED', { kind: 'refused', httpStatus: 403 })),
	no('404', 'NOT_FOUND', { kind: 'refused', httpStatus: 404 }),
	retried('provider 502', 'PROVIDER_ERROR', { kind: 'provider' }),
	retried('provider 500 inside HTTP 200', 'PROVIDER_ERROR', {
		kind: 'provider',
		providerStatus: 500,
		httpStatus: 200,
		runStatus: 'COMPLETED',
	}),
	yes('provider 503 that is charged', 'PROVIDER_ERROR', {
		kind: 'provider',
		providerStatus: 503,
		charged: true,
	}),
	retried('provider 429', 'RATE_LIMITED', { kind: 'provider', providerStatus: 429 }),
	no('provider 404', 'PROVIDER_ERROR', { kind: 'provider', providerStatus: 404 }),
	retried('provider 400 that says to retry', 'PROVIDER_ERROR', {
		kind: 'provider',
		transient: true,
	}),
	no('422', 'INVALID_INPUT', { kind: 'validation', at: 'top' }),
	no('422 in providerResponse', 'INVALID_INPUT', { kind: 'validation', at: 'provider' }),
	retried('429', 'RATE_LIMITED', { kind: 'rateLimited', retryAfterSeconds: 0 }),
	retried('429 without Retry-After', 'RATE_LIMITED', { kind: 'rateLimited', retryAfter: 'none' }),
	maybe('500', 'GATEWAY_ERROR', { kind: 'server', httpStatus: 500 }),
	maybe('502 as a web page', 'GATEWAY_ERROR', { kind: 'server', httpStatus: 502, body: 'html' }),
	maybe('503 without a body', 'GATEWAY_ERROR', { kind: 'server', httpStatus: 503, body: 'empty' }),
	maybe('504 that was charged', 'GATEWAY_ERROR', {
		kind: 'server',
		httpStatus: 504,
		charged: true,
	}),
	no('307', 'REDIRECTED', { kind: 'redirect', location: 'http://127.0.0.1:9/v1/run' }),
	maybe('a web page with 200', 'NO_GATEWAY', { kind: 'html' }),
	maybe('JSON that ends too early', 'UNRECOGNISED_ANSWER', { kind: 'invalidJson' }),
	maybe('an empty body with 200', 'UNRECOGNISED_ANSWER', { kind: 'emptyBody' }),
	yes('success: false', 'PLATFORM_ERROR', { kind: 'platform', form: 'success' }),
	yes('a code of the platform', 'PLATFORM_ERROR', { kind: 'platform', form: 'code' }),
	yes('an error of the platform', 'PLATFORM_ERROR', { kind: 'platform', form: 'error' }),
	yes('a ret of the platform', 'PLATFORM_ERROR', { kind: 'platform', form: 'ret' }),
	yes('an unknown shape', 'UNRECOGNISED_ANSWER', { kind: 'unknownShape' }),
];

/** The failures whose answer is lost: each probably ran and was billed. */
export const LOST: FailureRow[] = [
	maybe('reset', 'NO_ANSWER', { kind: 'reset' }),
	maybe('headers cut short', 'NO_ANSWER', { kind: 'cutHeaders' }),
	maybe('body cut short', 'NO_ANSWER', { kind: 'cutBody' }),
];

/** Those that take as long as the deadline. */
export const LATE: FailureRow[] = [
	{ ...maybe('no answer in time', 'DEADLINE', { kind: 'hang' }), options: { timeout: 1 } },
	{
		...maybe('a body that trickles', 'DEADLINE', { kind: 'trickle', intervalMs: 200 }),
		options: { timeout: 1 },
	},
];

const all = [...ANSWERED, ...LOST];

/** One row for each code, and where the calls of a code are charged differently for each of those. */
export const ONE_OF_EACH = all.filter(
	({ code, charged }, index) =>
		all.findIndex((row) => row.code === code && row.charged === charged) === index,
);
