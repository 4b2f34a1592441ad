import { expect, test } from '@jest/globals';

import { countOf } from '../../nodes/DataAccess/operations/parts/count.ts';

const COUNTS: Array<[count: number | null, ...written: unknown[]]> = [
	[0, 0, '0'],
	[12, 12, '12', ' 12 ', '12+'],
	[1.5, 1.5],
	[999, '999+'],
	[1000, '1,000', '1,000+'],
	[1235, '1.23456k'],
	[1200, '1.2K', '1.2k+'],
	[12000, '1.2万', '1.2 万', '1.2万+'],
	[34000, '3.4w', '3.4W'],
	[100000, '10万+', '100k'],
	[1234567, '1,234,567+'],
	[3000000, '3M', '3m'],
	// Ambiguous texts, and unknown spellings.
	[null, '1,234K', '1,234万', '1.234', '1.5', '1,5', '1,23', '12,3456', '12.0', '1 234'],
	[null, '9999999999999999', '9999999999999999万', ',1', '1..2k', '1½', '三千', '3千', '3亿'],
	[null, '<1000', '1e5', '1e3K', '1km', '5kk', '.5k', '1,', '10万多', '10万以上', '１２'],
	[null, '12 likes', '赞', '万', '#REF!', '--', '', ' ', '-1', '1'.repeat(41)],
	[null, -1, NaN, Infinity, 2 ** 53, 1e300, '1e300', true, null, undefined, [5]],
	[null, { toString: 1, valueOf: 1 }],
];

test.each(COUNTS)('the count %p is read from %j', (count, ...written) => {
	for (const value of written) expect([value, countOf(value)]).toEqual([value, count]);
});
