import type { Usual } from '../shared/codes';
import type { FailureFacts, FailureCode } from '../shared/failure';
import { trimmed } from '../shared/values';

/** What a status means: which failure it is, what is said of it, and what is not usual for its code. */
export interface StatusMeaning extends FailureFacts {
	code: FailureCode;
	row?: Partial<Usual>;
}

/** What the status of a run means. */
export interface RunStatus {
	phase: 'completed' | 'running' | 'failed';
	/** Left out where the provider's status tells. */
	meaning?: StatusMeaning;
}

const STILL_RUNNING: RunStatus = {
	phase: 'running',
	meaning: { code: 'NOT_FINISHED', particular: 'stillRunning' },
};

/** Of a run. One needs rows elsewhere, too: CONTRIBUTING, Add a failure code, a status. */
export const RUN_STATUSES = new Map<string, RunStatus>([
	['COMPLETED', { phase: 'completed' }],
	['READY', STILL_RUNNING],
	['RUNNING', STILL_RUNNING],
	['STOPPING', STILL_RUNNING],
	['FAILED', { phase: 'failed' }],
	['BLOCKED', { phase: 'failed', meaning: { code: 'BUDGET_BLOCKED' } }],
	['STOPPED', { phase: 'failed', meaning: { code: 'RUN_FAILED' } }],
	['TIMED_OUT', { phase: 'failed', meaning: { code: 'RUN_TIMED_OUT' } }],
]);

/** In capitals; empty where there is none. */
export const statusOf = (status: unknown): string => trimmed(status).toUpperCase();

/** undefined for a status that nobody knows. */
export const runStatusOf = (status: unknown): RunStatus | undefined =>
	RUN_STATUSES.get(statusOf(status));

/** Of the provider, in a run. Whether the others were charged, only the run's cost tells. */
const PROVIDER_STATUSES: Record<number, StatusMeaning> = {
	402: { code: 'BALANCE_TOO_LOW' },
	422: { code: 'INVALID_INPUT', particular: 'inputRefusedByProvider' },
	429: { code: 'RATE_LIMITED' },
};

/** n8n's own proxy stops every call. */
export const PROXY_LOGIN: StatusMeaning = {
	code: 'UNREACHABLE',
	particular: 'proxyLogin',
	row: { retry: 'never', ends: 'always' },
};

/** Of HTTP, without a run. */
const HTTP_STATUSES: Record<number, StatusMeaning> = {
	202: { code: 'NOT_FINISHED' },
	// The call was taken: its result is elsewhere.
	303: { code: 'REDIRECTED', row: { charged: 'maybe' } },
	401: { code: 'KEY_REFUSED' },
	402: { code: 'BALANCE_TOO_LOW' },
	403: { code: 'ACCESS_DENIED' },
	404: { code: 'NOT_FOUND' },
	407: PROXY_LOGIN,
	// A deadline that something before the gateway set tells nothing of the run.
	408: { code: 'GATEWAY_ERROR' },
	422: { code: 'INVALID_INPUT', layer: 'gateway', particular: 'inputRefusedByGateway' },
	429: { code: 'RATE_LIMITED' },
};

export const meaningOfProvider = (status: number): StatusMeaning =>
	PROVIDER_STATUSES[status] ?? {
		code: 'PROVIDER_ERROR',
		row: { charged: 'maybe', retry: status < 500 ? 'never' : 'uncertain' },
	};

/** The others, by their first digit. */
const HTTP_CLASSES: Record<number, StatusMeaning> = {
	3: { code: 'REDIRECTED' },
	4: { code: 'REQUEST_REFUSED' },
	5: { code: 'GATEWAY_ERROR' },
};

/** undefined for a success, which its body may deny. */
export const meaningOfHttp = (status: number): StatusMeaning | undefined =>
	HTTP_STATUSES[status] ?? HTTP_CLASSES[Math.floor(status / 100)];

/** Of HTTP, on a free route. */
const FREE_STATUSES: Record<number, StatusMeaning> = {
	401: { code: 'KEY_REFUSED' },
	403: { code: 'ACCESS_DENIED' },
	407: PROXY_LOGIN,
	408: { code: 'UNREACHABLE' },
	429: { code: 'RATE_LIMITED' },
	500: { code: 'UNREACHABLE' },
};

/** For a success too, which is not of the route's shape, and for 501. */
const NOT_SHOWN: StatusMeaning = { code: 'NOT_FOUND', particular: 'notShown' };

// All from 502 on are like 500; a 501 says that the route is not here.
export const meaningOnFreeRoute = (status: number): StatusMeaning =>
	FREE_STATUSES[status > 501 ? 500 : status] ?? NOT_SHOWN;
