import assert from 'node:assert/strict';
import { test } from 'node:test';

import { executeByWebhook, executionEnd, executionsOf } from '../harness/executions.mts';
import { retryExecution, succeeded } from '../harness/executions.mts';
import { chain, dataAccess, executeWorkflowNode, itemsOf, webhook } from '../harness/nodes.mts';
import { subWorkflowTrigger } from '../harness/nodes.mts';
import { activate, activateOn2 } from '../harness/workflows.mts';
import { paidPages } from '../harness/world.mts';
import type { World } from '../harness/world.mts';

const LISTS = ['a size-60', 'b size-60', 'c size-60'];

/** A parent that calls a sub-workflow for each of three lists, of which the last fails. */
export function testSubWorkflows(world: World): void {
	test('the parent names the sub-workflow’s own execution, whose Retry buys only the rest', async () => {
		const { emulator, rest } = world;
		emulator.reset();
		const parameters = { keyword: '={{ $json.list }}', limit: 60 };
		const search = dataAccess('Search', world.credentialId, parameters);
		const child = await activateOn2(world, chain('sub', [subWorkflowTrigger(), search]));
		const items = itemsOf(LISTS.map((list) => ({ list })));
		const call = executeWorkflowNode('Call', child.id);
		const workflow = await activate(world, chain('parent', [webhook('parent'), ...items, call]));
		emulator.addFault({ kind: 'refused', httpStatus: 402, match: { key: LISTS[2], page: 2 } });
		const parent = await executeByWebhook(rest, workflow);
		assert.equal(parent.status, 'error');

		const { id } = (await executionsOf(rest, child)).find(({ status }) => status === 'error')!;
		const told = [parent.error?.message, parent.error?.description].join('\n');
		assert.match(told, new RegExp(`Retry execution ${id} in Executions`));
		const failed = await executionEnd(rest, id);
		const retried = await succeeded(retryExecution(rest, failed, false));
		assert.equal(new Set(retried.json('Search').map((record) => record.id)).size, 60);
		for (const list of LISTS) assert.deepEqual(paidPages(world, list), [1, 2, 3]);
	});
}
