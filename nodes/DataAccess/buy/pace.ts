import type { FreeResult } from '../gateway/free/freeRoute';
import type { Failure } from '../shared/failure';
import { countdown } from '../shared/pause';
import { remembered } from '../shared/remembered';
import type { CallResult } from './outcome';

const MOST_ATTEMPTS = 4;

/** A rate limit counts as half an attempt if the call was alone; otherwise another call may have caused it. */
const LIMIT_ALONE = 0.5;

/** Seconds. */
const BACKOFF = 0.25;

/** Most milliseconds added to a requested wait, so that workers do not retry at the same moment. */
export const LONGER_BY = 1000;

/** Milliseconds to remember a limit that is too long to wait for. After that, one call may try again. */
const REMEMBERED = 30_000;

/** Pages without a rate limit, for each call that may be in flight, after which the ceiling rises by one. */
const PAGES_PER_CALL = 5;

type RequestedWait = Pick<Failure, 'charged' | 'retry' | 'retryAfter'>;

/**
 * Returns the milliseconds until a failed call may be retried in the same pass, Infinity if it may not.
 * @param attempts how many attempts have failed, including this one
 */
export function waitBeforeAgain(failure: RequestedWait, attempts: number): number {
	const { charged, retry, retryAfter = backoff(attempts) } = failure;
	if (charged !== 'no' || retry !== 'safe' || attempts >= MOST_ATTEMPTS) return Infinity;
	return retryAfter * 1000;
}

/** Seconds. */
const backoff = (attempts: number) => BACKOFF * 2 ** attempts * (0.5 + Math.random() / 2);

/**
 * Limits the calls of one credential. After a rate limit all calls wait as long as the gateway requests. Then one call
 * begins, and each page that arrives allows one more in flight, up to the number that was in flight besides the limited
 * call. After enough pages without a limit, that number rises by one.
 */
export class Pace {
	/** How many calls may be in flight now, and how many at most. */
	private room = Infinity;
	private ceiling = Infinity;
	private inFlight = 0;
	/** Pages since the last limit, or since the ceiling rose. */
	private pages = 0;
	private remaining = countdown(0);
	private requestedFor = countdown(0);
	private longerBy = 0;

	/** Milliseconds until a call may begin. */
	get wait(): number {
		return this.remaining();
	}

	/**
	 * Milliseconds that remain of the wait that the gateway requested. `wait` may be shorter: of a wait beyond the
	 * patience of its pass, only 30 seconds are kept.
	 */
	get requested(): number {
		return Math.max(this.requestedFor(), this.wait - this.longerBy);
	}

	get mayBegin(): boolean {
		return this.wait === 0 && this.inFlight < this.room;
	}

	/**
	 * Records that a call begins.
	 * @returns the part of an attempt that a rate limit of this call counts as
	 */
	begin(): number {
		this.inFlight += 1;
		this.requestedFor = countdown(0);
		return this.room === 1 ? LIMIT_ALONE : 0;
	}

	/** Records that a call has ended. */
	end(result: CallResult, patience: number): void {
		this.inFlight -= 1;
		if ('failure' in result) return this.observe(result, patience);
		this.pages += 1;
		if (this.pages > PAGES_PER_CALL * this.ceiling) {
			this.ceiling += 1;
			this.pages = 0;
		}
		this.room = Math.min(this.room + 1, this.ceiling);
	}

	/**
	 * Slows down if the result of a call, or of a search, is a rate limit.
	 * @param patience milliseconds that the pass waits at most
	 */
	observe(result: CallResult | FreeResult<unknown>, patience: number): void {
		if (!('failure' in result) || result.failure.code !== 'RATE_LIMITED') return;
		const { retryAfter = backoff(1) } = result.failure;
		const requested = retryAfter * 1000;
		this.ceiling = Math.max(1, Math.min(this.ceiling, this.inFlight));
		this.room = 1;
		this.pages = 0;
		this.requestedFor = countdown(requested);
		this.longerBy = Math.random() * Math.min(LONGER_BY, requested / 5);
		const lasts = Math.min(requested + this.longerBy, requested > patience ? REMEMBERED : Infinity);
		this.remaining = countdown(Math.max(this.wait, lasts));
	}
}

const paces = remembered<Pace>('paces');

/** Call this for each request. All callers share one instance, however long a run takes. */
export function paceFor(scope: string): Pace {
	const pace = paces.get(scope) ?? new Pace();
	paces.set(scope, pace);
	return pace;
}
