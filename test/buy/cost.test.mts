import { describe, expect, test } from '@jest/globals';

import { ONE_OF_EACH } from '../harness/failures.mts';
import { dollars, statementOf } from '../harness/money.mts';
import { getPosts, operations } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld();

describe('the cost of a list', () => {
	const parameters = { ...getPosts.parameters('list-size-45'), returnAll: true, maxCost: 0 };

	test.each([
		['MICRO_DOLLAR', false],
		['CENT', false],
		['DOLLAR', false],
		['cost', false],
		['none', true],
		['oldPrice', true],
	] as const)('as billed by %s', async (billing, isEstimate) => {
		// A price of its own: the listed one would be right by chance, and hide a lower one.
		world.emulator.configure({ billing, prices: { [getPosts.name]: 0.0234 } });
		const run = await world.run(parameters);
		const { calls, charged } = world.emulator.summary();
		expect(statementOf(run)).toEqual({ calls, cost: charged, possible: 0, isEstimate });
	});

	test.each(operations)('of $label by its list price, where no answer tells', async (operation) => {
		world.emulator.configure({ layers: 'payload' });
		const run = await world.run({ ...parameters, ...operation.parameters('list-size-45') });
		const { calls, charged } = world.emulator.summary();
		expect(charged).toBe(dollars(calls * operation.price));
		expect(statementOf(run)).toEqual({ calls, cost: charged, possible: 0, isEstimate: true });
	});
});

test('three hundred calls add up without crumbs', async () => {
	const run = await world.run({
		...getPosts.parameters('list-size-300'),
		pageSize: 1,
		returnAll: true,
		maxCost: 0,
	});
	expect(statementOf(run)).toMatchObject({ calls: 300, cost: 0.45 });
	expect(run.records).toHaveLength(300);
});

describe('a reported cost that is no amount', () => {
	test.each<[unknown]>([[''], ['free'], [-0.01], [true], [{}], [null], [1e12]])(
		'%j counts as the price, and says that it is an estimate',
		async (value) => {
			for (const billing of ['MICRO_DOLLAR', 'cost'] as const) {
				world.emulator.configure({ billing });
				world.emulator.addFault({ kind: 'cost', value, times: Infinity });
				const list = getPosts.parameters(`odd ${billing} size-6`);
				const run = await world.run({ ...list, pageSize: 2, returnAll: true, maxCost: 0.0035 });
				expect(run.status).toBe('success');
				// And Max Cost holds: two of the three calls, of 0.0015 each.
				expect(statementOf(run)).toEqual({ calls: 2, cost: 0.003, possible: 0, isEstimate: true });
				expect(world.emulator.summary()).toMatchObject({ calls: 2, charged: 0.003 });
				world.emulator.reset();
			}
		},
	);
});

describe('the cost of a failed item, without any word of it in the answer', () => {
	// What was surely not charged is tried again.
	const rows = ONE_OF_EACH.filter(({ charged }) => charged !== 'no');

	test.each(rows)('$name', async ({ fault, charged, code }) => {
		world.emulator.configure({ billing: 'none' });
		world.emulator.addFault({ ...fault, match: { page: 2 } });
		const run = await world.run(
			{ ...getPosts.parameters('list-size-6'), pageSize: 2 },
			{ node: { onError: 'continueRegularOutput' } },
		);
		const ledger = world.emulator.summary();
		const [{ error }] = run.errors;
		const { calls, cost, possible } = statementOf(run);
		expect({ code: error.code, calls, itemCalls: error.callsMade, itemCost: error.cost }).toEqual({
			code,
			calls: ledger.calls,
			itemCalls: ledger.calls,
			itemCost: cost,
		});
		expect(cost).toBeLessThanOrEqual(ledger.charged);
		expect(dollars(cost + possible)).toBeGreaterThanOrEqual(ledger.charged);
		expect(error.mayBeCharged).toBe(possible > 0);
		if (charged === 'maybe') expect(possible).toBeGreaterThan(0);
	});
});
