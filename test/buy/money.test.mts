import { expect, test } from '@jest/globals';

import type { OwnCall } from '../../nodes/DataAccess/buy/deployment.ts';
import {
	Expenses,
	costOfCall,
	ExecutionMoney,
	Spending,
} from '../../nodes/DataAccess/buy/money.ts';
import type { SumsInContext } from '../../nodes/DataAccess/buy/money.ts';
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

type Row = [
	label: string,
	/** The cost of earlier calls, and the prices of calls in flight, in US dollars. */
	before: { cost?: number; possible?: number; inFlight?: number[] },
	cap: number,
	price: number,
	allowed: 'yes' | 'no' | 'later',
];

test.each<Row>([
	['up to the cap', {}, 0.01, 0.01, 'yes'],
	['beyond the cap', {}, 0.01, 0.011, 'no'],
	['beyond the remaining cap', { cost: 0.021 }, 0.03, 0.01, 'no'],
	['with what may have been spent', { possible: 0.021 }, 0.03, 0.01, 'no'],
	['with calls in flight', { inFlight: [0.01, 0.01] }, 0.03, 0.01, 'yes'],
	['it depends on calls in flight', { inFlight: [0.01, 0.011] }, 0.03, 0.01, 'later'],
	['despite sums of binary fractions', { cost: 0.1, inFlight: [0.1] }, 0.3, 0.1, 'yes'],
	['without a cap', { cost: 1e6 }, Infinity, 1000, 'yes'],
])(
	'whether the cap allows a call: %s',
	(_label, { cost = 0, possible = 0, inFlight = [] }, cap, price, allowed) => {
		const money = new ExecutionMoney({});
		money.settle(callAt(cost, '/before'), page(cost), anybody());
		money.settle(callAt(possible, '/lost'), failing('maybe', possible), anybody());
		const calls = inFlight.map((each) => callAt(each));
		for (const call of calls) money.reserve(call);
		expect(money.allows(cap, callAt(price))).toBe(allowed);
		for (const call of calls) money.release(call);
		expect(money.allows(cap, callAt(price))).toBe(allowed === 'later' ? 'yes' : allowed);
	},
);

test.each<[string, CallResult[], number]>([
	['the list price, if nothing was reported', [], 0.01],
	['a higher cost that was reported', [page(0.02)], 0.02],
	['a higher price that was reported', [page(0, 0.02)], 0.02],
	['the highest of several', [page(0.03), page(0.02)], 0.03],
	['the list price, if less was reported', [page(0.005)], 0.01],
	['the cost of a failed call', [failing('yes', 0.02)], 0.02],
])('a call counts as %s', (_label, answers, price) => {
	const money = new ExecutionMoney({});
	for (const answer of answers) money.settle(callAt(0.01), answer, anybody());
	expect(money.priceOf(callAt(0.01))).toBe(price);
	expect(money.priceOf(callAt(0.01, '/other'))).toBe(0.01);
});

const sumsOf = ({ calls, cost, isEstimate, possible }: Spending) => ({
	...{ calls, cost, isEstimate, possible },
});
const nothing = { calls: 0, cost: 0, isEstimate: false, possible: 0 };
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

test('if the response has only a price, it counts as an estimated cost', () => {
	const money = new ExecutionMoney({});
	money.settle(callAt(0.01), page(undefined, 0.02), anybody());
	expect(sumsOf(money.spent)).toEqual({ calls: 1, cost: 0.02, isEstimate: true, possible: 0 });
});

test('every call writes the sums and the highest prices for later nodes and other workers', () => {
	const context: SumsInContext = {};
	new ExecutionMoney(context).settle(callAt(0.01), page(0.02), anybody());
	expect(context).toMatchObject({ calls: 1, cost: 0.02, costIsEstimate: false });
	const elsewhere = new ExecutionMoney(JSON.parse(JSON.stringify(context)) as SumsInContext);
	expect(elsewhere.priceOf(callAt(0.01))).toBe(0.02);
	expect(elsewhere.allows(0.035, callAt(0.01))).toBe('no');
});

type Outcome = Parameters<typeof costOfCall>[0];
type Sums = Partial<ReturnType<typeof sumsOf>>;

test.each<[string, Outcome, Sums]>([
	['that was charged a reported cost', { charged: 'yes', cost: 0.01 }, { cost: 0.01 }],
	['that was charged an unknown cost', { charged: 'yes' }, { cost: 0.02, isEstimate: true }],
	['that may have been charged', { charged: 'maybe' }, { possible: 0.02 }],
	[
		'that may have been charged more than its price',
		{ charged: 'maybe', cost: 0.03 },
		{ possible: 0.03 },
	],
	[
		'that has cost less than its price so far',
		{ charged: 'maybe', cost: 0.01 },
		{ possible: 0.02 },
	],
	['that has cost nothing so far', { charged: 'maybe', cost: 0 }, { possible: 0.02 }],
	['that was not charged, whatever it reports', { charged: 'no', cost: 0.01 }, {}],
])('a call %s', (_label, outcome, sums) => {
	const { calls, ...free } = nothing;
	expect(costOfCall(outcome, 0.02)).toEqual({ ...free, ...sums });
});

test('sums begin at 0, and add up exactly', () => {
	const sum = new Spending();
	expect([sumsOf(sum), sum.most]).toEqual([nothing, 0]);
	const uncertain = { calls: 1, possible: 0.1 };
	sum.add({ calls: 1, cost: 0.1 });
	sum.add(uncertain);
	sum.add({ calls: 1, cost: 0.2, isEstimate: true });
	sum.add(uncertain);
	sum.add(uncertain);
	expect(sumsOf(sum)).toEqual({ calls: 5, cost: 0.3, isEstimate: true, possible: 0.3 });
	expect(sum.most).toBe(0.6);
});
