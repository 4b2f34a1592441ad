import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks `probe` again until it answers something other than undefined or false, and returns that.
 * A probe that throws counts as "not yet"; what it threw last is told when the deadline passes.
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
