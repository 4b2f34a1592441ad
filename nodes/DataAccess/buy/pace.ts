import { sleep } from 'n8n-workflow';

// n8n 1 ignores an abort signal in its sleep, so a wait checks this often whether it is over.
const SLICE = 100;

/** Waits so many milliseconds, but no longer than until `isOver` says that there is no point. */
export async function pause(ms: number, isOver: () => boolean): Promise<void> {
	const end = Date.now() + ms;
	for (let left = ms; left > 0 && !isOver(); left = end - Date.now()) {
		await sleep(Math.min(left, SLICE));
	}
}

/**
 * How fast one credential's calls may follow each other, for every execution in this process. A
 * rate limit holds back all of them: none begins before the wait is over, and half as many run in
 * parallel until calls succeed again.
 */
export class Pace {
	private places = Infinity;
	/**
	 * Parallel calls when the rate limit was first met. Once as many could run again, it is lifted.
	 */
	private usual = Infinity;
	private underWay = 0;
	private successes = 0;
	private resumeAt = 0;
	private readonly waiting: Array<() => void> = [];

	/** Waits for a place; false where the execution ends first. */
	async enter(isOver: () => boolean): Promise<boolean> {
		for (;;) {
			if (isOver()) {
				// This call was woken for a place that it does not take: the next one gets it.
				this.waiting.shift()?.();
				return false;
			}
			const wait = this.resumeAt - Date.now();
			if (wait > 0) {
				await pause(wait, isOver);
			} else if (this.underWay < this.places) {
				this.underWay += 1;
				return true;
			} else {
				await new Promise<void>((resolve) => this.waiting.push(resolve));
			}
		}
	}

	leave(succeeded: boolean): void {
		this.underWay -= 1;
		// A call that ends during a wait began before it, and says nothing of the pace after it.
		this.successes = succeeded && this.resumeAt <= Date.now() ? this.successes + 1 : 0;
		if (this.successes >= this.places) {
			this.successes = 0;
			this.places = this.places + 1 >= this.usual ? Infinity : this.places + 1;
		}
		const free = Math.min(this.places - this.underWay, this.waiting.length);
		for (let place = 0; place < free; place++) this.waiting.shift()?.();
	}

	/** Milliseconds until a call can begin; a wait for a place is not among them. */
	get wait(): number {
		return Math.max(0, this.resumeAt - Date.now());
	}

	/** A call met a rate limit: wait so many milliseconds, then go on with half the calls. */
	slowDown(ms: number): void {
		// Calls that were under way together meet the same limit: it counts once.
		if (this.resumeAt <= Date.now()) {
			const parallel = Math.min(this.places, this.underWay + 1);
			if (this.places === Infinity) this.usual = parallel;
			this.places = Math.max(1, Math.floor(parallel / 2));
		}
		this.successes = 0;
		this.resumeAt = Math.max(this.resumeAt, Date.now() + ms);
	}

	/** An execution ended: those of its calls that wait for a place must not wait for others. */
	wakeAll(): void {
		for (const wake of this.waiting.splice(0)) wake();
	}

	/** Nobody calls, waits, or has anything to remember. */
	get isIdle(): boolean {
		return this.underWay === 0 && this.waiting.length === 0 && this.places === Infinity;
	}
}

const paces = new Map<string, Pace>();

/** The pace of a credential at a gateway, shared by all executions of this process. */
export function paceOf(scope: string): Pace {
	const known = paces.get(scope);
	if (known) return known;
	for (const [other, pace] of paces) if (pace.isIdle) paces.delete(other);
	const pace = new Pace();
	paces.set(scope, pace);
	return pace;
}
