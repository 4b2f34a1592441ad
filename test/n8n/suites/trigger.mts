import assert from 'node:assert/strict';

import { executionEnd, executionsOf } from '../harness/executions.mts';
import { chain, postsTrigger } from '../harness/nodes.mts';
import { until } from '../harness/until.mts';
import { activate, activateWith, deactivate } from '../harness/workflows.mts';
import type { SavedWorkflow } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';
import type { Story } from './overRestart.mts';

const OPERATION = 'fetch_user_posts_v2';
const LIST = 'polled size-24';

/** The polling trigger: its baseline, what comes later, and a new name. */
export function pollingTrigger(world: World): Story {
	let workflow: SavedWorkflow;
	let started = 0;

	/** Under any name the same node, by its ID. */
	const node = (name: string) => ({ ...postsTrigger(world.credentialId, LIST), name });

	/** How many records the next execution begins with, once these many were added. */
	async function emitted(add: number, name = 'New posts'): Promise<number> {
		const { emulator, rest } = world;
		if (add > 0) emulator.changeList(OPERATION, LIST, { add });
		const listed = await until('an execution of the trigger', 60, async () => {
			const executions = await executionsOf(rest, workflow);
			return executions.length > started && executions[0];
		});
		started += 1;
		return (await executionEnd(rest, listed.id)).json(name).length;
	}

	return {
		promise: 'the trigger emits only what comes after its activation, also under a new name',
		async begin() {
			const { emulator, rest } = world;
			workflow = await activate(world, chain('polled', [node('New posts')]));
			const polls = () => emulator.ledger.filter(({ key }) => key === LIST);
			await until('a few polls', 30, async () => polls().length >= 3);
			// The baseline, and polls that found nothing new: one page each.
			assert.ok(polls().every(({ page }) => page === 1));
			assert.deepEqual(await executionsOf(rest, workflow), []);
			assert.equal(await emitted(2), 2);
		},
		async goOn() {
			try {
				assert.equal(await emitted(3), 3);
				// A new name is no new trigger: nothing is told again, and no baseline is taken.
				await deactivate(world, workflow);
				world.emulator.changeList(OPERATION, LIST, { add: 1 });
				await activateWith(world, workflow, chain('polled', [node('Renamed')]));
				assert.equal(await emitted(0, 'Renamed'), 1);
				assert.equal(await emitted(2, 'Renamed'), 2);
			} finally {
				await deactivate(world, workflow);
			}
		},
	};
}
