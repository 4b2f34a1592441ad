import { describe, expect, test } from '@jest/globals';

import {
	UnrecognisedShape,
	flagOf,
	integerOf,
	recordsAt,
	tokenOf,
} from '../../nodes/DataAccess/operations/parts/shape.ts';

const NONE: unknown[] = [undefined, null, [], [1], {}, { toString: 1 }];

type Rows = Array<[read: unknown, written: unknown[]]>;

const FLAGS: Rows = [
	[true, [true, 1, -1, '1', 'true', 'TRUE', 'yes']],
	[false, [false, 0, '0', '', ' ', 'false', ' False ', 'no']],
	[undefined, NONE],
];

/** A cursor or an ID, sent word for word. */
const TOKENS: Rows = [
	['a', ['a']],
	[' a ', [' a ']],
	['0', ['0', 0]],
	['12', [12]],
	[undefined, [...NONE, '', NaN, Infinity, true]],
];

const INTEGERS: Rows = [
	[0, [0]],
	[12, ['12']],
	[-3, [-3, '-3']],
	[9007199254740991, ['9007199254740991']],
	[
		undefined,
		[...NONE, '9007199254740992', '1.5', '1e5', ' 1', '', 1.5, 1e300, Infinity, 12n, true],
	],
];

test.each<[string, (value: unknown) => unknown, Rows]>([
	['a flag', flagOf, FLAGS],
	['a token', tokenOf, TOKENS],
	['an integer', integerOf, INTEGERS],
])('%s', (_label, read, rows) => {
	for (const [expected, written] of rows) {
		for (const value of written) expect([value, read(value)]).toEqual([value, expected]);
	}
});

describe('the records of a list', () => {
	test.each([
		[[], []],
		[
			[{ a: 1 }, { b: 2 }],
			[{ a: 1 }, { b: 2 }],
		],
		[[null, { a: 1 }, 'x', 1, [{}]], [{ a: 1 }]],
		[[null, null], []],
	])('%j', (list, records) => {
		expect(recordsAt(list, 'data')).toEqual(records);
	});

	test('may be left out at the end, where nothing else may stand', () => {
		for (const list of [undefined, null]) expect(recordsAt(list, 'data', true)).toEqual([]);
		for (const list of [{}, 'a', ['a']]) {
			expect(() => recordsAt(list, 'data', true)).toThrow(UnrecognisedShape);
		}
	});

	test.each([undefined, null, {}, 'a', 1, true, ['a', 'b'], [[{}]]])('are not in %j', (list) => {
		const wanted = Array.isArray(list) ? 'records in the list' : 'list of records';
		const read = () => recordsAt(list, 'data.items');
		expect(read).toThrow(new UnrecognisedShape(`${wanted} at data.items`));
	});
});
