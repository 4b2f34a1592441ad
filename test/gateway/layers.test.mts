import { describe, expect, test } from '@jest/globals';

import type { Settings } from '../../emulator/settings.mts';
import { callsForAll, eachOperation, getPosts, searchVideos } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld();

const money = (dollars: number) => {
	const text = String(Number(dollars.toFixed(9)));
	return `$${/\.\d\d/.test(text) ? text : Number(text).toFixed(2)}`;
};

const LAYERS: Array<Settings['layers']> = [
	'run',
	'run+envelope',
	'run+bare',
	'envelope',
	'bare',
	'payload',
];

describe.each(eachOperation)('%s', (_label, operation) => {
	const parameters = { ...operation.parameters('size-45'), returnAll: true };
	const calls = callsForAll(operation, 45);

	test.each(LAYERS)('in the layers %s', async (layers) => {
		world.emulator.configure({ layers });
		const run = await world.run(parameters);
		const ids = world.emulator.ledger.flatMap(({ recordIds }) => recordIds);
		expect(ids).toHaveLength(45);
		expect(run.records.map(({ id }) => id)).toEqual(ids);
		expect(world.emulator.summary()).toMatchObject({ calls, duplicates: [] });
		// Only a run body tells the cost.
		const estimated = layers.startsWith('run') ? '' : ' (estimated from list prices)';
		const cost = money(world.emulator.summary().charged);
		expect(run.hint).toContain(`${calls} calls, ${cost}${estimated}, 45 records.`);
	});
});

describe('what a call cost', () => {
	const BILLINGS: Array<[Settings['billing'], boolean]> = [
		['MICRO_DOLLAR', false],
		['CENT', false],
		['DOLLAR', false],
		['cost', false],
		['none', true],
		['oldPrice', true],
	];

	test.each(eachOperation)('%s, stated in each way', async (_label, operation) => {
		for (const [billing, costIsEstimate] of BILLINGS) {
			world.emulator.reset();
			world.emulator.configure({ billing });
			const run = await world.run({
				...operation.parameters('size-45'),
				limit: operation.pageSize + 1,
			});
			const cost = money(2 * operation.price);
			expect(run.hint).toContain(
				`2 calls, ${cost}${costIsEstimate ? ' (estimated from list prices)' : ''}, `,
			);
			expect(world.emulator.summary()).toMatchObject({ calls: 2, charged: 2 * operation.price });
		}
	});

	test.each(BILLINGS)('another price than the listed one: %s', async (billing, isEstimate) => {
		world.emulator.configure({ billing, prices: { [getPosts.name]: 0.0207 } });
		const run = await world.run({ ...getPosts.parameters('size-20'), returnAll: true });
		expect(world.emulator.summary().charged).toBe(0.0414);
		expect(run.hint).toContain(`2 calls, $0.0414${isEstimate ? ' (estimated' : ', '}`);
	});

	test('the lower of the two prices that are stated, where it is charged', async () => {
		world.emulator.configure({ price: 'described' });
		const run = await world.run({ ...searchVideos.parameters('size-40'), returnAll: true });
		expect(world.emulator.summary()).toMatchObject({ calls: 2, charged: 0.02 });
		expect(run.hint).toContain('2 calls, $0.02, 40 records');
	});

	test('a fraction of a cent, summed up exactly', async () => {
		world.emulator.configure({ prices: { [getPosts.name]: 0.0001 } });
		const run = await world.run({
			...getPosts.parameters('size-30'),
			returnAll: true,
			pageSize: 1,
		});
		expect(world.emulator.summary()).toMatchObject({ calls: 30, charged: 0.003 });
		expect(run.hint).toContain('30 calls, $0.003, 30 records');
	});
});
