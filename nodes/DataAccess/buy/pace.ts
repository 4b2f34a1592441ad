import { remembered } from '../shared/remembered';
import { Changes } from './changes';

/** How fast one credential's calls follow each other. After a rate limit half as many run until one succeeds. */
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

export function paceOf(scope: string): Pace {
	const pace = paces.get(scope) ?? new Pace();
	paces.note(scope, pace);
	return pace;
}
