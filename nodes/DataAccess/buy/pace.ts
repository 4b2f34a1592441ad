import type { Failure } from '../shared/failure';
import { remembered } from '../shared/remembered';

const MOST_RETRIES = 3;

/** Milliseconds. */
const SHORTEST_BACKOFF = 500;

/** Milliseconds for which other calls wait for a service that asks for more patience than a run has. */
const LONGEST_PAUSE_FOR_ALL = 30_000;

/** Seconds: a service that asks for more patience is better asked in a later execution. */
const LONGEST_RETRY_AFTER = 300;

type Asked = Pick<Failure, 'retryAfter'>;

/**
 * Milliseconds until a call that failed is made again in the same pass; undefined where it is not.
 * @param attempt 0 after the first call
 */
export function waitBeforeAgain(
	{ charged, retry, retryAfter }: Asked & Pick<Failure, 'charged' | 'retry'>,
	attempt: number,
): number | undefined {
	if (charged !== 'no' || retry !== 'safe' || attempt >= MOST_RETRIES) return undefined;
	if (retryAfter === undefined) return backoff(attempt);
	return retryAfter > LONGEST_RETRY_AFTER ? undefined : retryAfter * 1000;
}

function backoff(attempt: number): number {
	return SHORTEST_BACKOFF * 2 ** attempt * (0.5 + Math.random() / 2);
}

/** How fast one credential's calls follow each other. After a rate limit half as many run until one succeeds. */
export class Pace {
	private readonly waiting: Array<() => void> = [];
	private places = Infinity;
	private placesTaken = 0;
	private resumeAt = 0;
	private longest = 0;

	/** @param noteUse whoever begins later must find the same pace, however long a run takes */
	constructor(private readonly noteUse = () => {}) {}

	/** Waits for whatever may let a call begin. */
	async change(): Promise<void> {
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	/** Whoever waits looks again whether its call may begin. */
	wake(): void {
		for (const resolve of this.waiting.splice(0)) resolve();
	}

	/** Milliseconds until a call can begin: no more than the wait was meant to last, if the clock is set back. */
	get wait(): number {
		const now = Date.now();
		this.resumeAt = Math.min(this.resumeAt, now + this.longest);
		return Math.max(0, this.resumeAt - now);
	}

	get hasPlace(): boolean {
		return this.placesTaken < this.places;
	}

	begin(): void {
		this.noteUse();
		this.placesTaken += 1;
	}

	end(succeeded: boolean): void {
		this.placesTaken -= 1;
		// A call that ends during a wait began before it, and says nothing of the pace after it.
		if (succeeded && this.wait === 0) this.places = Infinity;
	}

	/** A call met a rate limit: all wait, then half as many go on. */
	slowDown({ retryAfter = backoff(0) / 1000 }: Asked): void {
		this.noteUse();
		// Calls that were under way together meet the same limit: it counts once.
		if (this.wait === 0) this.places = Math.max(1, Math.floor(this.placesTaken / 2));
		const asked = retryAfter > LONGEST_RETRY_AFTER ? LONGEST_PAUSE_FOR_ALL : retryAfter * 1000;
		this.longest = Math.max(this.wait, asked);
		this.resumeAt = Date.now() + this.longest;
	}
}

const paces = remembered<Pace>('paces');

export function paceOf(scope: string): Pace {
	const pace: Pace = paces.get(scope) ?? new Pace(() => paces.note(scope, pace));
	paces.note(scope, pace);
	return pace;
}
