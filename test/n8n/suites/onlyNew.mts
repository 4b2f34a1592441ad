import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';

import { executeByWebhook } from '../harness/executions.mts';
import { chain, dataAccess, webhook } from '../harness/nodes.mts';
import type { QueueMode } from '../harness/queueMode.mts';
import { activate } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';

const OPERATION = 'fetch_user_posts_v2';
const SIZE = 24;
const PAGE_SIZE = 12;

/**
 * Only New Records in production executions.
 * @param between happens between two executions: another worker, or other processes altogether
 */
export function testOnlyNew(world: World, between: () => Promise<void>): void {
	describe('only new records', () => {
		test('come from execution to execution, for the price of what is new', async () => {
			const { emulator, rest, credentialId } = world;
			emulator.reset();
			const list = `watched size-${SIZE}`;
			const posts = dataAccess('Posts', credentialId, {
				resource: 'user',
				operation: 'getPosts',
				userId: list,
				pageSize: PAGE_SIZE,
				returnAll: true,
				onlyNew: true,
			});
			const path = 'only-new';
			const workflow = await activate(world, chain(path, [webhook(path), posts]));
			const run = async () => {
				const begun = emulator.ledger.length;
				const execution = await executeByWebhook(rest, workflow);
				assert.equal(execution.status, 'success', execution.error?.message);
				return {
					records: execution.json('Posts').length,
					pages: emulator.ledger.slice(begun).map(({ page }) => page),
				};
			};

			assert.deepEqual(await run(), { records: SIZE, pages: [1, 2] });
			assert.deepEqual(await run(), { records: 0, pages: [1] });
			await between();
			emulator.changeList(OPERATION, list, { add: 3 });
			// Their sort times prove that nothing new follows the known ones on the same page.
			assert.deepEqual(await run(), { records: 3, pages: [1] });
			assert.deepEqual(await run(), { records: 0, pages: [1] });
			emulator.changeList(OPERATION, list, { edit: 0 });
			assert.deepEqual(await run(), { records: 0, pages: [1] });
		});
	});
}

/** The same where any of several workers may run an execution. */
export function testOnlyNewInQueueMode(world: QueueMode): void {
	describe('with two workers', () => {
		before(() => world.workers.scaleTo(2));
		testOnlyNew(world, () => world.restart());
	});
}
