import { beginningOf } from './text';

/** Where a call failed: before it was made, on its way, or in a layer of the answer. */
type FailureLayer = 'input' | 'node' | 'network' | 'gateway' | 'provider' | 'platform';

interface Usual {
	layer: FailureLayer;
	charged: 'no' | 'yes' | 'maybe';
	/**
	 * Whether the same call may succeed later: an `uncertain` one may have been charged. `corrected`: not the same, but
	 * one with another input.
	 */
	retry: 'safe' | 'uncertain' | 'corrected' | 'never';
	/** Every further call would fail in the same way. */
	endsExecution?: boolean;
}

const REFUSED = { charged: 'no', retry: 'never' } as const;
const UNKNOWN = { charged: 'maybe', retry: 'uncertain' } as const;
const NOT_OVER = { charged: 'maybe', retry: 'never' } as const;
const PAID = { charged: 'yes', retry: 'never' } as const;

/** The defaults of each code. Its words: deliver/failureWords.ts. */
const USUAL = {
	INVALID_INPUT: { layer: 'input', charged: 'no', retry: 'corrected' },
	KEY_REFUSED: { layer: 'gateway', ...REFUSED, endsExecution: true },
	BALANCE_TOO_LOW: { layer: 'gateway', ...REFUSED, endsExecution: true },
	ACCESS_DENIED: { layer: 'gateway', ...REFUSED, endsExecution: true },
	NOT_FOUND: { layer: 'gateway', ...REFUSED },
	REQUEST_REFUSED: { layer: 'gateway', ...REFUSED },
	RATE_LIMITED: { layer: 'gateway', charged: 'no', retry: 'safe' },
	BUDGET_BLOCKED: { layer: 'gateway', ...REFUSED, endsExecution: true },
	NOT_FINISHED: { layer: 'gateway', ...NOT_OVER },
	RUN_TIMED_OUT: { layer: 'gateway', charged: 'no', retry: 'safe' },
	RUN_FAILED: { layer: 'gateway', ...NOT_OVER },
	PROVIDER_ERROR: { layer: 'provider', ...PAID },
	PLATFORM_ERROR: { layer: 'platform', ...PAID },
	UNRECOGNISED_ANSWER: { layer: 'gateway', ...PAID },
	GATEWAY_ERROR: { layer: 'gateway', ...UNKNOWN },
	NO_GATEWAY: { layer: 'gateway', ...REFUSED },
	REDIRECTED: { layer: 'gateway', ...REFUSED },
	UNREACHABLE: { layer: 'network', charged: 'no', retry: 'safe' },
	NO_ANSWER: { layer: 'network', ...UNKNOWN },
	DEADLINE: { layer: 'network', ...UNKNOWN },
	MAX_COST: { layer: 'node', ...REFUSED },
	PRICE_UNKNOWN: { layer: 'node', charged: 'no', retry: 'corrected' },
	NOT_CALLED: { layer: 'node', ...REFUSED },
	UNEXPECTED: { layer: 'node', ...REFUSED },
	STOPPED: { layer: 'network', ...NOT_OVER },
} satisfies Record<string, Usual>;

/** Why there is no page. The codes are part of the node's output: workflows branch on them. */
export type FailureCode = keyof typeof USUAL;

/** What tells failures of one code apart: their words are different. */
export type Particular =
	// INVALID_INPUT
	| 'inputRefusedByGateway'
	| 'inputRefusedByProvider'
	| 'positionExpired'
	| 'credential'
	| 'setByModel'
	// NOT_FOUND, of a free question
	| 'notShown'
	// What the provider's status stands for
	| 'providerStatus'
	// NOT_FINISHED
	| 'stillRunning'
	| 'noOutput'
	| 'goesOn'
	// UNRECOGNISED_ANSWER
	| 'noJson'
	| 'noShape'
	| 'shapeAgain'
	// UNREACHABLE
	| 'proxyLogin'
	// NOT_CALLED
	| 'chargedInARow'
	// UNEXPECTED
	| 'memoryUnreadable';

/** What may be the service's or the user's own text: the gateway takes the API key out of it, and cuts it. */
export interface ForeignTexts {
	/** The service's own words. */
	words: string | undefined;
	/** The input at fault. */
	field: string | undefined;
	/** The beginning of an answer that could not be read. */
	excerpt: string | undefined;
	runId: string | undefined;
	/** What the node's words name: a status, a time, what is missing. */
	fact: string | number | undefined;
}

/** A call that brought no page. Returned, not thrown: most callers have something to save. */
export interface Failure extends Usual, Partial<ForeignTexts> {
	code: FailureCode;
	particular?: Particular;
	/** Why an input was refused, in the words of its reader or of n8n: said instead of the code's. */
	refusal?: string;
	httpStatus: number | null;
	cost?: number;
	retryAfter?: number;
}

/** What is known of a failure beside its code; the rest is usual for it. */
export type FailureFacts = Omit<Partial<Failure>, 'code' | 'refusal'>;

export const failureOf = (code: FailureCode, facts: FailureFacts = {}): Failure => ({
	code,
	httpStatus: null,
	...USUAL[code],
	...facts,
});

/** The one failure with a sentence: what people enter is refused by whoever reads it. */
export const refusedInput = (refusal: string, facts: FailureFacts = {}): Failure => ({
	...failureOf('INVALID_INPUT', facts),
	refusal: refusal.replace(/\.\s*$/, ''),
});

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
