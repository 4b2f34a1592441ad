import { jest } from '@jest/globals';

import { outside } from './native.mts';

interface Timer {
	at: number;
	run(): void;
}

/** Turns compression off: it takes real time, during which the virtual clock would advance. */
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

/** Until the end of the test, time passes for the built node only while all of its work is waiting. */
export function useVirtualTime() {
	let now = 1_700_000_000_000;
	let timers: Timer[] = [];
	packNothing();
	// Jest notes each call: in thousands of worlds, gigabytes.
	jest.clearAllMocks();
	jest.spyOn(outside.Date, 'now').mockImplementation(() => now);
	jest.spyOn(outside.Math, 'random').mockReturnValue(0.5);
	jest.spyOn(outside, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
		timers.push({ at: now + Math.max(0, Math.ceil(ms)), run });
	}) as never);
	return {
		now: () => now,
		sleep: async (ms: number) => await new Promise<void>((done) => outside.setTimeout(done, ms)),
		/** Lets time pass until `isDone`, or for `most` milliseconds. */
		async pass(isDone: () => boolean, most = Infinity): Promise<void> {
			const end = now + most;
			for (let steps = 0; steps < 100_000; steps++) {
				await new Promise((resolve) => outside.setImmediate(resolve));
				if (isDone()) return;
				const [next] = timers.toSorted((a, b) => a.at - b.at);
				if (!next && most === Infinity) throw new Error('everything waits forever');
				if (!next || next.at > end) return void (now = end);
				timers = timers.filter((timer) => timer !== next);
				now = Math.max(now, next.at);
				next.run();
			}
			throw new Error('the work never ends');
		},
	};
}
