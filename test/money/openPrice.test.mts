import { beforeEach, expect, test } from '@jest/globals';

import type * as budgetModule from '../../nodes/DataAccess/buy/budget.ts';
import { built } from '../harness/built.mts';

const { Budget } = built<typeof budgetModule>('buy/budget');

let budget: budgetModule.Budget;
beforeEach(() => {
	budget = new Budget(0);
});

/** A call whose price nobody knows until an answer reports one. */
const open = () => budget.reserve(1, () => budget.priceOf('unknown', 0));
const priced = () => budget.reserve(1, () => 0.01);

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
	['another of unknown price', open],
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

test('what is spent to the cap leaves nothing for a call of unknown price', async () => {
	const first = await open();
	const second = open();
	first?.settle(1);
	expect(await second).toBeUndefined();
});
