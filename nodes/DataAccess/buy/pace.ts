import type { FreeAnswer } from '../gateway/free/freeRoute';
import type { Failure } from '../shared/failure';
import { stopwatch } from '../shared/pause';
import { remembered } from '../shared/remembered';
import type { Answer } from './outcome';

const MOST_CALLS = 4;

/** Milliseconds. */
const BACKOFF = 250;

/** Milliseconds: a service that asks for more patience is better asked in a later execution. */
export const LONGEST_WAIT = 300_000;

/** Milliseconds for which other calls wait where it does. */
const PAUSE_INSTEAD = 30_000;

type Asked = Pick<Failure, 'retryAfter'>;

/**
 * Milliseconds until a call that failed may be made again in the same pass, Infinity where it may not.
 * @param attempts how many calls have failed, with this one
 */
export function waitBeforeAgain(
	{ charged, retry, retryAfter }: Asked & Pick<Failure, 'charged' | 'retry'>,
	attempts: number,
): number {
	if (charged !== 'no' || retry !== 'safe' || attempts >= MOST_CALLS) return Infinity;
	return retryAfter === undefined ? backoff(attempts) : retryAfter * 1000;
}

const backoff = (attempts: number) => BACKOFF * 2 ** attempts * (0.5 + Math.random() / 2);

/**
 * How one credential's calls follow each other. After a rate limit all wait as long as it asks; then one goes first,
 * and the others when its page has come.
 */
export class Pace {
	/** A rate limit was met, and no page has come since. */
	private isLimited = false;
	private hasFirst = false;
	/** Milliseconds that the last limit lasts, and that have passed of it. */
	private lasts = 0;
	private passed = () => 0;

	/** Milliseconds that are left of a limit. */
	get wait(): number {
		return Math.max(0, this.lasts - this.passed());
	}

	/** A call may begin. */
	get mayBegin(): boolean {
		return this.wait === 0 && !this.hasFirst;
	}

	/**
	 * A call begins.
	 * @returns to be called when it has ended
	 */
	begin(): (isPage: boolean) => void {
		const isFirst = this.isLimited;
		this.hasFirst = isFirst;
		return (isPage) => {
			if (!isFirst) return;
			this.hasFirst = false;
			// A limit that another call has met meanwhile is newer than this page.
			this.isLimited = !isPage || this.wait > 0;
		};
	}

	/** What came, of a call or a look, may be a rate limit. */
	heed(answer: Answer | FreeAnswer<unknown>): void {
		if ('failure' in answer && answer.failure.code === 'RATE_LIMITED')
			this.slowDown(answer.failure);
	}

	/** A rate limit was met. */
	slowDown({ retryAfter = backoff(1) / 1000 }: Asked): void {
		const asked = retryAfter * 1000;
		this.lasts = Math.max(this.wait, asked > LONGEST_WAIT ? PAUSE_INSTEAD : asked);
		this.passed = stopwatch();
		this.isLimited = true;
	}
}

const paces = remembered<Pace>('paces');

/** To be opened anew for each call: whoever begins later finds the same one, however long a run takes. */
export function openPace(scope: string): Pace {
	const pace = paces.get(scope) ?? new Pace();
	paces.note(scope, pace);
	return pace;
}
