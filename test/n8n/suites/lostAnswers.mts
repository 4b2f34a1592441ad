import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Fault } from '../../../emulator/emulator.mts';
import { RUN_ROUTES } from '../../harness/freeRoutes.mts';
import { executeByWebhook, retryExecution } from '../harness/executions.mts';
import type { Execution } from '../harness/executions.mts';
import { chain, dataAccess, webhook } from '../harness/nodes.mts';
import type { QueueMode } from '../harness/queueMode.mts';
import { activate } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';

const RECORDS = 60;
const PRICE = 0.015;

/** A search in production, of three pages, whose second answer gets lost. */
async function search(world: World, path: string, fault: Fault): Promise<Execution> {
	const { rest, emulator } = world;
	const node = dataAccess('Search', world.credentialId, {
		resource: 'note',
		operation: 'searchImages',
		keyword: '={{ $json.query.keyword }}',
		limit: RECORDS,
		options: { timeout: 2 },
	});
	const list = `${path} size-${RECORDS}`;
	const workflow = await activate(world, chain(path, [webhook(path), node]));
	emulator.addFault({ ...fault, match: { key: list, page: 2 } });
	return await executeByWebhook(rest, workflow, { keyword: list });
}

/** All records, and each page bought once. */
function assertWhole({ emulator }: World, execution: Execution): void {
	assert.equal(execution.status, 'success', execution.error?.message);
	assert.equal(new Set(execution.json('Search').map(({ id }) => id)).size, RECORDS);
	assert.deepEqual(
		emulator.ledger.map(({ page, charged }) => [page, charged]),
		[1, 2, 3].map((page) => [page, PRICE]),
	);
	assert.match(
		execution.hints('Search').join(),
		/1 answer that was lost on the way was found again/,
	);
}

/**
 * What becomes of calls in production whose answers are lost, where the gateway lists its runs. It comes before what
 * meets a gateway without that list: n8n's process remembers for ten minutes that there is none.
 */
export function testLostAnswers(world: World): void {
	const cases: Array<[name: string, fault: Fault]> = [
		['after a timeout', { kind: 'hang' }],
		[
			'of an asynchronous operation',
			{ kind: 'accepted', run: { status: 'COMPLETED', endsAfterMs: 1500 } },
		],
	];
	for (const [index, [name, fault]] of cases.entries()) {
		test(`the answer ${name} is found again at the gateway`, async () => {
			world.emulator.reset();
			world.emulator.configure({ freeRoutes: RUN_ROUTES });
			assertWhole(world, await search(world, `lost-${index}`, fault));
		});
	}
}

/** A gateway that is down, and n8n's Retry on another worker once it is there again. */
export function testLostElsewhere(world: QueueMode): void {
	test('the answer that a gateway lost as it went down is found by a Retry on another worker', async () => {
		const { workers, emulator, rest } = world;
		emulator.reset();
		emulator.configure({ freeRoutes: { runs: 'down', run: 'there' } });
		await workers.scaleTo(1);
		const failed = await search(world, 'lost-elsewhere', { kind: 'reset' });
		assert.equal(failed.status, 'error');
		await workers.replace();
		emulator.configure({ freeRoutes: { runs: 'there' } });
		assertWhole(world, await retryExecution(rest, failed, false));
	});
}
