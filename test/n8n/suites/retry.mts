import assert from 'node:assert/strict';

import { executeByWebhook, retryExecution, succeeded } from '../harness/executions.mts';
import type { Execution } from '../harness/executions.mts';
import { chain, dataAccess, webhook } from '../harness/nodes.mts';
import { activate } from '../harness/workflows.mts';
import { paidPages } from '../harness/world.mts';
import type { World } from '../harness/world.mts';
import type { Story } from './overRestart.mts';

const RECORDS = 60;

/** n8n's two kinds of Retry: "with original workflow" and "with currently saved workflow". */
const KINDS = ['original', 'saved'];

/** For each kind of Retry, an execution that fails on its second page. In queue mode, another worker gets its Retry. */
export function retryAfterRestart(world: World): Story {
	const lists = KINDS.map((kind) => `retry ${kind} size-${RECORDS}`);
	const failed: Execution[] = [];
	return {
		promise: 'the Retry of a failed execution buys only the rest',
		async begin() {
			const { rest, emulator } = world;
			const search = dataAccess('Search', world.credentialId, {
				...{ keyword: '={{ $json.query.keyword }}', limit: RECORDS },
			});
			const workflow = await activate(world, chain('retry', [webhook('retry'), search]));
			for (const list of lists) {
				emulator.addFault({ kind: 'server', match: { key: list, page: 2 } });
				const execution = await executeByWebhook(rest, workflow, { keyword: list });
				assert.equal(execution.status, 'error');
				failed.push(execution);
			}
		},
		async goOn() {
			for (const [index, list] of lists.entries()) {
				const loadWorkflow = KINDS[index] === 'saved';
				const retried = await succeeded(retryExecution(world.rest, failed[index]!, loadWorkflow));
				assert.equal(new Set(retried.json('Search').map(({ id }) => id)).size, RECORDS);
				assert.deepEqual(paidPages(world, list), [1, 2, 3]);
			}
		},
	};
}
