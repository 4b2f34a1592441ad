import { expect, test } from '@jest/globals';

import { costOf } from '../../nodes/DataAccess/gateway/cost.ts';

const reported = (value: unknown, unit: unknown = 'DOLLAR', currency: unknown = 'USD') =>
	costOf({ billing: { reportedCost: { value, unit, currency } } }).cost;

test.each<[value: unknown, unit: unknown, dollars: number]>([
	[0.015, 'DOLLAR', 0.015],
	[1.5, 'CENT', 0.015],
	['15000', 'MICRO_DOLLAR', 0.015],
	[' 1.5e-2 ', 'DOLLAR', 0.015],
	[0, 'DOLLAR', 0],
	[1e-10, 'DOLLAR', 0],
	[0.1 + 0.2, 'DOLLAR', 0.3],
])('an amount of %j in %s', (value, unit, dollars) => {
	expect(reported(value, unit)).toBe(dollars);
	const amount = { value, unit, currency: 'USD' };
	expect(costOf({ cost: amount, price: { amount } })).toEqual({ cost: dollars, price: dollars });
});

test.each<[value: unknown, unit?: unknown, currency?: unknown]>([
	...[undefined, null, '', 'free', 'NaN', 'Infinity', '0x10', '3,5', '1.', -1e-9].map(
		(value): [unknown] => [value],
	),
	[1, 'DOLLAR', 'EUR'],
	[1, 'DOLLAR', { toString: 1 }],
	...['PENNY', 'constructor', ['DOLLAR']].map((unit): [unknown, unknown] => [1, unit]),
	// Without a unit, it has meant micro-dollars and cents, so the list price counts.
	[1, null],
])('%j in %j of %j is not an amount', (value, unit = 'DOLLAR', currency = 'USD') => {
	expect(reported(value, unit, currency)).toBeUndefined();
	const amount = { value, unit, currency };
	if (unit) expect(costOf({ cost: amount, price: { amount } })).toEqual({});
});

const usd = (value: unknown) => ({ value, currency: 'USD' });
const billing = { reportedCost: { ...usd(3), unit: 'CENT' } };

test.each<[run: Record<string, unknown>, expected: object]>([
	[{ cost: usd(1), billing }, { cost: 1 }],
	[{ cost: usd('none'), billing }, { cost: 0.03 }],
	// Neither form of the price is a cost.
	[{ price: { type: 'x', amount: usd(0.03) } }, { price: 0.03 }],
	[{ price: { type: 'x', amount: 0.03, currency: 'USD' } }, { price: 0.03 }],
])('the cost and price of %j', (run, expected) => {
	expect(costOf(run)).toEqual(expected);
});
