import assert from 'node:assert/strict';

import { executeByWebhook, retryExecution, succeeded } from '../harness/executions.mts';
import type { Execution } from '../harness/executions.mts';
import { chain, dataAccess, webhook } from '../harness/nodes.mts';
import { activate } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';
import type { Story } from './overRestart.mts';

const RECORDS = 60;
const ALL_PAGES = [1, 2, 3];

/** n8n's two kinds of Retry: "with original workflow" and "with currently saved workflow". */
const KINDS = [
	{ kind: 'original', loadWorkflow: false },
	{ kind: 'saved', loadWorkflow: true },
];

/** For each kind of Retry an execution that fails on its second page; in queue mode, another worker gets its Retry. */
export function retryAfterRestart(world: World): Story {
	const kinds = KINDS.map((kind) => ({ ...kind, list: `retry ${kind.kind} size-${RECORDS}` }));
	const failed: Execution[] = [];
	return {
		promise: 'the Retry of a failed execution buys only the rest',
		async begin() {
			const { rest, emulator } = world;
			const search = dataAccess('Search', world.credentialId, {
				resource: 'note',
				operation: 'searchImages',
				keyword: '={{ $json.query.keyword }}',
				limit: RECORDS,
			});
			const workflow = await activate(world, chain('retry', [webhook('retry'), search]));
			for (const { list } of kinds) {
				emulator.addFault({ kind: 'server', match: { key: list, page: 2 } });
				const execution = await executeByWebhook(rest, workflow, { keyword: list });
				assert.equal(execution.status, 'error');
				failed.push(execution);
			}
		},
		async goOn() {
			const { rest, emulator } = world;
			for (const [index, { list, loadWorkflow }] of kinds.entries()) {
				const retried = await succeeded(retryExecution(rest, failed[index]!, loadWorkflow));
				assert.equal(new Set(retried.json('Search').map(({ id }) => id)).size, RECORDS);
				const bought = emulator.ledger.filter(({ key, charged }) => key === list && charged > 0);
				assert.deepEqual(
					bought.map(({ page }) => page),
					ALL_PAGES,
				);
			}
		},
	};
}
