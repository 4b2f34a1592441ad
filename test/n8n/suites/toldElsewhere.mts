import assert from 'node:assert/strict';
import { test } from 'node:test';

import { callWebhook, executeByWebhook } from '../harness/executions.mts';
import { executionEnd, executionsOf } from '../harness/executions.mts';
import { chain, dataAccess, errorTrigger, webhook } from '../harness/nodes.mts';
import { until } from '../harness/until.mts';
import { activate, activateOn2 } from '../harness/workflows.mts';
import { paidPages } from '../harness/world.mts';
import type { World } from '../harness/world.mts';

interface Told {
	execution: { error: { message: string; description: string } };
}

/** An error workflow, and what it is told first. */
async function errorWorkflow(world: World, name: string) {
	const saved = await activateOn2(world, chain(name, [errorTrigger()]));
	const told = async () => {
		const listed = await until('the error workflow', 60, async () =>
			(await executionsOf(world.rest, saved)).at(-1),
		);
		return (await executionEnd(world.rest, listed.id)).json('Error')[0] as unknown as Told;
	};
	return { id: saved.id, told };
}

/** What those read who look at no execution: an error workflow gets it. */
export function testToldElsewhere(world: World): void {
	test('a failed execution that n8n does not save is not named as the one to retry', async () => {
		const { emulator, rest } = world;
		emulator.reset();
		const { id, told } = await errorWorkflow(world, 'Tell of what is not saved');
		const parameters = { keyword: 'unsaved size-60', limit: 60 };
		const search = dataAccess('Search', world.credentialId, parameters);
		const settings = { errorWorkflow: id, saveDataErrorExecution: 'none' };
		const unsaved = chain('unsaved', [webhook('unsaved'), search], settings);
		const workflow = await activate(world, unsaved);
		emulator.addFault({ kind: 'refused', httpStatus: 402, match: { page: 2 } });
		await callWebhook(rest, workflow);
		const { message, description } = (await told()).execution.error;
		assert.match(message, /balance/);
		assert.match(description, /run the workflow again within 15 minutes \(n8n saves no execution/);
		assert.doesNotMatch(description, /retry execution|<br>/i);
		assert.deepEqual(await executionsOf(rest, workflow), []);
		const again = await executeByWebhook(rest, workflow);
		assert.equal(again.json('Search').length, 60);
		assert.deepEqual(paidPages(world), [1, 2, 3]);
	});
}
