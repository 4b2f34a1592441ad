/** The place at which a call failed: before it was made, on its way, or in a layer of the response. */
export type FailureLayer = 'input' | 'node' | 'network' | 'gateway' | 'provider' | 'platform';

/** What usually follows from a failure code. Evidence about the single call takes precedence (consequences.ts). */
export interface Usual {
	charged: 'no' | 'yes' | 'maybe';
	/**
	 * Whether the same call may succeed later. `uncertain`: it may, but may have been charged. `corrected`: only a call
	 * with another input may.
	 */
	retry: 'safe' | 'uncertain' | 'corrected' | 'never';
	/** Whether every further call would fail in the same way. `untilProven`: unless a call with this API key has succeeded. */
	ends?: 'never' | 'untilProven' | 'always';
}

const REFUSED = { charged: 'no', retry: 'never' } as const;
const REFUSES_ALL = { ...REFUSED, ends: 'always' } as const;
const UNKNOWN = { charged: 'maybe', retry: 'uncertain' } as const;
const NOT_OVER = { charged: 'maybe', retry: 'never' } as const;
const PAID = { charged: 'yes', retry: 'never' } as const;
const MAY_PASS = { charged: 'no', retry: 'safe' } as const;
const CORRECTABLE = { charged: 'no', retry: 'corrected' } as const;

/** What usually follows from each code. deliver/failureWords.ts has its words. */
export const CODES = {
	INVALID_INPUT: { layer: 'input', ...CORRECTABLE },
	KEY_REFUSED: { layer: 'gateway', ...REFUSES_ALL },
	BALANCE_TOO_LOW: { layer: 'gateway', ...REFUSES_ALL },
	// After a call has succeeded, it means that one input is refused, such as a keyword by a firewall.
	ACCESS_DENIED: { layer: 'gateway', ...REFUSED, ends: 'untilProven' },
	NOT_FOUND: { layer: 'gateway', ...REFUSED },
	REQUEST_REFUSED: { layer: 'gateway', ...REFUSED },
	RATE_LIMITED: { layer: 'gateway', ...MAY_PASS },
	BUDGET_BLOCKED: { layer: 'gateway', ...REFUSES_ALL },
	NOT_FINISHED: { layer: 'gateway', ...NOT_OVER },
	RUN_TIMED_OUT: { layer: 'gateway', ...MAY_PASS },
	RUN_FAILED: { layer: 'gateway', ...NOT_OVER },
	PROVIDER_ERROR: { layer: 'provider', ...PAID },
	PLATFORM_ERROR: { layer: 'platform', ...PAID },
	UNRECOGNISED_ANSWER: { layer: 'gateway', ...PAID },
	GATEWAY_ERROR: { layer: 'gateway', ...UNKNOWN },
	NO_GATEWAY: { layer: 'gateway', ...REFUSED },
	REDIRECTED: { layer: 'gateway', ...REFUSED },
	UNREACHABLE: { layer: 'network', ...MAY_PASS },
	NO_ANSWER: { layer: 'network', ...UNKNOWN },
	DEADLINE: { layer: 'network', ...UNKNOWN },
	MAX_COST: { layer: 'node', ...REFUSED },
	PRICE_UNKNOWN: { layer: 'node', ...CORRECTABLE },
	NOT_CALLED: { layer: 'node', ...REFUSES_ALL },
	UNEXPECTED: { layer: 'node', ...REFUSED },
	STOPPED: { layer: 'network', ...NOT_OVER },
} satisfies Record<string, Usual & { layer: FailureLayer }>;

/** Why there is no page. The codes are part of the node's output: workflows branch on them. */
export type FailureCode = keyof typeof CODES;
