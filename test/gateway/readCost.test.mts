import { describe, expect, test } from '@jest/globals';

import { costOf } from '../../nodes/DataAccess/gateway/cost.ts';
import { roundDollars } from '../../nodes/DataAccess/shared/dollars.ts';

const reported = (value: unknown, unit: unknown = 'DOLLAR', currency: unknown = 'USD') =>
	costOf({ billing: { reportedCost: { value, unit, currency } } }).cost;

test.each<[unknown, unknown, unknown, number]>([
	[0.015, 'DOLLAR', 'USD', 0.015],
	[1.5, 'CENT', 'USD', 0.015],
	['15000', 'MICRO_DOLLAR', 'USD', 0.015],
	[' 0.015 ', 'DOLLAR', 'USD', 0.015],
	['1.5e-2', 'DOLLAR', 'USD', 0.015],
	[0, 'DOLLAR', 'USD', 0],
	[0.1 + 0.2, 'DOLLAR', 'USD', 0.3],
	[1e9, 'MICRO_DOLLAR', 'USD', 1000],
])('%j %s of %s', (value, unit, currency, dollars) => {
	expect(reported(value, unit, currency)).toBe(dollars);
	const amount = { value, unit, currency };
	expect(costOf({ cost: amount, price: { amount } })).toEqual({ cost: dollars, price: dollars });
});

test.each<unknown>([
	...[undefined, null, '', 'free', 'NaN', 'Infinity', '0x10', '3,5', '1.', -1e-9, NaN],
])('%j is no amount', (value) => {
	expect(reported(value)).toBeUndefined();
	const amount = { value, currency: 'USD' };
	expect(costOf({ cost: amount, price: { amount } })).toEqual({});
});

test.each<[unknown, unknown]>([
	['DOLLAR', 'EUR'],
	['DOLLAR', { toString: 1 }],
	['PENNY', 'USD'],
	['', 'USD'],
	['constructor', 'USD'],
	[['DOLLAR'], 'USD'],
	// Once it was micro-dollars, once cents: the list price counts.
	[null, 'USD'],
	['MILLS', 'USD'],
])('%j of %j are not read as dollars', (unit, currency) => {
	expect(reported(1, unit, currency)).toBeUndefined();
});

describe('where a cost stands', () => {
	const usd = (value: unknown) => ({ value, currency: 'USD' });

	test('`cost` comes first, then `billing.reportedCost`', () => {
		const billing = { reportedCost: { ...usd(3), unit: 'CENT' } };
		expect(costOf({ cost: usd(1), billing }).cost).toBe(1);
		expect(costOf({ cost: usd('none'), billing }).cost).toBe(0.03);
		expect(costOf({ billing }).cost).toBe(0.03);
	});

	test('the price in both its forms is no cost', () => {
		const newer = costOf({ price: { type: 'x', amount: usd(0.03) } });
		expect(newer).toEqual({ cost: undefined, price: 0.03 });
		const older = costOf({ price: { type: 'x', amount: 0.03, currency: 'USD' } });
		expect(older).toEqual({ cost: undefined, price: 0.03 });
	});
});

test.each([
	[0.1 + 0.2, 0.3],
	[0.0015 * 3, 0.0045],
	[1e-10, 0],
	[1e300, 1e300],
	[Infinity, Infinity],
])('%d dollars, rounded, are %d', (dollars, rounded) => {
	expect(roundDollars(dollars)).toBe(rounded);
});
