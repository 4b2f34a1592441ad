import { describe, test } from '@jest/globals';

import { ANSWERED, LATE, LOST } from '../harness/failures.mts';
import { CELLS, keepsThePromise } from '../harness/matrix.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld();

describe(`nothing bought is lost or bought twice, in each of ${CELLS.length} cells`, () => {
	// Side by side, so that the waits of all cells together take little more than one's.
	test.each([...ANSWERED, ...LOST, ...LATE])(
		'$name',
		async (row) => {
			await Promise.all(CELLS.map((cell) => keepsThePromise(world, row, cell)));
		},
		30_000,
	);
});
