import assert from 'node:assert/strict';
import { test } from 'node:test';

import { callWebhook, executionEnd, executionsOf, hasEnded } from '../harness/executions.mts';
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

/** Kills one of two workers in the middle of its work (n8n.md, Killed workers). */
export function testKilledWorkers(world: QueueMode): void {
	test('what a killed worker had under way, n8n 1 runs again, and n8n 2 gives up', async () => {
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
		const workflow = await activate(world, chain('killed', [webhook('killed'), ...searches]));
		for (let n = 0; n < EXECUTIONS; n++) await callWebhook(rest, workflow, { n: `n${n}` });
		// By then, some executions are in their second node, some in their first, and most are waiting.
		await until('the middle', 60, () => emulator.ledger.length >= EXECUTIONS, 10);
		await world.workers.running[0]!.kill();
		const all = await until('all executions to end', 240, async () => {
			const listed = await executionsOf(rest, workflow);
			return listed.length === EXECUTIONS && listed.every(hasEnded) && listed;
		});
		await emulator.settled();

		const whole = all.filter(({ status }) => status === 'success');
		for (const { id } of whole) {
			const execution = await executionEnd(rest, id);
			for (const node of NODES) {
				const ids = new Set(execution.json(node).map((record) => record.id));
				assert.equal(ids.size, RECORDS_PER_NODE, `${node} of ${id}`);
			}
		}
		const pages = Map.groupBy(emulator.ledger, ({ key, page }) => `${key} ${page}`);
		const again = [...pages].filter(([, calls]) => calls.length > 1);
		const lost = EXECUTIONS - whole.length;
		if (world.version.major === 1) {
			assert.equal(lost, 0);
			// The finished first node of its executions, and the calls in flight.
			assert.ok(again.length > 0 && again.length <= CONCURRENCY * CALLS_PER_EXECUTION);
			assert.ok(again.some(([page]) => page.includes('First')));
			for (const [page, calls] of again) assert.equal(calls.length, 2, page);
			return;
		}
		assert.ok(lost > 0 && lost <= CONCURRENCY, String(lost));
		assert.deepEqual(again, []);
		// Only what the lost executions had bought was paid in vain.
		const paidInVain = pages.size - whole.length * CALLS_PER_EXECUTION;
		assert.ok(paidInVain >= 0 && paidInVain <= lost * CALLS_PER_EXECUTION);
	});
}
