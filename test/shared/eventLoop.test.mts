import { describe, expect, test } from '@jest/globals';

import { inParallel } from '../../nodes/DataAccess/shared/parallel.ts';
import { markYielded, yieldToEventLoop } from '../../nodes/DataAccess/shared/eventLoop.ts';
import { passMinutes } from '../harness/clock.mts';
import { holdFor, mostInARow } from '../harness/eventLoop.mts';

const PIECES = 20;

/** Milliseconds. */
const PER_PIECE = 10;

describe('long work lets other work run', () => {
	test.each([
		['', 0],
		[' after the clock was set back', -60],
	])('even if many pieces wait at once%s', async (_label, minutes) => {
		markYielded();
		passMinutes(minutes);
		const most = await mostInARow(PER_PIECE, async (piece) => {
			holdFor(PER_PIECE);
			holdFor(PER_PIECE);
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
			PER_PIECE,
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
