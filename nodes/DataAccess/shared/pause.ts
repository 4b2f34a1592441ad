import { sleep } from 'n8n-workflow';

// Milliseconds after which a wait checks again whether it is over (n8n.md, n8n 1 sleeps on).
const SLICE = 100;

/** Returns a function that returns the milliseconds since this call. If the clock is set back, no wait gets longer. */
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

/** Returns a function that returns how many of so many milliseconds remain. */
export function countdown(ms: number): () => number {
	const passed = stopwatch();
	return () => Math.max(0, ms - passed());
}

/** Waits so many milliseconds, or until `isOver` returns true. */
export async function pause(ms: number, isOver: () => boolean): Promise<void> {
	const passed = stopwatch();
	for (let remaining = ms; remaining > 0 && !isOver(); remaining = ms - passed()) {
		await sleep(Math.min(remaining, SLICE));
	}
}
