import { describe, expect, test } from '@jest/globals';

import { expression, operations } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld();

const inspect = { resource: 'gateway', operation: 'inspect' };

const KEYS = [
	'description',
	'endpoint',
	'inputSchema',
	'operation',
	'paging',
	'price',
	'recordsPerCall',
	'resource',
];

/** No key, no address: nothing can be called with it. */
const NO_CREDENTIAL = { baseUrl: '', apiKey: '', provider: '' };

describe('of all operations', () => {
	test('tells what each takes and costs, without a call or a credential', async () => {
		const run = await world.run(inspect, { credential: NO_CREDENTIAL });
		expect(run.status).toBe('success');
		const told = run.records.map(({ resource, operation, endpoint, price }) =>
			[resource, operation, endpoint, price].join(' '),
		);
		expect(told.sort()).toEqual(
			operations
				.map((each) => [each.resource, each.operation, each.endpoint, each.price].join(' '))
				.sort(),
		);
		for (const record of run.records) expect(Object.keys(record).sort()).toEqual(KEYS);
		expect(world.emulator.ledger).toEqual([]);
	});

	test('is given once for each input item, paired with it', async () => {
		const run = await world.run(inspect, { items: [{}, {}] });
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([
			...Array(operations.length).fill({ item: 0 }),
			...Array(operations.length).fill({ item: 1 }),
		]);
	});
});

test.each(operations.map((each) => [each.endpoint, each] as const))('of %s', async (_, each) => {
	const run = await world.run({ ...inspect, endpoint: each.endpoint });
	const [told, ...others] = run.records as any[];
	expect(others).toEqual([]);
	expect(told).toMatchObject({ endpoint: each.endpoint, price: each.price });
	expect([...told.paging.inputs].sort()).toEqual([...each.position].sort());
	expect(told.paging.rule).toMatch(/The list ends /);
	for (const part of each.pagingRule) expect(told.paging.rule).toContain(part);
	expect(Object.keys(told.inputSchema.properties)).toEqual(
		expect.arrayContaining(Object.keys(each.input('a'))),
	);
	const [[, size]] = each.recordsPerCall;
	expect(told.recordsPerCall).toBe(size ?? null);
});

describe('of an endpoint that is not known', () => {
	const parameters = { ...inspect, endpoint: expression('/api/v1/nowhere') };

	test('stops the workflow, and says which are', async () => {
		const run = await world.run(parameters);
		expect(run.error?.message).toMatch(/'Endpoint' must be one of all, \/api\/v1/);
	});

	test('is an error item under Continue, after the items of known endpoints', async () => {
		const run = await world.run(
			{ ...inspect, endpoint: '={{ $json.endpoint }}' },
			{
				items: [{ endpoint: '/api/v1/nowhere' }, { endpoint: operations[0].endpoint }],
				node: { onError: 'continueRegularOutput' },
			},
		);
		expect(run.records).toHaveLength(1);
		expect(run.errors).toHaveLength(1);
		expect(run.errors[0].error).toMatchObject({ code: 'INVALID_INPUT', itemIndex: 0, cost: 0 });
	});
});
