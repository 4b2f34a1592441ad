import { expect, test } from '@jest/globals';

import type * as nodeMemoryModule from '../../nodes/DataAccess/buy/nodeMemory.ts';
import type * as spendingModule from '../../nodes/DataAccess/buy/spending.ts';
import type { Failure } from '../../nodes/DataAccess/shared/failure.ts';
import { built } from '../harness/built.mts';

const { moneyOf } = built<typeof nodeMemoryModule>('buy/nodeMemory');
const { spendingOf } = built<typeof spendingModule>('buy/spending');

type Memory = nodeMemoryModule.NodeMemory;

const NOTHING = { calls: 0, cost: 0, costIsEstimate: false, possibleCost: 0 };
const paid = spendingOf({ charged: 'yes', cost: 0.1 }, 0);
const doubtful = spendingOf({ charged: 'maybe' }, 0.2);
const page = { packed: '', boughtAt: 1, leftAt: 1, minutes: 15 };

test('the sums of an execution begin at zero, for later nodes too', () => {
	const memory: Memory = {};
	const money = moneyOf(memory, '1');
	expect(memory).toEqual({ ...NOTHING, execution: '1' });
	expect(money.sums()).toEqual({ calls: 0, cost: 0, records: 0, reason: '' });
});

test('every call is written to them', () => {
	const memory: Memory = {};
	const money = moneyOf(memory, '1');
	money.record(paid);
	money.record(doubtful);
	money.record(spendingOf({ charged: 'yes' }, 0.2));
	expect(memory).toMatchObject({ calls: 3, cost: 0.3, costIsEstimate: true, possibleCost: 0.2 });
	expect(money.spent).toMatchObject({ calls: 3, cost: 0.3, isEstimate: true, possible: 0.2 });
	expect(money.sums()).toMatchObject({ calls: 3, cost: 0.3 });
});

test('each run adds its records and reused pages to the sums', () => {
	const memory: Memory = {};
	const money = moneyOf(memory, '1');
	money.report(3, 1, 'limit');
	money.report(4, 2, 'end');
	expect(memory).toMatchObject({ records: 7, reusedPages: 3, reason: 'end' });
	expect(money.sums()).toMatchObject({ records: 7, reason: 'end' });
});

test('the same execution in this process has the same money', () => {
	const memory: Memory = {};
	const money = moneyOf(memory, '1');
	money.endedBy = { code: 'KEY_REFUSED' } as Failure;
	expect(moneyOf(memory, '1')).toBe(money);
});

test('on another worker it goes on with the stored sums', async () => {
	const stored: Memory = { execution: '1', calls: 2, cost: 0.1, possibleCost: 0.2, records: 5 };
	const money = moneyOf({ ...stored, costIsEstimate: true }, '1');
	expect(money.spent).toMatchObject({ calls: 2, cost: 0.1, isEstimate: true, possible: 0.2 });
	// What may have been charged counts towards the cap.
	expect(await money.budget.reserve(0.3, 'a', 0.01)).toBeUndefined();
	expect(await money.budget.reserve(0.31, 'a', 0.01)).toBeDefined();
	expect(money.sums().records).toBe(5);
});

test("n8n's Retry begins at zero, and keeps the pages", () => {
	const memory: Memory = {};
	const first = moneyOf(memory, '1');
	first.record(paid);
	first.record(doubtful);
	first.report(3, 1, 'failure');
	memory.pages = { key: page };
	const retry = moneyOf(memory, '2');
	expect(retry).not.toBe(first);
	expect(memory).toEqual({ ...NOTHING, execution: '2', pages: { key: page } });
	expect(retry.spent.calls).toBe(0);
	expect(moneyOf(memory, '2')).toBe(retry);
});
