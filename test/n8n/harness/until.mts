import { setTimeout as delay } from 'node:timers/promises';

/**
 * Calls `probe` until it returns something other than undefined or false, and returns that. An error counts
 * as "not yet". After the deadline, the last one is the cause of the error.
 */
export async function until<T>(
	what: string,
	seconds: number,
	probe: () => Promise<T | undefined | false> | T | undefined | false,
	everyMs = 100,
): Promise<T> {
	const deadline = Date.now() + seconds * 1000;
	let last: unknown;
	for (;;) {
		try {
			const answer = await probe();
			if (answer !== undefined && answer !== false) return answer;
			last = undefined;
		} catch (error) {
			last = error;
		}
		if (Date.now() > deadline) {
			throw new Error(`Waited ${seconds} s in vain for: ${what}`, { cause: last });
		}
		await delay(everyMs);
	}
}
