import { describe, expect, test } from '@jest/globals';

import type * as costModule from '../../nodes/DataAccess/gateway/cost.ts';
import type * as dollarsModule from '../../nodes/DataAccess/shared/dollars.ts';
import { built } from '../harness/built.mts';

const { costOf } = built<typeof costModule>('gateway/cost');
const { roundDollars } = built<typeof dollarsModule>('shared/dollars');

const reported = (value: unknown, unit: unknown = 'DOLLAR', currency: unknown = 'USD') =>
	costOf({ billing: { reportedCost: { value, unit, currency } } }).cost;

test.each<[unknown, unknown, unknown, number]>([
	[0.015, 'DOLLAR', 'USD', 0.015],
	[1.5, 'CENT', 'USD', 0.015],
	[15000, 'MICRO_DOLLAR', 'USD', 0.015],
	['15000', 'micro_dollar', 'usd', 0.015],
	[' 0.015 ', undefined, undefined, 0.015],
	[0.015, null, null, 0.015],
	['1.5e-2', 'DOLLAR', 'USD', 0.015],
	[0, 'DOLLAR', 'USD', 0],
	['0', 'DOLLAR', 'USD', 0],
	[0.1 + 0.2, 'DOLLAR', 'USD', 0.3],
	[1000, 'DOLLAR', 'USD', 1000],
	[1e9, 'MICRO_DOLLAR', 'USD', 1000],
])('%j %s of %s', (value, unit, currency, dollars) => {
	expect(reported(value, unit, currency)).toBe(dollars);
	const amount = { value, unit, currency };
	expect(costOf({ cost: amount, price: { amount } })).toEqual({ cost: dollars, price: dollars });
});

const NO_AMOUNTS: unknown[] = [
	...[undefined, null, '', ' ', 'free', 'NaN', 'Infinity', '0x10', '3,5', '$1', '1.', '-1'],
	...[-1, -1e-9, NaN, Infinity, 1000.01, '1000.01', 1e300, '9'.repeat(500)],
	...[true, false, [], [0.01], {}, { value: 0.01 }, { toString: 1, valueOf: 1 }],
];

test.each(NO_AMOUNTS.map((value) => [value]))('%j is no amount', (value) => {
	expect(reported(value)).toBeUndefined();
	const amount = { value, currency: 'USD' };
	expect(costOf({ cost: amount, price: { amount } })).toEqual({});
});

test.each<[string, unknown, unknown]>([
	['another currency', 'DOLLAR', 'EUR'],
	['a currency that is none', 'DOLLAR', { toString: 1 }],
	['an unknown unit', 'PENNY', 'USD'],
	['a unit of every object', '__proto__', 'USD'],
	['another', 'constructor', 'USD'],
	['a unit that is none', ['DOLLAR'], 'USD'],
	['an empty unit', '', 'USD'],
])('%s is not read as dollars', (_label, unit, currency) => {
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

	test.each([null, 'text', 5, true, []].map((value) => [value]))('around it stands %j', (value) => {
		expect(costOf({ cost: value, billing: value, price: value })).toEqual({});
		expect(costOf({ billing: { reportedCost: value }, price: { amount: value } }).cost).toBe(
			undefined,
		);
	});
});

test.each([
	[0.1 + 0.2, 0.3],
	[0.0015 * 3, 0.0045],
	[1e-10, 0],
	[0, 0],
	[1e300, 1e300],
	[-1e300, -1e300],
	[Number.MAX_VALUE, Number.MAX_VALUE],
	[Infinity, Infinity],
])('%d dollars, rounded, are %d', (dollars, rounded) => {
	expect(roundDollars(dollars)).toBe(rounded);
});
