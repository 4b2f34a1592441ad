import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { executionEnd, executionsOf } from '../harness/executions.mts';
import { chain, dataAccessTrigger } from '../harness/nodes.mts';
import { until } from '../harness/until.mts';
import { activate, activateWith, deactivate } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';

const OPERATION = 'fetch_user_posts_v2';

/** The polling trigger: its baseline, what comes later, and a restart of n8n between polls. */
export function testTrigger(world: World): void {
	describe('trigger', () => {
		test('emits only what comes after its activation, also over a restart and under a new name', async () => {
			const { emulator, rest, credentialId } = world;
			emulator.reset();
			const list = 'polled size-24';
			const parameters = { resource: 'user', operation: 'getPosts', userId: list };
			const trigger = dataAccessTrigger('New posts', credentialId, parameters);
			const workflow = await activate(world, chain('polled', [trigger]));
			try {
				await until('a few polls', 30, async () => emulator.ledger.length >= 3);
				// The baseline, and polls that found nothing new: one page each.
				assert.ok(emulator.ledger.every(({ page }) => page === 1));
				assert.deepEqual(await executionsOf(rest, workflow), []);

				const added = async (count: number, before: number, name = 'New posts') => {
					emulator.changeList(OPERATION, list, { add: count });
					const listed = await until('an execution of the trigger', 60, async () => {
						const executions = await executionsOf(rest, workflow);
						return executions.length > before && executions[0];
					});
					return (await executionEnd(rest, listed.id)).json(name).length;
				};
				assert.equal(await added(2, 0), 2);
				await world.restart();
				assert.equal(await added(3, 1), 3);

				// A new name is no new trigger: nothing is told again, and no baseline is taken.
				await deactivate(world, workflow);
				emulator.changeList(OPERATION, list, { add: 1 });
				await activateWith(world, workflow, chain('polled', [{ ...trigger, name: 'Renamed' }]));
				assert.equal(await added(0, 2, 'Renamed'), 1);
				assert.equal(await added(2, 3, 'Renamed'), 2);
			} finally {
				await deactivate(world, workflow);
			}
		});
	});
}
