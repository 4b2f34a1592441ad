import { expect, jest, test } from '@jest/globals';

import type * as roomModule from '../../nodes/DataAccess/watch/room.ts';
import { built } from '../harness/built.mts';
import { outside } from '../harness/native.mts';

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
			['c', FULL + 1, 500, LEAST_ROOM + 500],
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
			['d', 38_000, 9000, 23_400 + 9000],
		],
	],
	[
		'after an execution that met less than the one before, nothing goes',
		[
			['a', 9000, 1000, 'adds'],
			['b', FULL + 1, 500, 'renews'],
			['c', FULL + 1, 500, 'renews'],
			['c', FULL + 1, 500, 'renews'],
			['d', FULL + 1, 1000, LEAST_ROOM + 1000],
		],
	],
	[
		'an execution without an end lets go, too',
		[
			['a', 9000, 100, 'adds'],
			['a', 1.6 * 78_000, 100, 'adds'],
			['a', 1.6 * 78_000 + 1, 100, 78_000],
		],
	],
	[
		'a small execution says nothing of what a large one needs',
		[
			['a', 9000, 20_000, 'adds'],
			['b', 40_000, 26, 'adds'],
			['c', 40_000, 26, 'adds'],
			['d', 42_000, 20_000, 'renews'],
			['e', 42_000, 26, 26_026],
			['f', 26_000, 26, 'adds'],
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

test('what a large execution needs is forgotten after a week', () => {
	const now = jest.spyOn(outside.Date, 'now').mockReturnValue(0);
	const plan = (execution: string) => planOf({ id: 'a week', execution }, 17_000, 100);
	planOf({ id: 'a week', execution: 'large' }, 0, 20_000);
	expect(plan('b').renews).toBe(false);
	now.mockReturnValue(8 * 24 * 3_600_000);
	expect(plan('c').renews).toBe(false);
	expect(plan('d').renews).toBe(true);
	now.mockRestore();
});
