import assert from 'node:assert/strict';
import { test } from 'node:test';

import { changed, example } from '../harness/examples.mts';
import { executeByWebhook, executionEnd, executionsOf } from '../harness/executions.mts';
import { retryExecution, succeeded } from '../harness/executions.mts';
import type { Execution } from '../harness/executions.mts';
import { chain, dataAccess, executeWorkflowNode, itemsOf, webhook } from '../harness/nodes.mts';
import { subWorkflowTrigger } from '../harness/nodes.mts';
import { activate, activateOn2 } from '../harness/workflows.mts';
import type { Workflow } from '../harness/workflows.mts';
import { paidPages } from '../harness/world.mts';
import type { World } from '../harness/world.mts';

const LISTS = ['a size-60', 'b size-60', 'c size-60'];
const RECORDS = 60;

const toldBy = ({ error }: Execution) => [error?.message, error?.description].join('\n');

/** A parent that calls a sub-workflow for each of three lists, of which the last fails. */
export function testSubWorkflows(world: World): void {
	/** Executes the parent, which must fail at its last list. */
	async function failedAtLast(parent: Workflow) {
		const { emulator, rest } = world;
		emulator.reset();
		const workflow = await activate(world, parent);
		const match = { key: LISTS[2]!, page: 2 };
		emulator.addFault({ kind: 'refused', httpStatus: 402, match });
		const failed = await executeByWebhook(rest, workflow);
		assert.equal(failed.status, 'error');
		return failed;
	}

	const isPaidOnce = () => {
		for (const list of LISTS) assert.deepEqual(paidPages(world, list), [1, 2, 3]);
	};

	test('calls-a-sub-workflow: a Retry goes on with the keyword that failed, and buys nine pages for nine', async () => {
		const child = await activateOn2(world, example('search-as-a-sub-workflow'));
		const jsonOutput = JSON.stringify({ keyword: LISTS });
		const picked = { __rl: true, mode: 'id', value: child.id };
		const caller = changed(
			changed(example('calls-a-sub-workflow'), 'Keywords', { parameters: { jsonOutput } }),
			...(['Call the search', { parameters: { workflowId: picked } }] as const),
		);
		const [start] = caller.nodes.filter(({ type }) => type.endsWith('.manualTrigger'));
		const called = changed(caller, start!.name, { ...webhook('sub-called'), name: start!.name });
		const failed = await failedAtLast(called);
		assert.match(toldBy(failed), /Set Reuse Pages in this sub-workflow, then retry its parent/);
		const retried = await succeeded(retryExecution(world.rest, failed, false));
		const records = retried.json('All records');
		const found = Map.groupBy(records, ({ keyword }) => keyword);
		assert.deepEqual([...found.keys()], LISTS);
		assert.equal(new Set(records.map(({ id }) => id)).size, LISTS.length * RECORDS);
		isPaidOnce();
	});

	test('a sub-workflow that writes its records itself is retried itself: the error names its execution', async () => {
		const { rest } = world;
		const parameters = { keyword: '={{ $json.list }}', limit: RECORDS };
		const search = dataAccess('Search', world.credentialId, parameters);
		const child = await activateOn2(world, chain('sub', [subWorkflowTrigger(), search]));
		const items = itemsOf(LISTS.map((list) => ({ list })));
		const nodes = [webhook('parent'), ...items, executeWorkflowNode('Call', child.id)];
		const parent = await failedAtLast(chain('parent', nodes));
		const { id } = (await executionsOf(rest, child)).find(({ status }) => status === 'error')!;
		assert.match(toldBy(parent), new RegExp(`retry its own execution ${id}`));
		const failed = await executionEnd(rest, id);
		const retried = await succeeded(retryExecution(rest, failed, false));
		assert.equal(new Set(retried.json('Search').map((record) => record.id)).size, RECORDS);
		isPaidOnce();
	});
}
