import type { Usual } from '../shared/codes';
import type { FailureDetails, FailureCode } from '../shared/failure';
import { trimmed } from '../shared/values';

/** The failure that a status stands for. `unusual` has what is unusual for its code. */
export interface StatusMeaning extends FailureDetails {
	code: FailureCode;
	unusual?: Partial<Usual>;
}

/** What the status of a gateway run means. */
export interface GatewayRunStatus {
	phase: 'completed' | 'running' | 'failed';
	/** Omitted if the provider's status decides. */
	meaning?: StatusMeaning;
}

const STILL_RUNNING: GatewayRunStatus = {
	phase: 'running',
	meaning: { code: 'NOT_FINISHED', variant: 'stillRunning' },
};

/** Statuses of gateway runs. A new one needs rows elsewhere, too: CONTRIBUTING, Add a failure code, a status. */
export const RUN_STATUSES = new Map<string, GatewayRunStatus>([
	['COMPLETED', { phase: 'completed' }],
	['READY', STILL_RUNNING],
	['RUNNING', STILL_RUNNING],
	['STOPPING', STILL_RUNNING],
	['FAILED', { phase: 'failed' }],
	['BLOCKED', { phase: 'failed', meaning: { code: 'BUDGET_BLOCKED' } }],
	['STOPPED', { phase: 'failed', meaning: { code: 'RUN_FAILED' } }],
	['TIMED_OUT', { phase: 'failed', meaning: { code: 'RUN_TIMED_OUT' } }],
]);

/** Returns the status in capitals; empty if there is none. */
export const statusOf = (status: unknown): string => trimmed(status).toUpperCase();

/** Returns undefined for an unknown status. */
export const runStatusOf = (status: unknown): GatewayRunStatus | undefined =>
	RUN_STATUSES.get(statusOf(status));

/** HTTP statuses of the provider within a run. For all others, only the run's cost shows whether they were charged. */
const PROVIDER_STATUSES: Record<number, StatusMeaning> = {
	402: { code: 'BALANCE_TOO_LOW' },
	422: { code: 'INVALID_INPUT', variant: 'inputRefusedByProvider' },
	429: { code: 'RATE_LIMITED' },
};

/** The proxy that n8n is configured to use refuses every call. */
export const PROXY_LOGIN: StatusMeaning = {
	code: 'UNREACHABLE',
	variant: 'proxyLogin',
	unusual: { retry: 'never', ends: 'always' },
};

/** HTTP statuses of responses without a run. */
const HTTP_STATUSES: Record<number, StatusMeaning> = {
	202: { code: 'NOT_FINISHED' },
	// The gateway accepted the call and offers its result at another address.
	303: { code: 'REDIRECTED', unusual: { charged: 'maybe' } },
	401: { code: 'KEY_REFUSED' },
	402: { code: 'BALANCE_TOO_LOW' },
	403: { code: 'ACCESS_DENIED' },
	404: { code: 'NOT_FOUND' },
	407: PROXY_LOGIN,
	// A proxy's timeout says nothing about the run.
	408: { code: 'GATEWAY_ERROR' },
	422: { code: 'INVALID_INPUT', layer: 'gateway', variant: 'inputRefusedByGateway' },
	429: { code: 'RATE_LIMITED' },
};

export const meaningOfProvider = (status: number): StatusMeaning =>
	PROVIDER_STATUSES[status] ?? {
		code: 'PROVIDER_ERROR',
		unusual: { charged: 'maybe', retry: status < 500 ? 'never' : 'uncertain' },
	};

const REDIRECTED: StatusMeaning = { code: 'REDIRECTED' };

/** All other HTTP statuses, by their first digit. */
const HTTP_CLASSES: Record<number, StatusMeaning> = {
	3: REDIRECTED,
	4: { code: 'REQUEST_REFUSED' },
	5: { code: 'GATEWAY_ERROR' },
};

/** Returns undefined for a success. The body may still report a failure. */
export const meaningOfHttp = (status: number): StatusMeaning | undefined =>
	HTTP_STATUSES[status] ?? HTTP_CLASSES[Math.floor(status / 100)];

/** HTTP statuses on a free route. */
const FREE_STATUSES: Record<number, StatusMeaning> = {
	301: REDIRECTED,
	302: REDIRECTED,
	307: REDIRECTED,
	308: REDIRECTED,
	401: { code: 'KEY_REFUSED' },
	403: { code: 'ACCESS_DENIED' },
	407: PROXY_LOGIN,
	408: { code: 'UNREACHABLE' },
	429: { code: 'RATE_LIMITED' },
	500: { code: 'UNREACHABLE' },
};

/** Also for a success without the route's shape, and for 501. */
const NOT_SHOWN: StatusMeaning = { code: 'NOT_FOUND', variant: 'notShown' };

// Statuses from 502 on mean the same as 500. A 501 says that the route does not exist.
export const meaningOnFreeRoute = (status: number): StatusMeaning =>
	FREE_STATUSES[status > 501 ? 500 : status] ?? NOT_SHOWN;
