import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { UnrecognisedShape, flagOf } from '../../nodes/DataAccess/operations/parts/shape.ts';
import { integerOf, isEmptyList, isList } from '../../nodes/DataAccess/operations/parts/shape.ts';
import { recordsAt } from '../../nodes/DataAccess/operations/parts/shape.ts';
import { entriesOf } from '../../nodes/DataAccess/shared/entries.ts';
import { RUNS } from './anyValue.mts';

const NONE: unknown[] = [undefined, null, [], [1], {}, { toString: 1 }];

type Rows = Array<[read: unknown, written: unknown[]]>;

const FLAGS: Rows = [
	[true, [true, 1, -1, '1', 'true', 'TRUE', 'yes', 'Y', 'more', 'next', '有', '还有更多']],
	[false, [false, 0, '0', '0.0', '', ' ', 'false', ' False ', 'no', 'N', 'off']],
	[false, ['no_more', '没有更多了', '否']],
	[undefined, [...NONE, 'null', ' None', 'undefined', '[]', '{}', 'NaN', '-']],
];

const INTEGERS: Rows = [
	[0, [0]],
	[12, ['12']],
	[-3, [-3, '-3']],
	[9007199254740991, ['9007199254740991']],
	[undefined, [...NONE, '9007199254740992', '1.5', '1e5', ' 1', '', 1.5, 1e300]],
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
		[[null, null], []],
		[null, []],
		...['', ' ', 'null', 'None', '[]', '{}', false, {}].map((list) => [list, []] as [unknown, []]),
		[{ '2': { b: 1 }, '0': { a: 1 }, '1': null, length: 3 }, TWO],
		[[[{ a: 1 }], [], [{ b: 1 }]], TWO],
		['[{"a": 1}, {"b": 1}]', TWO],
		['{"0": {"a": 1}}', [{ a: 1 }]],
		[['{"a": 1}', 'x', '{b'], [{ a: 1 }]],
	])('%j', (list, records) => {
		expect(recordsAt(list, 'data')).toEqual(records);
	});

	test('may be left out at the end, where nothing else may stand', () => {
		expect(recordsAt(undefined, 'data', { mayBeMissing: true })).toEqual([]);
		for (const list of [{ a: {} }, 'a', ['a']]) {
			expect(() => recordsAt(list, 'data', { mayBeMissing: true })).toThrow(UnrecognisedShape);
		}
	});

	test.each([
		['list of records', [undefined, { a: {}, '1': {} }, 'a', '{"a":1}', 0, true]],
		['records in the list', [['a', 'b'], [[1], [{}]], { 0: 1 }]],
	])('show that there is no %s', (wanted, lists) => {
		for (const list of lists) {
			const read = () => recordsAt(list, 'data.items');
			expect(read).toThrow(new UnrecognisedShape(`${wanted} at data.items`));
		}
	});

	test('are the same in a list and under numbers, of any JSON', () => {
		const property = fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), (some, any) => {
			const list = [1, ...some];
			for (const written of [list, { ...list }, { ...list, length: any }])
				expect(JSON.stringify(entriesOf(written))).toBe(JSON.stringify(list));
			expect(entriesOf({ ...list, name: any })).toBe(undefined);
			expect(isList(any)).toBe(Array.isArray(any) || (entriesOf(any) ?? []).length > 0);
			if (any === null || any === '' || any === false) expect(isEmptyList(any)).toBe(true);
		});
		fc.assert(property, { numRuns: RUNS });
	});
});
