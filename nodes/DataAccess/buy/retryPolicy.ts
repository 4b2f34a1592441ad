import type { Failure } from '../shared/failure';

/** Times that a call is made again. */
const MOST_RETRIES = 3;

type RetryDecision =
	| {
			again: true;
			/** Milliseconds until the call is made again. */
			wait: number;
	  }
	| { again: false };

const SHORTEST_BACKOFF = 500;

/** Milliseconds for which other calls wait for a service that asks for more patience than a run has. */
const LONGEST_PAUSE_FOR_ALL = 30_000;

/** Seconds: a service that asks for more patience is better asked in a later execution. */
const LONGEST_RETRY_AFTER = 300;

/**
 * Whether a failed call is made again, and when: only one that was surely not charged.
 * @param attempt 0 for the first call
 * @param random 0 to 1: without jitter, calls that failed together would come back together
 */
export function decideRetry(
	failure: Pick<Failure, 'retry' | 'retryAfter'>,
	attempt: number,
	random: number,
): RetryDecision {
	const { retry, retryAfter } = failure;
	if (retry !== 'safe' || attempt >= MOST_RETRIES) return { again: false };
	if (retryAfter === undefined) return { again: true, wait: backoff(attempt, random) };
	return retryAfter > LONGEST_RETRY_AFTER
		? { again: false }
		: { again: true, wait: retryAfter * 1000 };
}

function backoff(attempt: number, random: number): number {
	return SHORTEST_BACKOFF * 2 ** attempt * (0.5 + random / 2);
}

/** Milliseconds for which a rate limit holds back every call of the same credential. */
export function pauseForAll({ retryAfter }: Pick<Failure, 'retryAfter'>, random: number): number {
	if (retryAfter === undefined) return backoff(0, random);
	return retryAfter > LONGEST_RETRY_AFTER ? LONGEST_PAUSE_FOR_ALL : retryAfter * 1000;
}
