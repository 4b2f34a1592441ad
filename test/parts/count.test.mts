import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { countOf } from '../../nodes/DataAccess/operations/parts/count.ts';
import { anyValue, RUNS } from './anyValue.mts';

const COUNTS: Array<[count: number | null, ...written: unknown[]]> = [
	[0, 0, '0'],
	[12, 12, '12', ' 12 ', '12.0', '１２'],
	[1.5, 1.5],
	[999, '999+'],
	[1000, '1,000', '1 000', '1\u00a0000', '1\u202f000', "1'000", '1千+', '1千＋'],
	[1235, '1.23456k'],
	[1200, '1,2K', '1.2K', '1,20k', '1.2千'],
	[3000, '3千', '3 千', '3천', '３千'],
	[12000, '1.2万', '1.2 万'],
	[15000, '1,5万'],
	[20000, '2w'],
	[100000, '10万+', '10万＋', '10萬', '１０万+', '10万多', '10万以上', '0.1百万', '\u200e10万'],
	[100000, '100 K', '0,1M'],
	[1234567, '1,234,567+', '1 234 567', '12,34,567', '1.234.567'],
	[1234500, '1,234.5K', '1.234,5k'],
	[12340000, '1,234万', '1 234万', '1,234.0万', '1.234,0万'],
	[30000000, '3千万'],
	[1234567000, '1,234,567K'],
	[2000000, '2M', '2m'],
	[300000000, '3亿', '3億'],
	[1200000000, '12亿', '1.2B'],
	// What could be read in two ways, or is of no known spelling.
	[null, '1,234K', '1,234m', '1.234', '10.000', '1.5', '1,5', '1,23', '12,3456', '1 234,5'],
	[null, '1,234.5', '9999999999999999', '9999999999999999万', ',1', '1..2k', '1½'],
	[null, '1 23', '10²', '½', '三千', '3千人', '<1000', '1e5', '1e3K', '1km', '5kk', '.5k', '1,'],
	[null, '12 likes', '赞', '万', '1.2.3', '#REF!', '--', '', ' ', '-1', '1'.repeat(41)],
	[null, -1, NaN, Infinity, 2 ** 53, 1e300, '1e300', true, null, undefined, [5]],
	[null, { toString: 1, valueOf: 1 }],
];

test.each(COUNTS)('the count %p is written as %j', (count, ...written) => {
	for (const value of written) expect([value, countOf(value)]).toEqual([value, count]);
});

test('any value is a count or none; a count is read in each spelling', () => {
	const counts = fc.nat({ max: 9_999_999 }).map((count) => {
		const man = `${count}万`;
		const grouped = [count.toLocaleString('en'), count.toLocaleString('fr'), `${count}+`];
		return [count, [count, String(count), ...grouped], man] as const;
	});
	fc.assert(
		fc.property(counts, ([count, written, man]) => {
			expect(written.map((each) => countOf(each))).toEqual(written.map(() => count));
			expect(countOf(man)).toBe(count * 10_000);
		}),
		{ numRuns: RUNS },
	);
	fc.assert(
		fc.property(anyValue, (value) => {
			const count = countOf(value);
			if (count !== null) expect(count >= 0 && count <= Number.MAX_SAFE_INTEGER).toBe(true);
		}),
		{ numRuns: RUNS },
	);
});
