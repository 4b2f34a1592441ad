import { sleep } from 'n8n-workflow';

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
