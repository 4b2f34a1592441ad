import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';

import { RUN_ROUTES } from '../../harness/freeRoutes.mts';
import { createCredential } from '../harness/credentials.mts';
import {
	callWebhook,
	executionEnd,
	executionsOf,
	hasEnded,
	retryExecution,
} from '../harness/executions.mts';
import type { Execution } from '../harness/executions.mts';
import { chain, dataAccess, itemsOf, webhook } from '../harness/nodes.mts';
import type { QueueMode } from '../harness/queueMode.mts';
import { restartable } from '../harness/restartable.mts';
import { until } from '../harness/until.mts';
import { activate } from '../harness/workflows.mts';
import { API_KEY } from '../harness/world.mts';
import type { World } from '../harness/world.mts';

const RECORDS = 60;

/**
 * A credential of a gateway at an address of its own: n8n's process remembers whether an address has the
 * list of runs.
 */
async function gatewayOf({ rest, emulator }: World, name: string) {
	const gateway = await restartable(emulator.url);
	const data = { baseUrl: gateway.url, apiKey: API_KEY, provider: emulator.provider };
	return { gateway, credential: await createCredential(rest, data, name) };
}

/** Three lists of three pages each, read by a credential whose gateway can restart. */
const LISTS = ['a', 'b', 'c'];

async function restarting(world: World, path: string, more: object = {}) {
	const { rest, emulator } = world;
	emulator.reset();
	emulator.configure({ freeRoutes: RUN_ROUTES, latencyMs: 300 });
	const { gateway, credential } = await gatewayOf(world, path);
	const search = dataAccess('Search', credential, {
		...{ resource: 'note', operation: 'searchImages', limit: RECORDS },
		keyword: '={{ $json.list }}',
	});
	const lists = LISTS.map((list) => ({ list: `${path} ${list} size-${RECORDS}` }));
	const workflow = chain(path, [webhook(path), ...itemsOf(lists), { ...search, ...more }]);
	const saved = await activate(world, workflow);
	return {
		gateway,
		begin: async () => await callWebhook(rest, saved),
		/** The gateway goes down while calls are under way; some pages are there by then. */
		goDown: async () => {
			await until('the middle of the run', 30, () => emulator.ledger.length >= 5, 5);
			await gateway.goDown();
		},
		/** The last execution, once so many have ended. */
		end: async (count: number) => {
			const listed = await until(`execution ${count} to end`, 60, async () => {
				const all = await executionsOf(rest, saved);
				return all.length === count && all.every(hasEnded) && all;
			});
			return await executionEnd(rest, listed[0]!.id);
		},
		/** All records came, and each page was paid once. */
		assertWhole: (execution: Execution) => {
			assert.equal(execution.status, 'success', execution.error?.message);
			const ids = execution.json('Search').map(({ id }) => id);
			assert.equal(new Set(ids).size, LISTS.length * RECORDS);
			assert.equal(ids.length, LISTS.length * RECORDS);
			const paid = emulator.ledger.filter(({ charged }) => charged > 0);
			assert.deepEqual(
				paid.map(({ key, page }) => `${key} ${page}`).sort(),
				lists.flatMap(({ list }) => [1, 2, 3].map((page) => `${list} ${page}`)).sort(),
			);
		},
	};
}

/** A gateway that restarts in the middle of a run: answers on their way are lost, and its list is down. */
export function testGatewayRestarts(world: World): void {
	test('a gateway restarts within three seconds, and Retry On Fail buys no page twice', async () => {
		const tries = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1000 };
		const run = await restarting(world, 'restart-tries', tries);
		await run.begin();
		await run.goDown();
		// As long as the restart takes.
		await setTimeout(3000);
		await run.gateway.comeUp();
		run.assertWhole(await run.end(1));
		await run.gateway.close();
	});

	test('a gateway stays down until the execution has failed, and a new one buys no page twice', async () => {
		const run = await restarting(world, 'restart-anew');
		await run.begin();
		await run.goDown();
		assert.equal((await run.end(1)).status, 'error');
		await run.gateway.comeUp();
		await run.begin();
		run.assertWhole(await run.end(2));
		await run.gateway.close();
	});
}

/** A gateway that is down, and n8n's Retry on another worker once it is there again. */
export function testRestartsElsewhere(world: QueueMode): void {
	test('a gateway that restarted while three lists were read: a Retry on another worker buys no page twice', async () => {
		const { workers, rest } = world;
		await workers.scaleTo(1);
		const run = await restarting(world, 'restart-elsewhere');
		await run.begin();
		await run.goDown();
		const failed = await run.end(1);
		assert.equal(failed.status, 'error');
		await workers.replace();
		await run.gateway.comeUp();
		run.assertWhole(await retryExecution(rest, failed, false));
		await run.gateway.close();
	});
}
