import { beforeEach, describe, expect, test } from '@jest/globals';

import type * as budgetModule from '../../nodes/DataAccess/buy/budget.ts';
import { built } from '../harness/built.mts';

const { Budget } = built<typeof budgetModule>('buy/budget');

let budget: budgetModule.Budget;
beforeEach(() => {
	budget = new Budget(0);
});

/** A call whose price nobody knows until an answer reports one. */
const open = (cap = 1) => budget.reserve(cap, 'unknown', 0);
const priced = () => budget.reserve(1, 'priced', 0.01);

/** Lets everything run that waits for nothing else. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Whether a reservation has been decided. */
async function isDecided(reservation: Promise<unknown>): Promise<boolean> {
	let decided = false;
	void reservation.then(() => (decided = true));
	await settled();
	return decided;
}

test.each([
	['another of unknown price', () => open()],
	['a priced one', priced],
])('beside a call of unknown price none begins: %s', async (_label, other) => {
	const first = await open();
	const second = other();
	expect(await isDecided(second)).toBe(false);
	first?.settle(0.01);
	expect(await second).toBeDefined();
});

test('a call of unknown price waits for the priced ones', async () => {
	const first = await priced();
	const second = open();
	expect(await isDecided(second)).toBe(false);
	first?.settle(0.01);
	expect(await second).toBeDefined();
});

test('once a cost was reported, calls go in parallel', async () => {
	const first = await open();
	const others = [open(), open(), open()];
	budget.learn('unknown', 0.01);
	first?.settle(0.01);
	for (const other of others) expect(await other).toBeDefined();
});

test('where there is no cap, calls of unknown price go in parallel', async () => {
	const first = await open(Infinity);
	expect(await isDecided(open(Infinity))).toBe(true);
	const capped = open();
	first?.settle(0.01);
	expect(await isDecided(capped)).toBe(false);
});

test('what is spent to the cap leaves nothing for a call of unknown price', async () => {
	const first = await open();
	const second = open();
	first?.settle(1);
	expect(await second).toBeUndefined();
});

describe('a priced call may begin', () => {
	/** Settled calls and those under way, then whether one for so much is allowed under the cap. */
	test.each<[string, spent: number, underWay: number[], cap: number, price: number, boolean]>([
		['up to the cap', 0, [], 0.01, 0.01, true],
		['beyond it', 0, [], 0.01, 0.011, false],
		['with what an earlier run has spent', 0.02, [], 0.03, 0.01, true],
		['not beyond that', 0.021, [], 0.03, 0.01, false],
		['beside calls under way', 0, [0.01, 0.01], 0.03, 0.01, true],
		['whatever binary fractions make of the sum', 0.1, [0.1], 0.3, 0.1, true],
		['without a cap', 1e6, [], Infinity, 1000, true],
	])('%s', async (_label, spent, underWay, cap, price, isAllowed) => {
		const account = new Budget(spent);
		for (const amount of underWay) await account.reserve(Infinity, 'a', amount);
		const reservation = await account.reserve(cap, 'a', price);
		expect(reservation !== undefined).toBe(isAllowed);
	});

	test('only once the end of those under way leaves enough for it', async () => {
		const account = new Budget(0);
		const calls = [];
		for (let call = 0; call < 3; call++) calls.push(await account.reserve(0.03, 'a', 0.01));
		const waiting = [1, 2].map(() => account.reserve(0.03, 'a', 0.01));
		expect(await isDecided(waiting[0]!)).toBe(false);
		calls[0]?.settle(0);
		expect(await waiting[0]).toBeDefined();
		expect(await isDecided(waiting[1]!)).toBe(false);
		calls[1]?.settle(0.01);
		calls[2]?.settle(0.01);
		expect(await isDecided(waiting[1]!)).toBe(false);
		(await waiting[0])?.settle(0.01);
		expect(await waiting[1]).toBeUndefined();
	});

	test('never after more was charged than was set aside', async () => {
		const account = new Budget(0);
		const first = await account.reserve(0.03, 'a', 0.01);
		first?.settle(0.03);
		expect(await account.reserve(0.03, 'a', 0.01)).toBeUndefined();
	});
});

test.each([
	['the list price, while nothing was reported', [], 0.01],
	['a higher price that was reported', [0.02], 0.02],
	['the highest of several', [0.03, 0.02], 0.03],
	['the list price, where less was reported', [0.005], 0.01],
])('a call is reckoned at %s', (_label, reported, price) => {
	for (const each of reported) budget.learn('a', each);
	expect(budget.priceOf('a', 0.01)).toBe(price);
	expect(budget.priceOf('another', 0.01)).toBe(0.01);
	expect(budget.priceOf('another', 0)).toBe(0);
});
