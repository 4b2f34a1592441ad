import { sleep } from 'n8n-workflow';

// n8n 1 ignores an abort signal in its sleep, so a wait looks up this often.
const SLICE_MS = 100;

/** Waits, but no longer than until `isOver` says that there is nothing left to wait for. */
export async function pause(ms: number, isOver: () => boolean): Promise<void> {
	const end = Date.now() + ms;
	for (let left = ms; left > 0 && !isOver(); left = end - Date.now()) {
		await sleep(Math.min(left, SLICE_MS));
	}
}

/**
 * Lets so many calls be under way at once. A rate limit slows all of them: none begins before the
 * wait is over, and fewer run side by side until calls succeed again.
 */
export interface Throttle {
	/** Waits for a place; false where the execution ends first. */
	enter(): Promise<boolean>;
	leave(succeeded: boolean): void;
	/** A call met a rate limit: wait this long, then go on with half the calls side by side. */
	slowDown(ms: number): void;
}

export function createThrottle(most: number, isOver: () => boolean): Throttle {
	let places = most;
	let underWay = 0;
	let successes = 0;
	let resumeAt = 0;
	const waiting: Array<() => void> = [];
	return {
		async enter() {
			for (;;) {
				if (isOver()) return false;
				if (resumeAt > Date.now()) {
					await pause(resumeAt - Date.now(), isOver);
				} else if (underWay < places) {
					underWay += 1;
					return true;
				} else {
					await new Promise<void>((resolve) => waiting.push(resolve));
				}
			}
		},
		leave(succeeded) {
			underWay -= 1;
			// What ends during a wait had begun before it, and says nothing of the pace behind it.
			successes = succeeded && resumeAt <= Date.now() ? successes + 1 : 0;
			if (successes >= places && places < most) {
				places += 1;
				successes = 0;
			}
			for (const wake of waiting.splice(0)) wake();
		},
		slowDown(ms) {
			// Calls that were under way together meet the same limit: it counts once.
			if (resumeAt <= Date.now()) places = Math.max(1, Math.floor(places / 2));
			successes = 0;
			resumeAt = Math.max(resumeAt, Date.now() + ms);
		},
	};
}
