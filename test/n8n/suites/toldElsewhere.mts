import assert from 'node:assert/strict';
import { test } from 'node:test';

import { callWebhook, executeByWebhook } from '../harness/executions.mts';
import { executionEnd, executionsOf } from '../harness/executions.mts';
import { chain, dataAccess, errorTrigger, postsTrigger, webhook } from '../harness/nodes.mts';
import { until } from '../harness/until.mts';
import { activate, activateOn2, deactivate } from '../harness/workflows.mts';
import { paidPages } from '../harness/world.mts';
import type { World } from '../harness/world.mts';

interface Told {
	execution?: { error: { message: string; description: string } };
	trigger?: { error: { message: string } };
}

/** An error workflow, and what it is told first. */
async function errorWorkflow(world: World, name: string) {
	const saved = await activateOn2(world, chain(name, [errorTrigger()]));
	const told = async () => {
		const listed = await until('the error workflow', 60, async () =>
			(await executionsOf(world.rest, saved)).at(-1),
		);
		return (await executionEnd(world.rest, listed.id)).json('Error')[0] as Told;
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
		const { message, description } = (await told()).execution!.error;
		assert.match(message, /balance/);
		assert.match(description, /run the workflow again within 15 minutes \(n8n saves no execution/);
		assert.doesNotMatch(description, /retry execution|<br>/i);
		assert.deepEqual(await executionsOf(rest, workflow), []);
		const again = await executeByWebhook(rest, workflow);
		assert.equal(again.json('Search').length, 60);
		assert.deepEqual(paidPages(world), [1, 2, 3]);
	});

	test('of a poll, an error workflow is told the cost, and 402 pauses the polls', async () => {
		const { emulator } = world;
		emulator.reset();
		const { id, told } = await errorWorkflow(world, 'Tell of polls');
		const polling = (list: string) => {
			const trigger = postsTrigger(world.credentialId, `${list} size-24`);
			return activate(world, chain(list, [trigger], { errorWorkflow: id }));
		};
		const calls = (list: string) =>
			emulator.ledger.filter(({ key }) => key === `${list} size-24`).length;
		const workflows = [await polling('unpaid'), await polling('paid')];
		try {
			await until('the baselines', 30, async () => calls('unpaid') > 0 && calls('paid') > 0);
			// Behind new records, a failure would only be told in n8n's log.
			const match = { key: 'unpaid size-24' };
			emulator.addFault({ kind: 'refused', httpStatus: 402, match, times: null });
			const { message } = (await told()).trigger!.error;
			assert.match(message, /1 call, \$0\.00: it was not charged\./);
			// The other trigger polls on, by the same schedule.
			const [unpaid, paid] = [calls('unpaid'), calls('paid')];
			await until('three polls', 30, async () => calls('paid') >= paid + 3);
			assert.equal(calls('unpaid'), unpaid);
		} finally {
			for (const workflow of workflows) await deactivate(world, workflow);
		}
	});
}
