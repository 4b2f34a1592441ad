import type { ActionableCause, TimedCause, Failure as N8nFailure } from 'n8n-workflow';

import { beginningOf } from './text';

/**
 * Where a call failed: before it was made, on its way, or in one of the answer's layers
 * (docs/development/gateway.md, Layers of an answer).
 */
type FailureLayer = 'input' | 'node' | 'network' | 'gateway' | 'provider' | 'platform';

/** The defaults of a code, which a particular failure can override. */
interface Usual {
	layer: FailureLayer;
	/** What happened: a clause without a final period. */
	what: string;
	/** Whether the service has charged the call. */
	charged: 'no' | 'yes' | 'maybe';
	/**
	 * Whether the same call may succeed later: `safe` was surely not charged, `uncertain` may have
	 * been, so that only the user can decide.
	 */
	retry: 'safe' | 'uncertain' | 'never';
	/** n8n's word for why it failed. */
	cause: ActionableCause | TimedCause;
	/** What to do about it, as a sentence. */
	advice?: string;
	/** What to do in the node's options, which the trigger does not have. */
	optionAdvice?: string;
	/** Every further call of the execution would fail in the same way. */
	endsExecution?: true;
}

const USUAL = {
	INVALID_INPUT: {
		layer: 'input',
		what: 'An input cannot be used',
		charged: 'no',
		retry: 'never',
		cause: 'configuration-invalid',
		advice: 'Correct it.',
	},
	KEY_REFUSED: {
		layer: 'gateway',
		what: 'The gateway refused the API key',
		charged: 'no',
		retry: 'never',
		cause: 'credential-invalid',
		advice: "Check the 'API Key' in the Data Access credential.",
		endsExecution: true,
	},
	BALANCE_TOO_LOW: {
		layer: 'gateway',
		what: "The gateway account's balance does not cover the call",
		charged: 'no',
		retry: 'never',
		cause: 'quota-exhausted',
		advice: 'Top up the account.',
		endsExecution: true,
	},
	ACCESS_DENIED: {
		layer: 'gateway',
		what: 'The API key is not allowed to make this call',
		charged: 'no',
		retry: 'never',
		cause: 'configuration-invalid',
		advice: "Check the key's permissions with the gateway.",
		endsExecution: true,
	},
	NOT_FOUND: {
		layer: 'gateway',
		what: 'The gateway does not know this operation or address',
		charged: 'no',
		retry: 'never',
		cause: 'configuration-invalid',
		advice:
			"Check the 'Base URL' and the 'Provider' in the credential, and whether your gateway needs 'Customize Platform Names'.",
	},
	REQUEST_REFUSED: {
		layer: 'gateway',
		what: 'The gateway refused the request',
		charged: 'no',
		retry: 'never',
		cause: 'configuration-invalid',
		advice: 'Check the fields of the node, and ask whoever runs the gateway what it refuses.',
	},
	RATE_LIMITED: {
		layer: 'gateway',
		what: 'The gateway is limiting the rate of calls',
		charged: 'no',
		retry: 'safe',
		cause: 'rate-limited',
		advice: 'Try again later.',
		optionAdvice: "If it keeps happening, lower 'Concurrency' in the options.",
	},
	BUDGET_BLOCKED: {
		layer: 'gateway',
		what: "The gateway blocked the run because the account's budget does not cover it",
		charged: 'no',
		retry: 'never',
		cause: 'quota-exhausted',
		advice: "Raise the account's budget at the gateway.",
		endsExecution: true,
	},
	NOT_FINISHED: {
		layer: 'gateway',
		what: 'The gateway accepted the call but sent no result',
		charged: 'maybe',
		retry: 'never',
		cause: 'temporarily-unavailable',
		advice: 'Check the run at the gateway before you buy the page again.',
	},
	RUN_TIMED_OUT: {
		layer: 'gateway',
		what: "The run reached the gateway's own deadline",
		charged: 'no',
		retry: 'safe',
		cause: 'temporarily-unavailable',
		advice: 'Try again later, or ask for less at once.',
	},
	RUN_FAILED: {
		layer: 'gateway',
		what: 'The run was stopped',
		charged: 'maybe',
		retry: 'never',
		cause: 'temporarily-unavailable',
		advice: 'Ask whoever runs the gateway who stopped it, then run again.',
	},
	PROVIDER_ERROR: {
		layer: 'provider',
		what: 'The data provider could not answer the request',
		charged: 'yes',
		retry: 'never',
		cause: 'configuration-invalid',
	},
	PLATFORM_ERROR: {
		layer: 'platform',
		what: 'The platform could not answer the request',
		charged: 'yes',
		retry: 'never',
		cause: 'configuration-invalid',
	},
	UNRECOGNISED_ANSWER: {
		layer: 'gateway',
		what: 'The answer could not be read',
		charged: 'yes',
		retry: 'never',
		cause: 'node-defect',
	},
	GATEWAY_ERROR: {
		layer: 'gateway',
		what: 'The gateway failed, and the outcome of the call is unknown',
		charged: 'maybe',
		retry: 'uncertain',
		cause: 'temporarily-unavailable',
		advice: 'Try again later.',
	},
	NO_GATEWAY: {
		layer: 'gateway',
		what: "The address returned a web page instead of a gateway's answer",
		charged: 'no',
		retry: 'never',
		cause: 'configuration-invalid',
		advice: "Check the 'Base URL' of the credential.",
	},
	REDIRECTED: {
		layer: 'gateway',
		what: 'The address redirects, which the node does not follow: that could buy the call twice or send the API key elsewhere',
		charged: 'no',
		retry: 'never',
		cause: 'configuration-invalid',
		advice: "Enter the final address as the 'Base URL' of the credential.",
	},
	UNREACHABLE: {
		layer: 'network',
		what: 'The gateway could not be reached',
		charged: 'no',
		retry: 'safe',
		cause: 'temporarily-unavailable',
		advice: "Check the 'Base URL' of the credential and n8n's network connection.",
	},
	NO_ANSWER: {
		layer: 'network',
		what: 'The connection broke before the answer was complete',
		charged: 'maybe',
		retry: 'uncertain',
		cause: 'temporarily-unavailable',
		advice: 'Try again later.',
	},
	DEADLINE: {
		layer: 'network',
		what: 'No complete answer came in time',
		charged: 'maybe',
		retry: 'uncertain',
		cause: 'temporarily-unavailable',
		optionAdvice: "Raise 'Timeout' in the options.",
	},
	MAX_COST: {
		layer: 'node',
		what: "This item's list ended at 'Max Cost (USD)', before it brought a record",
		charged: 'no',
		retry: 'never',
		cause: 'configuration-invalid',
		advice: "Raise 'Max Cost (USD)', or run the remaining items in another execution.",
	},
	PRICE_UNKNOWN: {
		layer: 'node',
		what: "Nobody says what a call of this endpoint costs, so 'Max Cost (USD)' could not hold",
		charged: 'no',
		retry: 'safe',
		cause: 'configuration-invalid',
		advice:
			"Check the path and the provider of the endpoint, or enter 'Price (USD)'. If the gateway usually names the price, try again later.",
	},
	NOT_CALLED: {
		layer: 'node',
		what: 'No further call was made for this item, because it would be refused like an earlier one in this execution',
		charged: 'no',
		retry: 'never',
		cause: 'temporarily-unavailable',
	},
	UNEXPECTED: {
		layer: 'node',
		what: 'The node could not continue with this item',
		charged: 'no',
		retry: 'never',
		cause: 'node-defect',
		advice: 'This is a bug in the node. Please report it with this message.',
	},
	/** Never shown: n8n drops the output of a stopped execution. */
	STOPPED: {
		layer: 'network',
		what: 'The execution was stopped while the call was under way',
		charged: 'maybe',
		retry: 'never',
		cause: 'temporarily-unavailable',
	},
} satisfies Record<string, Usual>;

