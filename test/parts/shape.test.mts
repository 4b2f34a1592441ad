import { describe, expect, test } from '@jest/globals';

import { UnrecognisedShape } from '../../nodes/DataAccess/operations/parts/shape.ts';
import { integerOf, recordsAt } from '../../nodes/DataAccess/operations/parts/shape.ts';

const INTEGERS: Array<[read: unknown, written: unknown[]]> = [
	[0, [0]],
	[12, ['12', ' 12 ']],
	[-3, [-3, '-3']],
	[9007199254740991, ['9007199254740991']],
	[undefined, [undefined, null, [], [1], {}, { toString: 1 }, Infinity, 12n, true]],
	[undefined, ['9007199254740992', '1.5', '', ' ', 'x', 1.5, 1e300]],
];

test.each(INTEGERS)('the integer %p is read from %p', (integer, written) => {
	for (const value of written) expect([value, integerOf(value)]).toEqual([value, integer]);
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
