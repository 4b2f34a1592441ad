import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { executeByWebhook, retryExecution } from '../harness/executions.mts';
import type { Execution } from '../harness/executions.mts';
import { chain, dataAccess, webhook } from '../harness/nodes.mts';
import type { QueueMode } from '../harness/queueMode.mts';
import type { RegularMode } from '../harness/regularMode.mts';
import { activate } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';

const RECORDS = 60;
const ALL_PAGES = [1, 2, 3];

/** n8n's two kinds of Retry, each on an execution, and thus a list, of its own. */
const KINDS = [
	{ keyword: `original size-${RECORDS}`, loadWorkflow: false },
	{ keyword: `saved size-${RECORDS}`, loadWorkflow: true },
];

/**
 * Lets one execution for each kind of Retry fail on its second page, then `between` happen, then
 * retries them; gives the pages that were bought for each, in order.
 */
async function boughtWithRetry(
	world: World,
	path: string,
	between: () => Promise<void>,
): Promise<Array<Array<number | null>>> {
	const { rest, emulator } = world;
	emulator.reset();
	const search = dataAccess('Search', world.credentialId, {
		resource: 'note',
		operation: 'searchImages',
		keyword: '={{ $json.query.keyword }}',
		limit: RECORDS,
	});
	const workflow = await activate(world, chain(path, [webhook(path), search]));
	const failed: Execution[] = [];
	for (const { keyword } of KINDS) {
		emulator.addFault({ kind: 'server', match: { key: keyword, page: 2 } });
		const execution = await executeByWebhook(rest, workflow, { keyword });
		assert.equal(execution.status, 'error');
		failed.push(execution);
	}
	await between();
	for (const [index, { loadWorkflow }] of KINDS.entries()) {
		const retried = await retryExecution(rest, failed[index]!, loadWorkflow);
		assert.equal(retried.status, 'success', retried.error?.message);
		assert.equal(new Set(retried.json('Search').map(({ id }) => id)).size, RECORDS);
	}
	return KINDS.map(({ keyword }) =>
		emulator.ledger
			.filter(({ key, charged }) => key === keyword && charged > 0)
			.map(({ page }) => page),
	);
}

/** What n8n's Retry buys, of either kind, in the process that failed and in another one. */
export function testRetryInRegularMode(world: RegularMode): void {
	describe('the Retry of a failed execution', () => {
		test('buys only the rest in the process that failed', async () => {
			const bought = await boughtWithRetry(world, 'retry-at-once', async () => {});
			assert.deepEqual(bought, [ALL_PAGES, ALL_PAGES]);
		});

		test('buys only the rest after a restart', async () => {
			const bought = await boughtWithRetry(world, 'retry-later', () => world.restart());
			assert.deepEqual(bought, [ALL_PAGES, ALL_PAGES]);
		});
	});
}

/** What n8n's Retry buys, of either kind, where another worker gets it. */
export function testRetryInQueueMode(world: QueueMode): void {
	describe('the Retry of a failed execution', () => {
		test('runs on another worker, and buys only the rest', async () => {
			const { workers } = world;
			await workers.scaleTo(1);
			const bought = await boughtWithRetry(world, 'retry-elsewhere', async () => {
				await workers.scaleTo(0);
				await workers.scaleTo(1);
			});
			assert.deepEqual(bought, [ALL_PAGES, ALL_PAGES]);
		});

		test('buys only the rest after a restart of all processes', async () => {
			await world.workers.scaleTo(1);
			const bought = await boughtWithRetry(world, 'retry-later', () => world.restart());
			assert.deepEqual(bought, [ALL_PAGES, ALL_PAGES]);
		});
	});
}
