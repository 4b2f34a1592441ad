import { describe, expect, test } from '@jest/globals';

import { dollars, statementOf } from '../harness/money.mts';
import { getPosts, operations } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';

const world = useWorld();

describe('the cost of a list', () => {
	const parameters = { ...getPosts.parameters('list-size-45'), returnAll: true, maxCost: 0 };

	test.each([
		['MICRO_DOLLAR', false],
		['DOLLAR', false],
		['cost', false],
		['none', true],
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

	test('where the answers name no amount: the price, and Max Cost holds', async () => {
		world.emulator.addFault({ kind: 'cost', value: -0.01, times: Infinity });
		const run = await world.run({ ...parameters, pageSize: 2, maxCost: 0.0035 });
		expect(statementOf(run)).toEqual({ calls: 2, cost: 0.003, possible: 0, isEstimate: true });
		expect(world.emulator.summary()).toMatchObject({ calls: 2, charged: 0.003 });
	});
});
