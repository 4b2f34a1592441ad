import assert from 'node:assert/strict';
import { test } from 'node:test';

import { callWebhook, executionEnd, executionsOf, hasEnded } from '../harness/executions.mts';
import type { ListedExecution } from '../harness/executions.mts';
import { chain, dataAccess, webhook } from '../harness/nodes.mts';
import type { QueueMode } from '../harness/queueMode.mts';
import { until } from '../harness/until.mts';
import { CONCURRENCY } from '../harness/workers.mts';
import { activate } from '../harness/workflows.mts';

const EXECUTIONS = 25;
/** Two image searches one after the other, so that one can be finished at the kill. */
const NODES = ['First', 'Second'];
const PAGES_PER_NODE = 2;
const RECORDS_PER_NODE = 20 * PAGES_PER_NODE;
const CALLS_PER_EXECUTION = NODES.length * PAGES_PER_NODE;

/**
 * Starts 25 executions on two workers, lets `disturb` happen in their middle, and waits for all to
 * end. Those that succeeded are whole; `lost` are the others.
 * @returns also how often each page was charged
 */
async function disturbed(
	world: QueueMode,
	path: string,
	disturb: () => Promise<void>,
): Promise<{ lost: ListedExecution[]; times: Map<string, number> }> {
	const { rest, emulator } = world;
	await world.workers.scaleTo(2);
	emulator.reset();
	emulator.configure({ latencyMs: 400 });
	const searches = NODES.map((name) => ({
		...dataAccess(name, world.credentialId, {
			keyword: `={{ $('Webhook').first().json.query.n }} ${name}`,
			limit: RECORDS_PER_NODE,
		}),
		executeOnce: true,
	}));
	const workflow = await activate(world, chain(path, [webhook(path), ...searches]));
	for (let n = 0; n < EXECUTIONS; n++) await callWebhook(rest, workflow, { n: `n${n}` });
	// Some executions are in their second node, some in their first, most wait.
	await until('the middle', 60, () => emulator.ledger.length >= EXECUTIONS, 10);
	await disturb();
	const all = await until('all executions to end', 240, async () => {
		const listed = await executionsOf(rest, workflow);
		return listed.length === EXECUTIONS && listed.every(hasEnded) && listed;
	});
	await emulator.settled();
	for (const { id } of all.filter(({ status }) => status === 'success')) {
		const execution = await executionEnd(rest, id);
		for (const node of NODES) {
			const ids = execution.json(node).map((record) => record.id);
			assert.equal(ids.length, RECORDS_PER_NODE, `${node} of ${id}`);
			assert.equal(new Set(ids).size, ids.length, `${node} of ${id}`);
		}
	}
	const times = new Map<string, number>();
	for (const { key, page, charged } of emulator.ledger) {
		if (charged > 0) times.set(`${key} ${page}`, (times.get(`${key} ${page}`) ?? 0) + 1);
	}
	return { lost: all.filter(({ status }) => status !== 'success'), times };
}

const boughtAgain = (times: Map<string, number>) => [...times].filter(([, count]) => count > 1);

/** Ends a worker in the middle of its work, as a new version of it is rolled out. */
export function testLeavingWorkers(world: QueueMode): void {
	test('a worker that shuts down gracefully finishes its work: all is whole, all bought once', async () => {
		const leave = () => world.workers.running[0]!.stop();
		const { lost, times } = await disturbed(world, 'polite', leave);
		assert.deepEqual(lost, []);
		assert.equal(times.size, EXECUTIONS * CALLS_PER_EXECUTION);
		assert.deepEqual(boughtAgain(times), []);
	});
}

/** Kills a worker in the middle of its work. */
export function testKilledWorkers(world: QueueMode): void {
	test('what a killed worker had under way, n8n 1 runs again, and n8n 2 gives up', async () => {
		const kill = () => world.workers.running[0]!.kill();
		const { lost, times } = await disturbed(world, 'killed', kill);
		const again = boughtAgain(times);
		if (world.version.major === 1) {
			assert.deepEqual(lost, []);
			// Its executions' finished first node, and what was under way.
			assert.ok(again.length > 0 && again.length <= CONCURRENCY * CALLS_PER_EXECUTION);
			const isOfFirst = ([page]: (typeof again)[number]) => page.includes('First');
			const isTwice = ([, count]: (typeof again)[number]) => count === 2;
			assert.ok(again.some(isOfFirst) && again.every(isTwice), String(again));
			return;
		}
		assert.ok(lost.length > 0 && lost.length <= CONCURRENCY, JSON.stringify(lost));
		assert.deepEqual(again, []);
		// What the lost executions had bought before is all that was paid in vain.
		const whole = (EXECUTIONS - lost.length) * CALLS_PER_EXECUTION;
		assert.ok(times.size >= whole && times.size <= whole + lost.length * CALLS_PER_EXECUTION);
	});
}
