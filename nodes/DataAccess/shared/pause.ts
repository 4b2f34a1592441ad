import { sleep } from 'n8n-workflow';

// A wait checks this often whether it is over (n8n.md, n8n 1 sleeps on).
const SLICE = 100;

/** Tells how many milliseconds have passed: a clock that is set back makes no wait longer. */
export function stopwatch(): () => number {
	let last = Date.now();
	let passed = 0;
	return () => {
		const now = Date.now();
		passed += Math.max(0, now - last);
		last = now;
		return passed;
	};
}

/** Tells how many of so many milliseconds are left. */
export function countdown(ms: number): () => number {
	const passed = stopwatch();
	return () => Math.max(0, ms - passed());
}

/** Waits so many milliseconds, but no longer than until `isOver` says that there is no point. */
export async function pause(ms: number, isOver: () => boolean): Promise<void> {
	const passed = stopwatch();
	for (let remaining = ms; remaining > 0 && !isOver(); remaining = ms - passed()) {
		await sleep(Math.min(remaining, SLICE));
	}
}
