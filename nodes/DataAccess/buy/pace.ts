import { sleep } from 'n8n-workflow';

import { Changes } from '../shared/changes';
import { remembered } from '../shared/remembered';

// n8n 1 ignores an abort signal in its sleep, so a wait checks this often whether it is over.
const SLICE = 100;

/** Waits so many milliseconds, but no longer than until `isOver` says that there is no point. */
export async function pause(ms: number, isOver: () => boolean): Promise<void> {
	let last = Date.now();
	for (let left = ms; left > 0 && !isOver();) {
		await sleep(Math.min(left, SLICE));
		const now = Date.now();
		// A clock that is set back makes no wait longer.
		left -= Math.max(0, now - last);
		last = now;
	}
}

/** How long a run waits in all for a service that asks for patience. */
export class Patience {
	/** The run has waited, or would have had to, for something else than its own calls. */
	hasWaited = false;

	/** @param left milliseconds, Infinity where nobody waits in front of the run */
	constructor(private left: number) {}

	noteWait(): void {
		this.hasWaited = true;
	}

	allows(ms: number): boolean {
		return ms <= Math.max(0, this.left);
	}

	async pause(ms: number, isOver: () => boolean): Promise<void> {
		const begun = Date.now();
		await pause(ms, isOver);
		this.left -= Date.now() - begun;
	}
}

/**
 * How fast one credential's calls may follow each other. A rate limit holds back all of them: none begins
 * before the wait is over, and half as many run at once until one succeeds.
 */
export class Pace {
	/** Whatever may let a waiting call begin. */
	readonly changes = new Changes();
	private places = Infinity;
	private underWay = 0;
	private resumeAt = 0;
	private longest = 0;

	/** Milliseconds until a call can begin: no more than the wait was meant to last, if the clock is set back. */
	get wait(): number {
		const now = Date.now();
		this.resumeAt = Math.min(this.resumeAt, now + this.longest);
		return Math.max(0, this.resumeAt - now);
	}

	get hasPlace(): boolean {
		return this.underWay < this.places;
	}

	begin(): void {
		this.underWay += 1;
	}

	end(succeeded: boolean): void {
		this.underWay -= 1;
		// A call that ends during a wait began before it, and says nothing of the pace after it.
		if (succeeded && this.wait === 0) this.places = Infinity;
	}

	/** A call under way met a rate limit: wait so many milliseconds, then go on with half the calls. */
	slowDown(ms: number): void {
		// Calls that were under way together meet the same limit: it counts once.
		if (this.wait === 0) this.places = Math.max(1, Math.floor(this.underWay / 2));
		this.longest = Math.max(this.wait, ms);
		this.resumeAt = Date.now() + this.longest;
	}
}

const paces = remembered<Pace>('paces');

/** The pace of a credential at a gateway, shared by all executions of this process. */
export function paceOf(scope: string): Pace {
	const pace = paces.get(scope) ?? new Pace();
	paces.note(scope, pace);
	return pace;
}
