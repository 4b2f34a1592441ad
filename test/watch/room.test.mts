import { expect, test } from '@jest/globals';

import type * as roomModule from '../../nodes/DataAccess/watch/room.ts';
import { built } from '../harness/built.mts';

const { LEAST_ROOM, MOST_VALUES, planOf } = built<typeof roomModule>('watch/room');

/** Rounds of executions: which, what the store holds, what the round uses; and what it does. */
type Round = [execution: string, held: number, values: number, does: 'adds' | 'renews' | number];

const FULL = 1.6 * LEAST_ROOM;

const cases: Array<[string, Round[]]> = [
	['a run that is no part of an execution adds', [['', FULL, 100, 'adds']]],
	['and in a full store it renews and lets go at once', [['', FULL + 1, 100, LEAST_ROOM]]],
	['with room for what it uses', [['', 1e6, 20_000, 26_000]]],
	['a first execution adds, since nobody knows what others need', [['a', 90_000, 100, 'adds']]],
	['unless the store is far too large', [['a', 100_000, 100, MOST_VALUES]]],
	[
		'a full store: one execution renews, the next one lets go, in its first round',
		[
			['a', 9000, 500, 'adds'],
			['a', 9000, 500, 'adds'],
			['b', FULL + 1, 500, 'renews'],
			['b', FULL + 1, 500, 'renews'],
			['c', FULL + 1, 500, LEAST_ROOM],
			['c', LEAST_ROOM, 500, 'adds'],
			['d', LEAST_ROOM, 500, 'adds'],
		],
	],
	[
		'the rounds of an execution are summed up',
		[
			['a', 9000, 9000, 'adds'],
			['a', 18_000, 9000, 'adds'],
			['b', 18_001, 9000, 'adds'],
			['b', 18_001, 9000, 'adds'],
			['c', 38_000, 9000, 'renews'],
			['c', 38_000, 9000, 'renews'],
			['d', 38_000, 9000, 23_400],
		],
	],
	[
		'after an execution that met less than the one before, nothing goes',
		[
			['a', 9000, 1000, 'adds'],
			['b', FULL + 1, 500, 'renews'],
			['c', FULL + 1, 500, 'renews'],
			['c', FULL + 1, 500, 'renews'],
			['d', FULL + 1, 1000, LEAST_ROOM],
		],
	],
	[
		'executions that overlap are told from each other',
		[
			['a', 9000, 500, 'adds'],
			['b', 9000, 500, 'adds'],
			['a', FULL + 1, 500, 'adds'],
			['b', FULL + 1, 500, 'adds'],
		],
	],
];

test.each(cases)('%s', (label, rounds) => {
	for (const [execution, held, values, does] of rounds) {
		const { renews, bound } = planOf({ id: label, execution }, held, values);
		expect(bound ?? (renews ? 'renews' : 'adds')).toBe(does);
	}
});
