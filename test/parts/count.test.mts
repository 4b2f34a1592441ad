import { expect, test } from '@jest/globals';

import { countOf } from './built.mts';

const ROWS: Array<[value: unknown, count: number | null]> = [
	[0, 0],
	[12, 12],
	[1.5, 1.5],
	['0', 0],
	['12', 12],
	[' 12 ', 12],
	['1,234', 1234],
	['1,234,567+', 1234567],
	['10万+', 100000],
	['1.2万', 12000],
	['1.2 万', 12000],
	['3亿', 300000000],
	['2w', 20000],
	['999+', 999],
	['1.5k', 1500],
	['2M', 2000000],
	['1.1B', 1100000000],
	['1.23456k', 1235],
	[-1, null],
	['-1', null],
	['赞', null],
	['12 likes', null],
	['万', null],
	['1.2.3', null],
	['1e5', null],
	['１２', null],
	['', null],
	[' ', null],
	['1'.repeat(41), null],
	[NaN, null],
	[Infinity, null],
	[true, null],
	[null, null],
	[undefined, null],
	[[5], null],
	[{ toString: 1, valueOf: 1 }, null],
];

test.each(ROWS)('the count %p is %j', (value, count) => {
	expect(countOf(value)).toBe(count);
});

test('the first value that is a count', () => {
	expect(countOf(undefined, null, {}, 'many', '7', 8)).toBe(7);
	expect(countOf()).toBeNull();
});
