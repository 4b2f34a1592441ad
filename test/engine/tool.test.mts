import { describe, expect, test } from '@jest/globals';

import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';

const node = { type: 'n8n-nodes-data-access.dataAccessTool' };

const world = useWorld();

describe('as the tool of an agent', () => {
	test('gives the records', async () => {
		const run = await world.run(getPosts.parameters('size-3'), { node });
		expect(run.records).toHaveLength(3);
	});

	test('gives a failure as an item whose message says everything, and does not throw', async () => {
		world.emulator.addFault({ kind: 'refused', httpStatus: 402 });
		const run = await world.run(getPosts.parameters('refused size-3'), { node });
		expect(run.status).toBe('success');
		expect(run.items).toHaveLength(1);
		expect(run.errors[0].error).toMatchObject({ code: 'BALANCE_TOO_LOW', cost: 0 });
		expect(run.errors[0].message).toMatch(/balance does not cover .*Top up the account/s);
	});

	test('gives a wrong input as an item, and makes no call', async () => {
		const run = await world.run(getPosts.parameters('undefined'), { node });
		expect(run.errors[0].message).toMatch(/^User ID is required/);
		expect(world.emulator.ledger).toEqual([]);
	});

	test('says in an item that there is nothing, where a model would get an empty text', async () => {
		const run = await world.run(getPosts.parameters('size-0'), { node });
		expect(run.items.map(({ json }) => json)).toEqual([
			{ message: expect.stringMatching(/^No records\. 1 call, \$0\.0015, 0 records\./) },
		]);
	});
});
