import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Emulator } from '../../../emulator/emulator.mts';
import type { VersionName } from '../harness/versions.mts';
import type { Cluster } from '../harness/cluster.mts';
import type { Rest } from '../harness/rest.mts';
import type { QueueStage } from '../harness/queueMode.mts';
import {
	activate,
	executionEnd,
	saveWorkflow,
	type Execution,
	type SavedWorkflow,
	type Workflow,
} from '../harness/workflows.mts';
import { until } from '../harness/until.mts';

const executions = 50;
/** Two image searches one after the other, two pages each. */
const pagesPerNode = 2;
const recordsPerPage = 20;
const callsPerExecution = 2 * pagesPerNode;

/** A workflow that a call from outside starts: two nodes, so that one can be finished at the kill. */
function workflow(credentialId: string, path: string, settings: object): Workflow {
	const search = (name: string, x: number, keyword: string) => ({
		id: name,
		name,
		type: 'n8n-nodes-data-access.dataAccess',
		typeVersion: 1,
		position: [x, 0] as [number, number],
		parameters: {
			resource: 'note',
			operation: 'searchImages',
			keyword: `={{ $('Webhook').first().json.query.n }} ${keyword}`,
			limit: pagesPerNode * recordsPerPage,
			options: {},
		},
		executeOnce: true,
		credentials: { dataAccessApi: { id: credentialId, name: 'Data Access account' } },
	});
	const webhook = {
		id: 'webhook',
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 0] as [number, number],
		webhookId: path,
		parameters: { path, responseMode: 'onReceived', options: {} },
	};
	const link = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		name: path,
		nodes: [webhook, search('First', 224, 'first'), search('Second', 448, 'second')],
		connections: { Webhook: link('First'), First: link('Second') },
		settings: { executionOrder: 'v1', ...settings },
	};
}

interface Listed {
	id: string;
	status: string;
}

const ended = ['success', 'error', 'canceled', 'crashed'];

/** How often each page was charged. */
function purchases(emulator: Emulator): Map<string, number> {
	const times = new Map<string, number>();
	for (const { key, page, charged } of emulator.ledger) {
		if (charged > 0) times.set(`${key} ${page}`, (times.get(`${key} ${page}`) ?? 0) + 1);
	}
	return times;
}

function assertWhole(execution: Execution): void {
	for (const node of ['First', 'Second']) {
		const ids = execution.json(node).map(({ id }) => id);
		assert.equal(ids.length, pagesPerNode * recordsPerPage, `${node} of ${execution.id}`);
		assert.equal(new Set(ids).size, ids.length, `${node} of ${execution.id}`);
	}
}

/** Queue mode: 50 executions on two workers, of which one goes in the middle. */
export function queueSuite(version: VersionName, stage: () => QueueStage): void {
	let cluster: Cluster;
	let rest: Rest;
	let emulator: Emulator;

	async function listed(id: string): Promise<Listed[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const { results } = await rest.call<{ results: Listed[] }>(
			'GET',
			`/rest/executions?limit=100&filter=${filter}`,
		);
		return results;
	}

	/** Starts 50 executions, lets `disturb` happen in their middle, and waits for all to end. */
	async function fifty(
		path: string,
		settings: object,
		disturb: () => Promise<void>,
	): Promise<{ saved: SavedWorkflow; success: Execution[]; lost: Listed[] }> {
		emulator.reset();
		emulator.configure({ latencyMs: 400 });
		const saved = await saveWorkflow(rest, workflow(stage().credentialId, path, settings));
		await activate(rest, saved, stage().version.major);
		for (let n = 0; n < executions; n++) {
			const response = await fetch(`${cluster.main.url}/webhook/${path}?n=n${n}`);
			assert.equal(response.status, 200);
		}
		// some executions are in their second node, some in their first, most wait
		await until('the middle', 60, () => emulator.ledger.length >= executions, 10);
		await disturb();
		const all = await until('all executions to end', 240, async () => {
			const some = await listed(saved.id);
			const isOver = some.every(({ status }) => ended.includes(status));
			return some.length === executions && isOver && some;
		});
		await emulator.settled();
		const success: Execution[] = [];
		for (const { id, status } of all) {
			if (status === 'success') success.push(await executionEnd(rest, id));
		}
		return { saved, success, lost: all.filter(({ status }) => status !== 'success') };
	}

	suite('queue mode', () => {
		before(async () => {
			({ cluster, rest, emulator } = stage());
			await cluster.addWorker();
			await cluster.addWorker();
		});
		after(async () => {
			await cluster.stop();
		});

		test('a worker that is ended politely finishes its work: all is whole, all bought once', async () => {
			const [leaving] = cluster.workers;
			const { success, lost } = await fifty('polite', {}, () => leaving!.stop(60));
			assert.deepEqual(lost, []);
			success.forEach(assertWhole);
			const times = purchases(emulator);
			assert.equal(times.size, executions * callsPerExecution);
			assert.deepEqual(
				[...times.values()].filter((count) => count !== 1),
				[],
			);
			assert.equal(emulator.summary().charged, 3);
			await cluster.addWorker();
		});

		if (version === '1.123') killedOnVersion1();
		else killedOnVersion2();
	});

	function killedOnVersion1(): void {
		test('n8n 1 runs the jobs of a killed worker again, and buys their calls again', async () => {
			const victim = cluster.workers.at(-1)!;
			const { success, lost } = await fifty('killed', {}, () => victim.kill());
			assert.deepEqual(lost, []);
			success.forEach(assertWhole);
			const twice = [...purchases(emulator)].filter(([, count]) => count > 1);
			// the five executions that the worker had: their finished first node, and what was under way
			assert.ok(twice.length > 0 && twice.length <= 5 * callsPerExecution, String(twice));
			assert.ok(
				twice.some(([page]) => page.includes('first')),
				String(twice),
			);
			assert.ok(
				twice.every(([, count]) => count === 2),
				String(twice),
			);
			await cluster.addWorker();
		});

		test('with "Save execution progress" a finished node is not bought again', async () => {
			const victim = cluster.workers.at(-1)!;
			const settings = { saveExecutionProgress: true };
			const { success, lost } = await fifty('progress', settings, () => victim.kill());
			assert.deepEqual(lost, []);
			success.forEach(assertWhole);
			const twice = [...purchases(emulator)].filter(([, count]) => count > 1);
			// an execution loses the one node that it was in, never a node before it
			const nodes = new Set(twice.map(([page]) => page.replace(/ \d+$/, '')));
			const keywords = [...nodes].map((node) => node.split(' ')[0]);
			assert.equal(new Set(keywords).size, keywords.length, String(twice));
			assert.ok(nodes.size > 0 && nodes.size <= 5, String(twice));
		});
	}

	function killedOnVersion2(): void {
		test('n8n 2 gives up the jobs of a killed worker, and buys nothing again', async () => {
			const victim = cluster.workers.at(-1)!;
			const { success, lost } = await fifty('killed', {}, () => victim.kill());
			assert.ok(lost.length > 0 && lost.length <= 5, JSON.stringify(lost));
			success.forEach(assertWhole);
			assert.equal(success.length, executions - lost.length);
			const times = purchases(emulator);
			assert.deepEqual(
				[...times].filter(([, count]) => count > 1),
				[],
			);
			// what the lost executions had bought before is all that was paid in vain
			const whole = success.length * callsPerExecution;
			assert.ok(times.size >= whole && times.size <= whole + lost.length * callsPerExecution);
			await cluster.addWorker();
		});
	}
}
