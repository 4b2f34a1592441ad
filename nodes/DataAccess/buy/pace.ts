import type { FreeResult } from '../gateway/free/freeRoute';
import type { Failure } from '../shared/failure';
import { countdown } from '../shared/pause';
import { remembered } from '../shared/remembered';
import type { Answer } from './outcome';

const MOST_ATTEMPTS = 4;

/** So much of an attempt is a rate limit that a call meets alone: another call can have caused any other. */
const LIMIT_ALONE = 0.5;

/** Seconds. */
const BACKOFF = 0.25;

/** Milliseconds that a wait is longer than asked at most, so that workers do not ask in step. */
export const LONGER_BY = 1000;

/** Milliseconds for which a limit is remembered that nobody waits for: then one call may ask again. */
const REMEMBERED = 30_000;

/** So many pages, for each call that may be in flight, allow one more. */
const PAGES_PER_CALL = 5;

type Asked = Pick<Failure, 'charged' | 'retry' | 'retryAfter'>;

/**
 * Milliseconds until a call that failed may be made again in the same pass, Infinity where it may not.
 * @param attempts that have failed, with this one
 */
export function waitBeforeAgain(failure: Asked, attempts: number): number {
	const { charged, retry, retryAfter = backoff(attempts) } = failure;
	if (charged !== 'no' || retry !== 'safe' || attempts >= MOST_ATTEMPTS) return Infinity;
	return retryAfter * 1000;
}

/** Seconds. */
const backoff = (attempts: number) => BACKOFF * 2 ** attempts * (0.5 + Math.random() / 2);

/**
 * How one credential's calls follow each other. After a rate limit all wait as long as the gateway asks; then one goes,
 * and each page that comes allows one more in flight: up to as many as were beside the call that met the limit, and
 * after some pages without a limit one more than that.
 */
export class Pace {
	/** Calls that may be in flight now, and at most. */
	private room = Infinity;
	private ceiling = Infinity;
	private inFlight = 0;
	/** Since the last limit, or since the ceiling rose. */
	private pages = 0;
	private left = countdown(0);
	private askedFor = countdown(0);
	private longerBy = 0;

	/** Milliseconds until a call may begin. */
	get wait(): number {
		return this.left();
	}

	/** Milliseconds that the gateway still asks for, though a call may begin earlier where nobody waits for so long. */
	get asked(): number {
		return Math.max(this.askedFor(), this.wait - this.longerBy);
	}

	get mayBegin(): boolean {
		return this.wait === 0 && this.inFlight < this.room;
	}

	/**
	 * A call begins.
	 * @returns what counts as an attempt of its request if it meets a limit
	 */
	begin(): number {
		this.inFlight += 1;
		this.askedFor = countdown(0);
		return this.room === 1 ? LIMIT_ALONE : 0;
	}

	/** A call has ended. */
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
	 * What came, of a call or a look, may be a rate limit.
	 * @param patience milliseconds for which whoever met it waits at most
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
