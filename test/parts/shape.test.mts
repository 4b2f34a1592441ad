import { describe, expect, test } from '@jest/globals';

import { UnrecognisedShape, flagOf, integerOf, recordsAt, tokenOf } from './built.mts';

const NONE: unknown[] = [undefined, null, [], [1], {}, { toString: 1 }];

type Row = [value: unknown, read: unknown];

const FLAGS: Row[] = [
	...[true, 1, -1, '1', 'true', 'TRUE', 'yes'].map((value): Row => [value, true]),
	...[false, 0, '0', '', ' ', 'false', ' False ', 'no'].map((value): Row => [value, false]),
	...NONE.map((value): Row => [value, undefined]),
];

test.each(FLAGS)('whether there is more, said as %p: %p', (value, flag) => {
	expect(flagOf(value)).toBe(flag);
});

const TOKENS: Row[] = [
	['a', 'a'],
	[' a ', ' a '],
	['0', '0'],
	[0, '0'],
	[12, '12'],
	['', undefined],
	[NaN, undefined],
	[Infinity, undefined],
	[true, undefined],
	...NONE.map((value): Row => [value, undefined]),
];

test.each(TOKENS)('a cursor given as %p is sent as %p', (value, token) => {
	expect(tokenOf(value)).toBe(token);
});

const INTEGERS: Row[] = [
	[0, 0],
	[-3, -3],
	['12', 12],
	['-3', -3],
	['9007199254740991', 9007199254740991],
	['9007199254740992', undefined],
	['1152921504606846977', undefined],
	['1.5', undefined],
	['1e5', undefined],
	[' 1', undefined],
	['', undefined],
	[1.5, undefined],
	[1e300, undefined],
	[Infinity, undefined],
	[12n, undefined],
	[true, undefined],
	...NONE.map((value): Row => [value, undefined]),
];

test.each(INTEGERS)('an offset given as %p is sent as %p', (value, integer) => {
	expect(integerOf(value)).toBe(integer);
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

	test.each([undefined, null])('%p at the end', (list) => {
		expect(recordsAt(list, 'data', true)).toEqual([]);
	});

	test.each([...NONE.filter((value) => !Array.isArray(value)), 'a', 1, true, ['a', 'b'], [[{}]]])(
		'%p is no list of records',
		(list) => {
			const wanted = Array.isArray(list) ? 'records in the list' : 'list of records';
			const read = () => recordsAt(list, 'data.items');
			expect(read).toThrow(UnrecognisedShape);
			expect(read).toThrow(new UnrecognisedShape(`${wanted} at data.items`));
		},
	);

	test.each([{}, 'a', ['a']])('%p is none at the end either', (list) => {
		expect(() => recordsAt(list, 'data', true)).toThrow(UnrecognisedShape);
	});
});
