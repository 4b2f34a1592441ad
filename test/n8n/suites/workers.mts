import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import {
	callWebhook,
	executeWorkflow,
	executionEnd,
	executionsOf,
	hasEnded,
	succeeded,
} from '../harness/executions.mts';
import type { Execution, ListedExecution } from '../harness/executions.mts';
import { chain, dataAccess, manualTrigger, webhook } from '../harness/nodes.mts';
import type { QueueMode } from '../harness/queueMode.mts';
import { until } from '../harness/until.mts';
import { CONCURRENCY } from '../harness/workers.mts';
import { activate, saveWorkflow } from '../harness/workflows.mts';
import type { Workflow } from '../harness/workflows.mts';

const EXECUTIONS = 25;
const PRICE = 0.015;
/** Two image searches one after the other, two pages each. */
const PAGES_PER_NODE = 2;
const RECORDS_PER_PAGE = 20;
const CALLS_PER_EXECUTION = 2 * PAGES_PER_NODE;

/** A workflow that a call from outside starts: two nodes, so that one can be finished at the kill. */
function workflowAt(path: string, credentialId: string, settings: Workflow['settings']): Workflow {
	const search = (name: string, keyword: string) => ({
		...dataAccess(name, credentialId, {
			resource: 'note',
			operation: 'searchImages',
			keyword: `={{ $('Webhook').first().json.query.n }} ${keyword}`,
			limit: PAGES_PER_NODE * RECORDS_PER_PAGE,
		}),
		executeOnce: true,
	});
	const nodes = [webhook(path), search('First', 'first'), search('Second', 'second')];
	return chain(path, nodes, settings);
}

/** How often each page was charged. */
function purchases({ emulator }: QueueMode): Map<string, number> {
	const times = new Map<string, number>();
	for (const { key, page, charged } of emulator.ledger) {
		if (charged > 0) times.set(`${key} ${page}`, (times.get(`${key} ${page}`) ?? 0) + 1);
	}
	return times;
}

function assertWhole(execution: Execution): void {
	for (const node of ['First', 'Second']) {
		const ids = execution.json(node).map(({ id }) => id);
		assert.equal(ids.length, PAGES_PER_NODE * RECORDS_PER_PAGE, `${node} of ${execution.id}`);
		assert.equal(new Set(ids).size, ids.length, `${node} of ${execution.id}`);
	}
}

/**
 * Starts 25 executions on two workers, lets `disturb` happen in their middle, and waits for all to
 * end. Those that succeeded are whole; `lost` are the others.
 */
async function disturbed(
	world: QueueMode,
	path: string,
	disturb: () => Promise<void>,
	settings: Workflow['settings'] = {},
): Promise<{ lost: ListedExecution[] }> {
	const { rest, emulator } = world;
	await world.workers.scaleTo(2);
	emulator.reset();
	emulator.configure({ latencyMs: 400 });
	const workflow = await activate(world, workflowAt(path, world.credentialId, settings));
	for (let n = 0; n < EXECUTIONS; n++) await callWebhook(rest, workflow, { n: `n${n}` });
	// Some executions are in their second node, some in their first, most wait.
	await until('the middle', 60, () => emulator.ledger.length >= EXECUTIONS, 10);
	await disturb();
	const all = await until('all executions to end', 240, async () => {
		const listed = await executionsOf(rest, workflow);
		return listed.length === EXECUTIONS && listed.every(hasEnded) && listed;
	});
	await emulator.settled();
	for (const { id, status } of all) {
		if (status === 'success') assertWhole(await executionEnd(rest, id));
	}
	return { lost: all.filter(({ status }) => status !== 'success') };
}

/** A click on "Execute workflow" where the main runs nothing itself. */
export function testManualExecution(world: QueueMode): void {
	test('a manual execution runs on a worker, and says what it cost', async () => {
		const { rest, emulator } = world;
		emulator.reset();
		const parameters = { resource: 'note', operation: 'searchImages', keyword: 'rye size-3' };
		const search = dataAccess('Search', world.credentialId, parameters);
		const workflow = await saveWorkflow(rest, chain('manual', [manualTrigger(), search]));
		const execution = await succeeded(executeWorkflow(rest, workflow, 'Start'));
		assert.match(world.log(), new RegExp(`Enqueued execution ${execution.id} `));
		assert.equal(execution.json('Search').length, 3);
		assert.match(execution.hints('Search').join(), /2 calls.*0\.03.*3 records/);
		assert.equal(emulator.summary().charged, 2 * PRICE);
	});
}

/** Ends a worker in the middle of its work, as a new version of it is rolled out. */
export function testLeavingWorkers(world: QueueMode): void {
	test('a worker that shuts down gracefully finishes its work: all is whole, all bought once', async () => {
		const { lost } = await disturbed(world, 'polite', () => world.workers.running[0]!.stop());
		assert.deepEqual(lost, []);
		const times = purchases(world);
		assert.equal(times.size, EXECUTIONS * CALLS_PER_EXECUTION);
		assert.deepEqual(
			[...times].filter(([, count]) => count !== 1),
			[],
		);
		assert.equal(world.emulator.summary().charged, EXECUTIONS * CALLS_PER_EXECUTION * PRICE);
	});
}

/** Kills a worker in the middle of its work: n8n 1 starts its executions once more. */
export function testKilledWorkersOn1(world: QueueMode): void {
	const kill = () => world.workers.running[0]!.kill();

	describe('a killed worker', () => {
		test('has its executions run again, which buy their calls again', async () => {
			const { lost } = await disturbed(world, 'killed', kill);
			assert.deepEqual(lost, []);
			const twice = [...purchases(world)].filter(([, count]) => count > 1);
			// Its executions' finished first node, and what was under way.
			assert.ok(twice.length > 0 && twice.length <= CONCURRENCY * CALLS_PER_EXECUTION);
			assert.ok(
				twice.some(([page]) => page.includes('first')),
				String(twice),
			);
			assert.ok(
				twice.every(([, count]) => count === 2),
				String(twice),
			);
		});

		test('with "Save execution progress" does not buy a finished node again', async () => {
			const settings = { saveExecutionProgress: true };
			const { lost } = await disturbed(world, 'progress', kill, settings);
			assert.deepEqual(lost, []);
			const twice = [...purchases(world)].filter(([, count]) => count > 1);
			// An execution loses the one node that it was in, never a node before it.
			const nodes = new Set(twice.map(([page]) => page.replace(/ \d+$/, '')));
			const keywords = [...nodes].map((node) => node.split(' ')[0]);
			assert.equal(new Set(keywords).size, keywords.length, String(twice));
			assert.ok(nodes.size > 0 && nodes.size <= CONCURRENCY, String(twice));
		});
	});
}

/** Kills a worker in the middle of its work: n8n 2 gives its executions up. */
export function testKilledWorkersOn2(world: QueueMode): void {
	describe('a killed worker', () => {
		test('loses its executions, and nothing is bought again', async () => {
			const kill = () => world.workers.running[0]!.kill();
			const { lost } = await disturbed(world, 'killed', kill);
			assert.ok(lost.length > 0 && lost.length <= CONCURRENCY, JSON.stringify(lost));
			const times = purchases(world);
			assert.deepEqual(
				[...times].filter(([, count]) => count > 1),
				[],
			);
			// What the lost executions had bought before is all that was paid in vain.
			const whole = (EXECUTIONS - lost.length) * CALLS_PER_EXECUTION;
			assert.ok(times.size >= whole);
			assert.ok(times.size <= whole + lost.length * CALLS_PER_EXECUTION);
		});
	});
}
