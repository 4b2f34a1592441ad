import type { ActionableCause, TimedCause, Failure as N8nFailure } from 'n8n-workflow';

import { beginningOf } from './text';

/** Where a call failed: before it was made, on its way, or in a layer of the answer. */
type FailureLayer = 'input' | 'node' | 'network' | 'gateway' | 'provider' | 'platform';

interface Usual {
	layer: FailureLayer;
	charged: 'no' | 'yes' | 'maybe';
	/** Whether the same call may succeed later: an `uncertain` one may have been charged. */
	retry: 'safe' | 'uncertain' | 'never';
	cause: ActionableCause | TimedCause;
	/** Every further call would fail in the same way. */
	endsExecution?: boolean;
	/** Another input may succeed, so that a model may correct it. */
	isCorrectable?: boolean;
}

/** The defaults of each code. Its words: deliver/failureWords.ts. */
const USUAL = {
	INVALID_INPUT: ['input', 'no', 'never', 'configuration-invalid', 'isCorrectable'],
	KEY_REFUSED: ['gateway', 'no', 'never', 'credential-invalid', 'endsExecution'],
	BALANCE_TOO_LOW: ['gateway', 'no', 'never', 'quota-exhausted', 'endsExecution'],
	ACCESS_DENIED: ['gateway', 'no', 'never', 'configuration-invalid', 'endsExecution'],
	NOT_FOUND: ['gateway', 'no', 'never', 'configuration-invalid'],
	REQUEST_REFUSED: ['gateway', 'no', 'never', 'configuration-invalid'],
	RATE_LIMITED: ['gateway', 'no', 'safe', 'rate-limited'],
	BUDGET_BLOCKED: ['gateway', 'no', 'never', 'quota-exhausted', 'endsExecution'],
	NOT_FINISHED: ['gateway', 'maybe', 'never', 'temporarily-unavailable'],
	RUN_TIMED_OUT: ['gateway', 'no', 'safe', 'temporarily-unavailable'],
	RUN_FAILED: ['gateway', 'maybe', 'never', 'temporarily-unavailable'],
	PROVIDER_ERROR: ['provider', 'yes', 'never', 'configuration-invalid'],
	PLATFORM_ERROR: ['platform', 'yes', 'never', 'configuration-invalid'],
	UNRECOGNISED_ANSWER: ['gateway', 'yes', 'never', 'node-defect'],
	GATEWAY_ERROR: ['gateway', 'maybe', 'uncertain', 'temporarily-unavailable'],
	NO_GATEWAY: ['gateway', 'no', 'never', 'configuration-invalid'],
	REDIRECTED: ['gateway', 'no', 'never', 'configuration-invalid'],
	UNREACHABLE: ['network', 'no', 'safe', 'temporarily-unavailable'],
	NO_ANSWER: ['network', 'maybe', 'uncertain', 'temporarily-unavailable'],
	DEADLINE: ['network', 'maybe', 'uncertain', 'temporarily-unavailable'],
	MAX_COST: ['node', 'no', 'never', 'configuration-invalid'],
	PRICE_UNKNOWN: ['node', 'no', 'safe', 'configuration-invalid', 'isCorrectable'],
	NOT_CALLED: ['node', 'no', 'never', 'temporarily-unavailable'],
	UNEXPECTED: ['node', 'no', 'never', 'node-defect'],
	STOPPED: ['network', 'maybe', 'never', 'temporarily-unavailable'],
} satisfies Record<
	string,
	[
		Usual['layer'],
		Usual['charged'],
		Usual['retry'],
		Usual['cause'],
		('endsExecution' | 'isCorrectable')?,
	]
>;

/** Why there is no page. The codes are part of the node's output: workflows branch on them. */
export type FailureCode = keyof typeof USUAL;

export type Particular =
	| 'wrongProvider'
	| 'wrongUrl'
	| 'refusedInput'
	| 'refusedFirstInput'
	| 'noResult'
	| 'damaged'
	| 'empty'
	| 'noJson'
	| 'late'
	| 'proxyLogin'
	| 'noHandshake'
	| 'providerStatus'
	| 'runFailed'
	| 'stillRunning'
	| 'noOutput'
	| 'earlierGoesOn'
	| 'noShape'
	| 'shapeAgain'
	| 'positionExpired'
	| 'memoryUnreadable'
	| 'credential'
	| 'noCredential'
	| 'noBalance'
	| 'noRuns'
	| 'noDescription'
	| 'freeSilent'
	| 'freeBusy';

/** A call that brought no page. Returned, not thrown: most callers have something to save. */
export interface Failure extends Usual {
	code: FailureCode;
	/** Tells it from others of its code, whose words are different. */
	particular?: Particular;
	/** What its words name: a status, a time, what is missing. */
	fact?: string | number;
	/** A whole clause, said instead of the code's words. */
	what?: string;
	httpStatus: number | null;
	/** The service's own words, free of the API key. */
	words?: string;
	field?: string;
	cost?: number;
	retryAfter?: number;
	/** The beginning of an answer that could not be read, free of the API key. */
	excerpt?: string;
	runId?: string;
}

/** What is known of a failure beside its code; the rest is usual for it. */
export type Facts = Omit<Partial<Failure>, 'code'>;

export function failureOf(code: FailureCode, facts: Facts = {}): Failure {
	const [layer, charged, retry, cause, effect] = USUAL[code];
	const usual: Usual = { layer, charged, retry, cause, ...(effect && { [effect]: true }) };
	return { code, httpStatus: null, ...usual, ...facts };
}

/** What n8n's scheduler reads on a thrown error: not that somebody has to act, where it may pass by itself. */
export function n8nFailureOf({
	cause,
	retry,
	retryAfter,
}: Pick<Failure, 'cause' | 'retry' | 'retryAfter'>): N8nFailure {
	if (needsUser(cause)) return retry === 'never' ? { cause } : { cause: 'temporarily-unavailable' };
	return retryAfter === undefined ? { cause } : { cause, retryAfterMs: retryAfter * 1000 };
}

/** It lasts until somebody corrects what caused it. */
export function needsUser(cause: string | undefined): cause is ActionableCause {
	return ['credential-invalid', 'configuration-invalid', 'node-defect'].includes(cause ?? '');
}

export function wasCalled({ layer }: Pick<Failure, 'layer'>): boolean {
	return layer !== 'input' && layer !== 'node';
}

/** Made where an exception was caught: one list fails, the others go on, and what was bought is kept. */
export function unexpected(error: unknown): Failure {
	// Its message may quote an answer, and so the API key.
	const { name } = (error ?? {}) as { name?: unknown };
	return failureOf('UNEXPECTED', {
		words: typeof name === 'string' ? beginningOf(name, 40) : undefined,
	});
}
