import type { Facts, FailureCode } from '../shared/failure';
import { trimmed } from '../shared/values';

/** What a status means: which failure it is, and what is not usual for that. */
export type Meant = readonly [code: FailureCode, facts?: Facts];

/** What the status of a run means. */
export interface RunStatus {
	phase: 'completed' | 'running' | 'overWithoutPage';
	/** Left out where the provider's status tells. */
	meant?: Meant;
}

const GOES_ON: RunStatus = {
	phase: 'running',
	meant: ['NOT_FINISHED', { particular: 'stillRunning' }],
};

/** Of a run. One needs rows elsewhere, too: CONTRIBUTING, Add a failure code, a status. */
export const RUN_STATUSES = new Map<string, RunStatus>([
	['COMPLETED', { phase: 'completed' }],
	['READY', GOES_ON],
	['RUNNING', GOES_ON],
	['STOPPING', GOES_ON],
	['FAILED', { phase: 'overWithoutPage' }],
	['BLOCKED', { phase: 'overWithoutPage', meant: ['BUDGET_BLOCKED'] }],
	['STOPPED', { phase: 'overWithoutPage', meant: ['RUN_FAILED'] }],
	['TIMED_OUT', { phase: 'overWithoutPage', meant: ['RUN_TIMED_OUT'] }],
]);

/** In capitals; empty where there is none. */
export const statusOf = (status: unknown): string => trimmed(status).toUpperCase();

/** undefined for a status that nobody knows. */
export const runStatusOf = (status: unknown): RunStatus | undefined =>
	RUN_STATUSES.get(statusOf(status));

/** Of the provider, in a run. Whether the others were charged, only the run's cost tells. */
const PROVIDER_STATUSES: Record<number, Meant> = {
	402: ['BALANCE_TOO_LOW'],
	422: ['INVALID_INPUT', { charged: 'no' }],
	429: ['RATE_LIMITED'],
};

/** n8n's own proxy stops every call. */
export const PROXY_LOGIN = {
	particular: 'proxyLogin',
	retry: 'never',
	endsExecution: true,
} as const;

/** Of HTTP, without a run. */
const HTTP_STATUSES: Record<number, Meant> = {
	202: ['NOT_FINISHED'],
	// The call was taken: its result is elsewhere.
	303: ['REDIRECTED', { charged: 'maybe' }],
	401: ['KEY_REFUSED'],
	402: ['BALANCE_TOO_LOW'],
	403: ['ACCESS_DENIED'],
	404: ['NOT_FOUND'],
	407: ['UNREACHABLE', PROXY_LOGIN],
	// A deadline that something before the gateway set tells nothing of the run.
	408: ['GATEWAY_ERROR'],
	422: ['INVALID_INPUT', { layer: 'gateway', particular: 'refusedInput' }],
	429: ['RATE_LIMITED'],
};

export const meantByProvider = (status: number): Meant =>
	PROVIDER_STATUSES[status] ?? [
		'PROVIDER_ERROR',
		{ charged: 'maybe', ...(status >= 500 && { retry: 'uncertain' }) },
	];

/** undefined for a success, which its body may deny. */
export function meantByHttp(status: number): Meant | undefined {
	const row = HTTP_STATUSES[status];
	if (row || status < 300) return row;
	if (status < 400) return ['REDIRECTED'];
	return [status < 500 ? 'REQUEST_REFUSED' : 'GATEWAY_ERROR'];
}

/** Of HTTP, on a free route. */
const FREE_STATUSES: Record<number, Meant> = {
	401: ['KEY_REFUSED'],
	403: ['ACCESS_DENIED'],
	407: ['UNREACHABLE', PROXY_LOGIN],
	408: ['UNREACHABLE'],
	429: ['RATE_LIMITED'],
	500: ['UNREACHABLE'],
};

/** undefined for a success, and for all that says that there is no such route or thing, such as 501. */
export const meantForFree = (status: number): Meant | undefined =>
	FREE_STATUSES[status > 501 ? 500 : status];
