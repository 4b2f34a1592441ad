import { describe, expect, test } from '@jest/globals';

import type * as moneyModule from '../../nodes/DataAccess/buy/executionMoney.ts';
import type { NodeContext } from '../../nodes/DataAccess/buy/nodeContext.ts';
import type * as spendingModule from '../../nodes/DataAccess/buy/spending.ts';
import { built } from '../harness/built.mts';

const { moneyOf } = built<typeof moneyModule>('buy/executionMoney');
const { spendingOf } = built<typeof spendingModule>('buy/spending');

const spent = (cost: number) => spendingOf({ charged: 'yes', cost }, cost);
const perhaps = (cost: number) => spendingOf({ charged: 'maybe', cost }, cost);

type Row = [
	label: string,
	/** US dollars that earlier calls have cost, and the prices of those under way. */
	before: { cost?: number; possible?: number; underWay?: number[] },
	cap: number,
	price: number,
	isAllowed: boolean | undefined,
];

describe('whether the cap allows a call', () => {
	test.each<Row>([
		['up to the cap', {}, 0.01, 0.01, true],
		['beyond it', {}, 0.01, 0.011, false],
		['after what was spent', { cost: 0.02 }, 0.03, 0.01, true],
		['beyond what is left', { cost: 0.021 }, 0.03, 0.01, false],
		['after what may have been spent', { possible: 0.021 }, 0.03, 0.01, false],
		['beside calls under way', { underWay: [0.01, 0.01] }, 0.03, 0.01, true],
		['only their end tells', { underWay: [0.01, 0.011] }, 0.03, 0.01, undefined],
		['whatever binary fractions make of the sum', { cost: 0.1, underWay: [0.1] }, 0.3, 0.1, true],
		['without a cap', { cost: 1e6 }, Infinity, 1000, true],
		['of unknown price, without a cap', { underWay: [0] }, Infinity, 0, true],
	])('%s', (_label, { cost = 0, possible = 0, underWay = [] }, cap, price, isAllowed) => {
		const money = moneyOf({}, 'execution');
		money.reserve('/e', cost)(spent(cost));
		money.reserve('/e', possible)(perhaps(possible));
		for (const each of underWay) money.reserve('/e', each);
		expect(money.allows(cap, price)).toBe(isAllowed);
	});

	test('once a call under way was free, the next one may begin', () => {
		const money = moneyOf({}, 'execution');
		const settle = money.reserve('/e', 0.03);
		expect(money.allows(0.03, 0.01)).toBeUndefined();
		settle(spendingOf({ charged: 'no' }, 0.03));
		expect(money.allows(0.03, 0.01)).toBe(true);
	});
});

test.each<[string, number[], number]>([
	['the list price, while nothing was reported', [], 0.01],
	['a higher price that was reported', [0.02], 0.02],
	['the highest of several', [0.03, 0.02], 0.03],
	['the list price, where less was reported', [0.005], 0.01],
])('a call counts as %s', (_label, reported, price) => {
	const money = moneyOf({}, 'execution');
	for (const each of reported) money.learn('/e', each);
	expect(money.priceOf('/e', 0.01)).toBe(price);
	expect(money.priceOf('/other', 0.01)).toBe(0.01);
});

test('calls under way count as what a call has turned out to cost', () => {
	const money = moneyOf({}, 'execution');
	const [settle] = [1, 2, 3].map(() => money.reserve('/e', 0.002));
	money.learn('/e', 0.006);
	settle!(spent(0.006));
	expect(money.allows(0.018, 0.006)).toBeUndefined();
	expect(money.allows(0.024, 0.006)).toBe(true);
});

test('the highest price that was reported outlives a Wait that n8n stores', () => {
	const memory: NodeContext = {};
	moneyOf(memory, 'execution').learn('/e', 0.02);
	const elsewhere = JSON.parse(JSON.stringify(memory)) as NodeContext;
	expect(moneyOf(elsewhere, 'execution').priceOf('/e', 0.01)).toBe(0.02);
	expect(moneyOf(elsewhere, 'retry').priceOf('/e', 0.01)).toBe(0.01);
});

describe('the sums of an execution', () => {
	test('are written with every call, for later nodes and another worker', () => {
		const memory: NodeContext = {};
		moneyOf(memory, 'execution').reserve('/e', 0.01)(spent(0.01));
		expect(memory).toMatchObject({ calls: 1, cost: 0.01, costIsEstimate: false });
		const elsewhere = moneyOf(structuredClone(memory), 'execution');
		expect(elsewhere.allows(0.015, 0.01)).toBe(false);
	});

	test("begin at zero in n8n's Retry, which keeps the pages", () => {
		const pages = { key: { packed: '', boughtAt: 1, failedAt: 1 } };
		const memory = { calls: 3, cost: 0.03, execution: 'failed', pages };
		expect(moneyOf(memory, 'retry').sums()).toMatchObject({ calls: 0, cost: 0 });
		expect(memory.pages).toBe(pages);
	});
});
