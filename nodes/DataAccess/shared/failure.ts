/** Why there is no page. The codes are part of the node's output: workflows branch on them. */
export type FailureCode =
	| 'INVALID_INPUT'
	| 'KEY_REFUSED'
	| 'BALANCE_TOO_LOW'
	| 'ACCESS_DENIED'
	| 'NOT_FOUND'
	| 'REQUEST_REFUSED'
	| 'RATE_LIMITED'
	| 'BUDGET_BLOCKED'
	| 'NOT_FINISHED'
	| 'RUN_TIMED_OUT'
	| 'RUN_FAILED'
	| 'PROVIDER_ERROR'
	| 'PLATFORM_ERROR'
	| 'UNRECOGNISED_ANSWER'
	| 'GATEWAY_ERROR'
	| 'NO_GATEWAY'
	| 'REDIRECTED'
	| 'UNREACHABLE'
	| 'NO_ANSWER'
	| 'DEADLINE'
	| 'MAX_COST'
	| 'NOT_CALLED'
	| 'UNEXPECTED';

/**
 * Where a call failed: before it was made, on its way, or in one of the answer's layers
 * (docs/gateway.md, Layers of an answer).
 */
export type FailureLayer = 'input' | 'node' | 'network' | 'gateway' | 'provider' | 'platform';

/** A call that brought no page. Returned, not thrown: most callers have something to save first. */
export interface Failure {
	/** `STOPPED` stays inside: n8n shows nobody the output of an execution that was stopped. */
	code: FailureCode | 'STOPPED';
	layer: FailureLayer;
	/** The HTTP status that came, or null where no answer did. */
	httpStatus: number | null;
	/** What happened, as a clause without final period. */
	what: string;
	/** The service's own words, free of the API key. */
	words?: string;
	/** The API name of the input at fault. */
	field?: string;
	/** Whether the service has charged the call. */
	charged: 'no' | 'yes' | 'maybe';
	/** US dollars that the answer reports, where it does (docs/gateway.md, Money). */
	cost?: number;
	/**
	 * Whether the same call may succeed later: `safe` was surely not charged, `uncertain` may have
	 * been, so that only the user can decide.
	 */
	retry: 'safe' | 'uncertain' | 'never';
	/** Seconds that the service asks to wait. */
	retryAfter?: number;
	/** Every further call of the execution would fail in the same way. */
	endsExecution?: boolean;
	/** What to do about it, as a sentence. */
	advice?: string;
	/** The same with the node's options, which the trigger has not. */
	optionAdvice?: string;
	/** The beginning of an answer that could not be read, free of the API key. */
	excerpt?: string;
	runId?: string;
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
	return {
		code: 'UNEXPECTED',
		layer: 'node',
		httpStatus: null,
		what: 'The node could not continue with this item',
		words: typeof name === 'string' ? name.slice(0, 40) : undefined,
		charged: 'no',
		retry: 'never',
		advice: 'This is a bug in the node. Please report it with this message.',
	};
}
