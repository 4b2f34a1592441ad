import type { FreeResult } from '../gateway/free/freeRoute';
import type { Failure } from '../shared/failure';
import { countdown } from '../shared/pause';
import { remembered } from '../shared/remembered';
import type { Answer } from './outcome';

const MOST_ATTEMPTS = 4;

/** A rate limit counts as half an attempt if the call was alone; otherwise another call may have caused it. */
const LIMIT_ALONE = 0.5;

/** Seconds. */
const BACKOFF = 0.25;

/** Most milliseconds added to a requested wait, so that workers do not retry at the same moment. */
export const LONGER_BY = 1000;

/** Milliseconds to remember a limit that is too long to wait for. After that, one call may try again. */
const REMEMBERED = 30_000;

/** This many pages, for each call that may be in flight, allow one more call. */
const PAGES_PER_CALL = 5;

type Asked = Pick<Failure, 'charged' | 'retry' | 'retryAfter'>;

/**
 * Returns the milliseconds until a failed call may be retried in the same pass, Infinity if it may not.
 * @param attempts how many attempts have failed, including this one
 */
export function waitBeforeAgain(failure: Asked, attempts: number): number {
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
	private left = countdown(0);
	private askedFor = countdown(0);
	private longerBy = 0;

	/** Milliseconds until a call may begin. */
	get wait(): number {
		return this.left();
	}

	/** Milliseconds that the gateway still requests. A call may begin earlier if the wait is too long for its pass. */
	get asked(): number {
		return Math.max(this.askedFor(), this.wait - this.longerBy);
	}

	get mayBegin(): boolean {
		return this.wait === 0 && this.inFlight < this.room;
	}

	/**
	 * Records that a call begins.
	 * @returns how much of an attempt of its request a rate limit counts as
	 */
	begin(): number {
		this.inFlight += 1;
		this.askedFor = countdown(0);
		return this.room === 1 ? LIMIT_ALONE : 0;
	}

	/** Records that a call has ended. */
	end(answer: Answer, patience: number): void {
		this.inFlight -= 1;
		if ('failure' in answer) return this.heed(answer, patience);
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
	heed(answer: Answer | FreeResult<unknown>, patience: number): void {
		if (!('failure' in answer) || answer.failure.code !== 'RATE_LIMITED') return;
		const { retryAfter = backoff(1) } = answer.failure;
		const asked = retryAfter * 1000;
		this.ceiling = Math.max(1, Math.min(this.ceiling, this.inFlight));
		this.room = 1;
		this.pages = 0;
		this.askedFor = countdown(asked);
		this.longerBy = Math.random() * Math.min(LONGER_BY, asked / 5);
		const lasts = Math.min(asked + this.longerBy, asked > patience ? REMEMBERED : Infinity);
		this.left = countdown(Math.max(this.wait, lasts));
	}
}

const paces = remembered<Pace>('paces');

/** To be opened anew for each call: whoever begins later finds the same one, however long a run takes. */
export function renewedPace(scope: string): Pace {
	const pace = paces.get(scope) ?? new Pace();
	paces.set(scope, pace);
	return pace;
}
