import { afterEach, jest } from '@jest/globals';

import { outside } from './native.mts';

const now = outside.Date.now.bind(outside.Date);
const wait = outside.setTimeout;

/** Milliseconds: the longest timer that the node waits with. Longer timers are those of calls. */
const LONGEST_SLICE = 100;

/** How many slices each skipped timer counts as. */
const SLICES_AT_ONCE = 10;

let passed = 0;
afterEach(() => {
	passed = 0;
});

function pass(milliseconds: number): void {
	passed += milliseconds;
	jest.spyOn(outside.Date, 'now').mockImplementation(() => now() + passed);
}

/** Advances the built node's clock, until the end of the test. */
export function passMinutes(minutes: number): void {
	pass(minutes * 60_000);
}

/**
 * Until the end of the test, the built node does not wait before retries, but its clock advances as if it had. Calls
 * take as long as before.
 */
export function skipWaits(): void {
	const skipped = (callback: () => void, ms = 0) => {
		if (ms > LONGEST_SLICE) return wait(callback, ms);
		pass(Math.ceil(ms) * SLICES_AT_ONCE);
		return wait(callback);
	};
	jest.spyOn(outside, 'setTimeout').mockImplementation(skipped as typeof setTimeout);
}

/** Until the end of the test, the emulator has the built node's clock. */
export function shareClock(): void {
	jest.spyOn(Date, 'now').mockImplementation(() => outside.Date.now());
}

/**
 * Until the end of the test, deadlines expire twenty times as early.
 * @returns the deadlines that are set, in milliseconds
 */
export function hurryDeadlines(): number[] {
	const set: number[] = [];
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		set.push(ms);
		return timeout(ms / 20);
	});
	return set;
}
