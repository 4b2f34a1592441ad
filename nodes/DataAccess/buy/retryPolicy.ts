import type { Failure } from '../shared/failure';

const MOST_RETRIES = 3;

const SHORTEST_BACKOFF = 500;

/** Milliseconds for which other calls wait for a service that asks for more patience than a run has. */
const LONGEST_PAUSE_FOR_ALL = 30_000;

/** Seconds: a service that asks for more patience is better asked in a later execution. */
const LONGEST_RETRY_AFTER = 300;

/** The run itself, with jitter by `random` (0 to 1); n8n's Retry On Fail, by the user's word; or an agent. */
type Again = { attempt: number; random: number } | 'next try' | 'next use';

/** Milliseconds until a call that failed may be made again; undefined where it must not be. */
export function waitBeforeAgain(
	{ retry, retryAfter, charged }: Pick<Failure, 'retry' | 'retryAfter' | 'charged'>,
	by: Again,
): number | undefined {
	if (by === 'next use') return charged === 'no' ? 0 : undefined;
	if (by === 'next try') return charged === 'yes' ? undefined : 0;
	if (retry !== 'safe' || by.attempt >= MOST_RETRIES) return undefined;
	if (retryAfter === undefined) return backoff(by.attempt, by.random);
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
