import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { operations } from '../../harness/operations.mts';
import { executeWorkflow } from '../harness/executions.mts';
import { chain, dataAccess, manualTrigger } from '../harness/nodes.mts';
import { saveWorkflow } from '../harness/workflows.mts';
import type { RegularMode } from '../harness/regularMode.mts';

/** What the node does with operations of the gateway that are not its own. */
export function testAnyOperation(world: RegularMode): void {
	describe('any operation', () => {
		test('is inspected without a credential, and costs nothing', async () => {
			world.emulator.reset();
			const { credentials: _, ...inspect } = dataAccess('Inspect', '', {
				resource: 'gateway',
				operation: 'inspect',
				endpoint: 'all',
			});
			const workflow = chain('Inspect', [manualTrigger(), inspect]);
			const saved = await saveWorkflow(world.rest, workflow);
			const execution = await executeWorkflow(world.rest, saved, 'Start');
			assert.equal(execution.status, 'success', execution.error?.message);
			const known = execution.json('Inspect');
			assert.equal(known.length, operations.length);
			assert.ok(known.every(({ price }) => Number(price) > 0));
			assert.deepEqual(world.emulator.ledger, []);
		});
	});
}
