import assert from 'node:assert/strict';
import { test } from 'node:test';

import { operations } from '../../harness/operations.mts';
import { executeWorkflow, succeeded } from '../harness/executions.mts';
import { chain, dataAccess, manualTrigger } from '../harness/nodes.mts';
import { saveWorkflow } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';

/** What can be known without an account: n8n must run the node although it has no credential. */
export function testAnyOperation(world: World): void {
	test('operations are inspected without a credential, those of others not', async () => {
		const inspect = async (endpoint: unknown) => {
			const parameters = { resource: 'gateway', operation: 'inspect', endpoint };
			const { credentials: _, ...node } = dataAccess('Gateway', '', parameters);
			const saved = await saveWorkflow(world.rest, chain('Gateway', [manualTrigger(), node]));
			return await executeWorkflow(world.rest, saved, 'Start');
		};
		const known = (await succeeded(inspect('all'))).json('Gateway');
		assert.equal(known.length, operations.length);
		assert.ok(known.every(({ price }) => Number(price) > 0));
		const { error } = await inspect({ __rl: true, mode: 'path', value: '/v2/forecast' });
		assert.match(String(error?.message), /This takes a Data Access credential/);
	});
}