/** Why there is no page. The codes are part of the node's output: workflows branch on them. */
export type FailureCode = keyof typeof USUAL;

/** A call that brought no page. Returned, not thrown: most callers have something to save first. */
export interface Failure extends Usual {
	code: FailureCode;
	/** The HTTP status that came, or null where no answer did. */
	httpStatus: number | null;
	/** The service's own words, free of the API key. */
	words?: string;
	/** The API name of the input at fault. */
	field?: string;
	/** US dollars that the answer reports, where it does (docs/development/gateway.md, Money). */
	cost?: number;
	/** Seconds that the service asks to wait. */
	retryAfter?: number;
	/** The beginning of an answer that could not be read, free of the API key. */
	excerpt?: string;
	runId?: string;
}

/** A failure with the defaults of its code, and what is different about this one. */
export function failureOf(
	code: FailureCode,
	particular: Omit<Partial<Failure>, 'code'> = {},
): Failure {
	const usual: Usual = USUAL[code];
	return { code, httpStatus: null, ...usual, ...particular };
}

/**
 * Why it failed, and for how long the service asks to wait, as n8n's scheduler reads it on a thrown
 * error. Of a failure that may pass by itself, it must not say that somebody has to act.
 */
export function n8nFailureOf({
	cause,
	retry,
	retryAfter,
}: Pick<Failure, 'cause' | 'retry' | 'retryAfter'>): N8nFailure {
	if (needsUser(cause)) return retry === 'never' ? { cause } : { cause: 'temporarily-unavailable' };
	return retryAfter === undefined ? { cause } : { cause, retryAfterMs: retryAfter * 1000 };
}

/** Whether a failure lasts until somebody corrects what caused it. */
export function needsUser(cause: string | undefined): cause is ActionableCause {
	return ['credential-invalid', 'configuration-invalid', 'node-defect'].includes(cause ?? '');
}

/** Whether a call was made at all before it failed. */
export function wasCalled({ layer }: Pick<Failure, 'layer'>): boolean {
	return layer !== 'input' && layer !== 'node';
}

/**
 * An exception in this node, where nothing may throw: one list fails, the others go on, and what was
 * bought is kept.
 */
export function unexpected(error: unknown): Failure {
	// Its message may quote an answer, and so the API key.
	const { name } = (error ?? {}) as { name?: unknown };
	return failureOf('UNEXPECTED', {
		words: typeof name === 'string' ? beginningOf(name, 40) : undefined,
	});
}
