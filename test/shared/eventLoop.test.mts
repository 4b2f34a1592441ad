import { describe, expect, test } from '@jest/globals';

import { inParallel } from '../../nodes/DataAccess/shared/parallel.ts';
import { markYielded, yieldToEventLoop } from '../../nodes/DataAccess/shared/eventLoop.ts';

const PIECES = 20;

/** Holds the thread for ten milliseconds. */
function hold(): void {
	const end = Date.now() + 10;
	while (Date.now() < end);
}

/** Returns the maximum number of pieces of work in one iteration of the event loop. */
async function mostInARow(run: (piece: () => void) => Promise<unknown>): Promise<number> {
	let [inARow, most, isOver] = [0, 0, false];
	const tick = () => {
		inARow = 0;
		if (!isOver) setImmediate(tick);
	};
	setImmediate(tick);
	await run(() => {
		hold();
		most = Math.max(most, ++inARow);
	});
	isOver = true;
	return most;
}

describe('long work lets other work run', () => {
	test('even if many pieces wait at once', async () => {
		const most = await mostInARow(async (piece) => {
			hold();
			hold();
			await Promise.all(
				Array.from({ length: PIECES }, async () => {
					await yieldToEventLoop();
					piece();
				}),
			);
		});
		expect(most).toBeLessThanOrEqual(3);
	});

	test('even if many pieces begin in parallel', async () => {
		const begun: number[] = [];
		let answer = () => {};
		const answered = new Promise<void>((resolve) => (answer = resolve));
		// The first piece begins without a wait.
		markYielded();
		const most = await mostInARow(
			async (piece) =>
				await inParallel(PIECES, PIECES, async (index) => {
					piece();
					if (begun.push(index) === PIECES) answer();
					await answered;
				}),
		);
		expect(most).toBeLessThanOrEqual(3);
		expect(begun).toEqual(Array.from({ length: PIECES }, (_, index) => index));
	});
});

test('if work throws, no further work begins, and work in progress ends', async () => {
	const later = () => new Promise((resolve) => setImmediate(resolve));
	const done: number[] = [];
	let begun = 0;
	const working = inParallel(PIECES, 3, async (index) => {
		begun += 1;
		while (begun < 3) await later();
		if (index === 1) throw new Error('one');
		await later();
		await later();
		done.push(index);
	});
	await expect(working).rejects.toThrow('one');
	expect(done.sort()).toEqual([0, 2]);
	await later();
	expect(begun).toBe(3);
});
