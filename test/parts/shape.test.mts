import { describe, expect, test } from '@jest/globals';

import { flagOf } from '../../nodes/DataAccess/operations/parts/flag.ts';
import { UnrecognisedShape } from '../../nodes/DataAccess/operations/parts/shape.ts';
import { integerOf, recordsAt } from '../../nodes/DataAccess/operations/parts/shape.ts';

const NONE: unknown[] = [undefined, null, [], [1], {}, { toString: 1 }];

type Rows = Array<[read: unknown, written: unknown[]]>;

const FLAGS: Rows = [
	[true, [true, 1, '1', 'true', 'TRUE']],
	[false, [false, 0, '0', '', ' ', 'false', ' False ']],
	[undefined, [...NONE, 'null', 'no', 'yes', 'no_more', '没有更多了', '[]', '{}', '-']],
];

const INTEGERS: Rows = [
	[0, [0]],
	[12, ['12', ' 12 ']],
	[-3, [-3, '-3']],
	[9007199254740991, ['9007199254740991']],
	[undefined, [...NONE, '9007199254740992', '1.5', '', ' ', 'x', 1.5, 1e300]],
	[undefined, [Infinity, 12n, true]],
];

test.each<[string, (value: unknown) => unknown, Rows]>([
	['a flag', flagOf, FLAGS],
	['an integer', integerOf, INTEGERS],
])('%s', (_label, read, rows) => {
	for (const [expected, written] of rows) {
		for (const value of written) expect([value, read(value)]).toEqual([value, expected]);
	}
});

describe('the records of a list', () => {
	const TWO = [{ a: 1 }, { b: 1 }];
	test.each([
		[[], []],
		[TWO, TWO],
		[[null, { a: 1 }, 'x', 1, [{}]], [{ a: 1 }]],
		[null, []],
		...['', {}].map((list) => [list, []] as [unknown, []]),
	])('%j', (list, records) => {
		expect(recordsAt(list, 'data')).toEqual(records);
	});

	test('may be missing at the end of the list, but may not be anything else', () => {
		expect(recordsAt(undefined, 'data', { mayBeMissing: true })).toEqual([]);
		for (const list of [{ a: {} }, 'a', ['a']]) {
			expect(() => recordsAt(list, 'data', { mayBeMissing: true })).toThrow(UnrecognisedShape);
		}
	});

	test.each([
		['list of records', [undefined, { '1': {} }, 'a', ' ', 'null', '[{"a":1}]', 0, true]],
		['records in the list', [['a', [1], [{}]]]],
	])('are refused without a %s', (wanted, lists) => {
		for (const list of lists) {
			const read = () => recordsAt(list, 'data.items');
			expect(read).toThrow(new UnrecognisedShape(`${wanted} at data.items`));
		}
	});
});
