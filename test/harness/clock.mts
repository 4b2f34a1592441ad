import { afterEach, jest } from '@jest/globals';

import { outside } from './native.mts';

const now = outside.Date.now.bind(outside.Date);
const wait = outside.setTimeout;

/** Milliseconds: the node waits in slices of so many at most. Longer timers are those of its calls. */
const LONGEST_SLICE = 100;

/** Slices that pass in one. */
const AT_ONCE = 10;

let passed = 0;
afterEach(() => {
	passed = 0;
});

function pass(milliseconds: number): void {
	passed += milliseconds;
	jest.spyOn(outside.Date, 'now').mockImplementation(() => now() + passed);
}

/** For the built node, so many more minutes pass, until the end of the test. */
export function passMinutes(minutes: number): void {
	pass(minutes * 60_000);
}

/**
 * Until the end of the test, the built node's waits before retries are over at once, and its clock
 * shows that they have passed. What the gateway and its calls take is as long as ever.
 */
export function skipWaits(): void {
	const skipped = (callback: () => void, ms = 0) => {
		if (ms > LONGEST_SLICE) return wait(callback, ms);
		pass(Math.ceil(ms) * AT_ONCE);
		return wait(callback);
	};
	jest.spyOn(outside, 'setTimeout').mockImplementation(skipped as typeof setTimeout);
}

/** Until the end of the test, the emulator's clock passes as the built node's does. */
export function shareClock(): void {
	jest.spyOn(Date, 'now').mockImplementation(() => outside.Date.now());
}

/**
 * Until the end of the test, deadlines come twenty times as early.
 * @returns those that were set, in milliseconds
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
