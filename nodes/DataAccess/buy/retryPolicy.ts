import type { Failure } from '../shared/failure';

const MOST_RETRIES = 3;

const SHORTEST_BACKOFF = 500;

/** Milliseconds for which other calls wait for a service that asks for more patience than a run has. */
const LONGEST_PAUSE_FOR_ALL = 30_000;

/** Seconds: a service that asks for more patience is better asked in a later execution. */
const LONGEST_RETRY_AFTER = 300;

/**
 * Milliseconds until a call that failed is made again in the same pass; undefined where it is not.
 * @param attempt 0 after the first call
 * @param random jitter, from 0 to 1
 */
export function waitBeforeAgain(
	{ retry, retryAfter }: Pick<Failure, 'retry' | 'retryAfter'>,
	attempt: number,
	random: number,
): number | undefined {
	if (retry !== 'safe' || attempt >= MOST_RETRIES) return undefined;
	if (retryAfter === undefined) return backoff(attempt, random);
	return retryAfter > LONGEST_RETRY_AFTER ? undefined : retryAfter * 1000;
}

function backoff(attempt: number, random: number): number {
	return SHORTEST_BACKOFF * 2 ** attempt * (0.5 + random / 2);
}

/** Milliseconds for which a rate limit holds back every call of the same credential. */
export function pauseForAll({ retryAfter }: Pick<Failure, 'retryAfter'>, random: number): number {
	if (retryAfter === undefined) return backoff(0, random);
	return retryAfter > LONGEST_RETRY_AFTER ? LONGEST_PAUSE_FOR_ALL : retryAfter * 1000;
}
