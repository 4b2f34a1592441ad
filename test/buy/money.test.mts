import { expect, test } from '@jest/globals';

import type { OwnCall } from '../../nodes/DataAccess/buy/deployment.ts';
import { Expenses, ExecutionMoney } from '../../nodes/DataAccess/buy/money.ts';
import type { Spending, SumsInContext } from '../../nodes/DataAccess/buy/money.ts';
import type { CallResult } from '../../nodes/DataAccess/buy/outcome.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';

const callAt = (price: number, endpoint = '/e'): OwnCall => ({
	...{ endpoint, price, provider: 'p', input: {} },
});
/** Returns a page with the cost and the price in its response. */
const page = (cost?: number, price?: number): CallResult => ({
	payload: null,
	text: '',
	cost,
	price,
});
const failing = (charged: 'no' | 'maybe' | 'yes', cost?: number): CallResult => ({
	failure: { ...failureOf('NO_ANSWER', { cost }), charged },
});
const anybody = () => ({ expenses: new Expenses(), itemIndex: 0 });

test.each<[string, CallResult[], number]>([
	['a higher price that was reported', [page(0, 0.02)], 0.02],
	['the highest of several', [page(0.03), page(0.02)], 0.03],
	['the cost of a failed call', [failing('yes', 0.02)], 0.02],
])('a call counts as %s', (_label, answers, price) => {
	const money = new ExecutionMoney({});
	for (const answer of answers) money.settle(callAt(0.01), answer, anybody());
	expect(money.priceOf(callAt(0.01))).toBe(price);
	expect(money.priceOf(callAt(0.01, '/other'))).toBe(0.01);
});

const inOrder = ({ calls, cost, possible }: Spending) => [calls, cost, possible];

test.each([
	['by the run that lost it', 'run', [1, 0.01, 0], [1, 0.01, 0], 0],
	['by another use of the tool', 'execution', [1, 0.01, 0], [0, 0.01, 0], 0],
	['by another node or execution', 'other', [0, 0.01, 0], [0, 0.01, 0], 0.01],
] as const)('a recovered response adds to the cost, but not to the calls: %s', (...row) => {
	const [, by, ofExecution, ofFinder, ofEarlier] = row;
	const context: SumsInContext = {};
	const money = new ExecutionMoney(context);
	const loser = { expenses: new Expenses(), itemIndex: 1 };
	const finder = { expenses: by === 'run' ? loser.expenses : new Expenses(), itemIndex: 2 };
	const losing = by === 'other' ? new ExecutionMoney({}) : money;
	const call = callAt(0.02);
	const { possible: amount } = losing.settle(call, failing('maybe'), loser);
	const own = by === 'other' ? undefined : { payer: loser, amount };
	const isOfEarlier = by === 'other';
	money.settle(call, page(0.01), finder, { calls: 0, counted: own, isOfEarlier });
	expect(inOrder(money.spent)).toEqual(ofExecution);
	expect(money.priceOf(callAt(0))).toBe(0.01);
	expect(context).toMatchObject({ cost: 0.01, possibleCost: 0 });
	expect(inOrder(finder.expenses.total)).toEqual(ofFinder);
	expect(finder.expenses.total.ofEarlier).toBe(ofEarlier);
	expect(inOrder(finder.expenses.ofItem(2))).toEqual([0, 0.01, 0]);
	expect(inOrder(loser.expenses.ofItem(1))).toEqual([1, 0, by === 'other' ? 0.02 : 0]);
});

test('every call writes the sums and the highest prices for later nodes and other workers', () => {
	const context: SumsInContext = {};
	new ExecutionMoney(context).settle(callAt(0.01), page(0.02), anybody());
	expect(context).toMatchObject({ calls: 1, cost: 0.02, costIsEstimate: false });
	const elsewhere = new ExecutionMoney(JSON.parse(JSON.stringify(context)) as SumsInContext);
	expect(elsewhere.priceOf(callAt(0.01))).toBe(0.02);
	expect(elsewhere.allows(0.035, callAt(0.01))).toBe('no');
});

test.each([
	['states no cost', undefined, 0.02],
	['states a higher cost so far', 0.03, 0.03],
	['states a lower cost so far', 0.01, 0.02],
])(
	'a call that may have been charged counts as its price at least: its run %s',
	(_label, cost, possible) => {
		const sums = new ExecutionMoney({}).settle(callAt(0.02), failing('maybe', cost), anybody());
		expect(sums).toEqual({ cost: 0, isEstimate: false, possible });
	},
);

test('sums add up exactly', () => {
	const money = new ExecutionMoney({});
	for (const cost of [0.1, 0.2]) money.settle(callAt(0.1), page(cost), anybody());
	for (let lost = 0; lost < 3; lost++) money.settle(callAt(0.2), failing('maybe'), anybody());
	expect(inOrder(money.spent)).toEqual([5, 0.3, 0.6]);
	expect(money.spent.most).toBe(0.9);
});

test('a call that the cap may allow once those in flight have ended waits for them', () => {
	const money = new ExecutionMoney({});
	const inFlight = [callAt(0.01), callAt(0.011)];
	for (const call of inFlight) money.reserve(call);
	expect(money.allows(0.03, callAt(0.01))).toBe('later');
	for (const call of inFlight) money.release(call);
	expect(money.allows(0.03, callAt(0.01))).toBe('yes');
});
