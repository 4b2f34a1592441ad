import { describe, test } from '@jest/globals';

import { skipWaits } from '../harness/clock.mts';
import { ANSWERED, LATE, LOST } from '../harness/failures.mts';
import { CELLS, keepsThePromise } from '../harness/matrix.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld();

/** FAULT_MATRIX=all tries every failure in every cell, else each in a ninth of them, by turns. */
const TURNS = process.env.FAULT_MATRIX === 'all' ? 1 : 9;

const rows = [...ANSWERED, ...LOST, ...LATE].map((row, turn) => ({
	row,
	name: row.name,
	cells: CELLS.filter((_, index) => (index + turn) % TURNS === 0),
}));

describe('Nothing is lost to a failure', () => {
	// In parallel, so that the waits of all cells together take little more than one's.
	test.each(rows)(
		'$name',
		async ({ row, cells }) => {
			if (row.fault.times) skipWaits();
			await Promise.all(cells.map((cell) => keepsThePromise(world, row, cell)));
		},
		30_000,
	);
});
