import type { Failure } from '../shared/failure';

/** How often, and after which failures, the user lets a call be made again. */
export interface RetrySettings {
	/** Times that a call is made again. */
	retries: number;
	/** Whether also after a failure that may have been charged. */
	retryUncertain: boolean;
}

type RetryDecision =
	| {
			again: true;
			/** Milliseconds until the call is made again. */
			wait: number;
	  }
	| { again: false };

const SHORTEST_BACKOFF = 500;

/** Milliseconds: the longest back-off, and how long other calls wait for a service that asks for longer. */
const LONGEST_BACKOFF = 30_000;

/** Seconds: a service that asks for more patience is better asked in a later execution. */
const LONGEST_RETRY_AFTER = 300;

/**
 * Whether a failed call is made again, and when.
 * @param attempt 0 for the first call
 * @param random 0 to 1: without jitter, calls that failed together would come back together
 */
export function decideRetry(
	failure: Pick<Failure, 'retry' | 'retryAfter'>,
	attempt: number,
	{ retries, retryUncertain }: RetrySettings,
	random: number,
): RetryDecision {
	const { retry, retryAfter } = failure;
	const isAllowed = retry === 'safe' || (retry === 'uncertain' && retryUncertain);
	if (!isAllowed || attempt >= retries) return { again: false };
	if (retryAfter === undefined) return { again: true, wait: backoff(attempt, random) };
	return retryAfter > LONGEST_RETRY_AFTER
		? { again: false }
		: { again: true, wait: retryAfter * 1000 };
}

function backoff(attempt: number, random: number): number {
	// Beyond this the power would only overflow.
	const doublings = Math.min(attempt, 10);
	return Math.min(SHORTEST_BACKOFF * 2 ** doublings, LONGEST_BACKOFF) * (0.5 + random / 2);
}

/** Milliseconds for which a rate limit holds back every call of the same credential. */
export function pauseForAll({ retryAfter }: Pick<Failure, 'retryAfter'>, random: number): number {
	if (retryAfter === undefined) return backoff(0, random);
	return retryAfter > LONGEST_RETRY_AFTER ? LONGEST_BACKOFF : retryAfter * 1000;
}
