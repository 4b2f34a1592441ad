import { expect, test } from '@jest/globals';

import { costOf } from '../../nodes/DataAccess/gateway/cost.ts';
import { roundDollars } from '../../nodes/DataAccess/shared/dollars.ts';

const reported = (value: unknown, unit: unknown = 'DOLLAR', currency: unknown = 'USD') =>
	costOf({ billing: { reportedCost: { value, unit, currency } } }).cost;

test.each<[value: unknown, unit: unknown, dollars: number]>([
	[0.015, 'DOLLAR', 0.015],
	[1.5, 'CENT', 0.015],
	['15000', 'MICRO_DOLLAR', 0.015],
	[' 1.5e-2 ', 'DOLLAR', 0.015],
	[0, 'DOLLAR', 0],
	[0.1 + 0.2, 'DOLLAR', 0.3],
])('%j %s', (value, unit, dollars) => {
	expect(reported(value, unit)).toBe(dollars);
	const amount = { value, unit, currency: 'USD' };
	expect(costOf({ cost: amount, price: { amount } })).toEqual({ cost: dollars, price: dollars });
});

test.each([undefined, null, '', 'free', 'NaN', 'Infinity', '0x10', '3,5', '1.', -1e-9, NaN])(
	'%j is no amount',
	(value) => {
		expect(reported(value)).toBeUndefined();
		const amount = { value, currency: 'USD' };
		expect(costOf({ cost: amount, price: { amount } })).toEqual({});
	},
);

test.each<[unit: unknown, currency?: unknown]>([
	['DOLLAR', 'EUR'],
	['DOLLAR', { toString: 1 }],
	['PENNY'],
	['constructor'],
	[['DOLLAR']],
	// Once it was micro-dollars, once cents: the list price counts.
	[null],
])('%j of %j are not read as dollars', (unit, currency = 'USD') => {
	expect(reported(1, unit, currency)).toBeUndefined();
});

const usd = (value: unknown) => ({ value, currency: 'USD' });
const billing = { reportedCost: { ...usd(3), unit: 'CENT' } };

test.each<[run: Record<string, unknown>, told: object]>([
	[{ cost: usd(1), billing }, { cost: 1 }],
	[{ cost: usd('none'), billing }, { cost: 0.03 }],
	[{ billing }, { cost: 0.03 }],
	// The price in both its forms is no cost.
	[{ price: { type: 'x', amount: usd(0.03) } }, { price: 0.03 }],
	[{ price: { type: 'x', amount: 0.03, currency: 'USD' } }, { price: 0.03 }],
])('where a cost stands: %j', (run, told) => {
	expect(costOf(run)).toEqual(told);
});

test.each([
	[0.0015 * 3, 0.0045],
	[1e-10, 0],
	[1e300, 1e300],
	[Infinity, Infinity],
])('%d dollars, rounded, are %d', (dollars, rounded) => {
	expect(roundDollars(dollars)).toBe(rounded);
});
