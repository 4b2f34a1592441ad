import { expect, test } from '@jest/globals';

import { countOf } from './built.mts';

type Row = [value: unknown, count: number | null];

const ROWS: Row[] = [
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
	...['3千', '3천', '３千', '3 千'].map((text): Row => [text, 3000]),
	...['1千+', '1千＋', '1,000', '1 000', '1\u00a0000', '1\u202f000', "1'000"].map((text): Row => [
		text,
		1000,
	]),
	...[
		'10万＋',
		'10萬',
		'１０万+',
		'10万多',
		'10万以上',
		'十万'.replace('十', '10'),
		'0.1百万',
		'\u200e10万',
		'100 K',
		'0,1M',
	].map((text): Row => [text, 100000]),
	...['1,2K', '1.2K', '1,20k', '1.2千'].map((text): Row => [text, 1200]),
	['1,5万', 15000],
	...['1,234万', '1 234万', '1,234.0万', '1.234,0万'].map((text): Row => [text, 12340000]),
	...['1,234.5K', '1.234,5k'].map((text): Row => [text, 1234500]),
	['3千万', 30000000],
	['1.2亿', 120000000],
	['1,2B', 1200000000],
	['2m', 2000000],
	['1 234 567', 1234567],
	['12,34,567', 1234567],
	['1.234.567', 1234567],
	['1,234,567K', 1234567000],
	['12.0', 12],
	['１２', 12],
	// What could be read in two ways, or is of no known spelling.
	...['1,234K', '1,234m', '1.234', '10.000', '1.5', '1,5', '1,23', '12,3456'].map((text): Row => [
		text,
		null,
	]),
	...[
		'1 23',
		'1 234,5',
		'1,234.5',
		'10²',
		'½',
		'1½',
		'三千',
		'3千人',
		'<1000',
		'1e3K',
		'1km',
		'5kk',
	].map((text): Row => [text, null]),
	...['9999999999999999', '9999999999999999万', '1,', ',1', '1..2k', '#REF!', '--', '.5k'].map(
		(text): Row => [text, null],
	),
	[-1, null],
	['-1', null],
	['赞', null],
	['12 likes', null],
	['万', null],
	['1.2.3', null],
	['1e5', null],
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
