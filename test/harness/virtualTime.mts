import { jest } from '@jest/globals';

import { outside } from './native.mts';

interface Timer {
	at: number;
	run(): void;
}

/** What is packed stays as it is: compressing takes real time, in which a clock of the test's own would run on. */
function packNothing(): void {
	const bytesOf = (data: string | Uint8Array) => {
		const bytes = {
			stream: () => bytes,
			pipeThrough: () => bytes,
			text: async () => Buffer.from(data as string).toString(),
			arrayBuffer: async () => new Uint8Array(Buffer.from(data as string)),
		};
		return bytes;
	};
	const made = { Blob: ([data]: [string]) => bytesOf(data), Response: (bytes: unknown) => bytes };
	for (const [name, make] of Object.entries(made)) {
		jest.spyOn(outside, name as 'Blob').mockImplementation(make as never);
	}
}

/** Until the end of the test, time passes for the built node only where all of its work waits for it. */
export function useVirtualTime() {
	let now = 1_700_000_000_000;
	let timers: Timer[] = [];
	packNothing();
	jest.spyOn(outside.Date, 'now').mockImplementation(() => now);
	jest.spyOn(outside.Math, 'random').mockReturnValue(0.5);
	jest.spyOn(outside, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
		timers.push({ at: now + Math.max(0, ms), run });
	}) as never);
	return {
		now: () => now,
		sleep: async (ms: number) => await new Promise<void>((done) => outside.setTimeout(done, ms)),
		/** Lets time pass until nothing is left to be done, or so many milliseconds have passed. */
		async pass(isDone: () => boolean, most = Infinity): Promise<void> {
			const end = now + most;
			for (let steps = 0; steps < 100_000; steps++) {
				await new Promise((resolve) => outside.setImmediate(resolve));
				if (isDone()) return;
				const [next] = timers.toSorted((a, b) => a.at - b.at);
				if (!next && most === Infinity) throw new Error('all wait for ever');
				if (!next || next.at > end) return void (now = end);
				timers = timers.filter((timer) => timer !== next);
				now = Math.max(now, next.at);
				next.run();
			}
			throw new Error('goes round in circles');
		},
	};
}
