import fc from 'fast-check';

import { ANSWERED, LOST } from './failures.mts';
import type { FailureRow } from './failures.mts';
import type { World } from './world.mts';

/** A failure that random tests let calls run into, from this one on, by its number in the ledger. */
export interface Trouble {
	row: FailureRow;
	call: number;
}

export const anyTrouble: fc.Arbitrary<Trouble> = fc.record({
	row: fc.constantFrom(...ANSWERED, ...LOST),
	call: fc.integer({ min: 1, max: 20 }),
});

/** Each call meets it once at most: as many in a row as it takes to outlast the node's retries. */
export function addTrouble({ emulator }: World, { row, call }: Trouble): void {
	const { times, ...fault } = row.fault;
	for (let more = 0; more < (times ?? 1); more++) {
		emulator.addFault({ ...fault, match: { call: call + more } });
	}
}
