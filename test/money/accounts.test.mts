import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INode } from 'n8n-workflow';

import { runOf } from '../harness/gateway.mts';
import { getPosts } from '../harness/operations.mts';
import { useGateway } from '../harness/useGateway.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRun } from '../harness/world.mts';

/** What later nodes, traces and the output say of a run that did not just deliver. */

const world = useWorld();
const gateway = useGateway();

const posts = (options: object = {}, more: object = {}): IDataObject => ({
	...getPosts.parameters('={{ $json.list }}'),
	pageSize: 2,
	returnAll: true,
	output: 'raw',
	options: { retries: 0, ...options },
	...more,
});

const contextOf = ({ context }: NodeRun) => context['node:Data Access'] as IDataObject;

const traceOf = (run: NodeRun) => {
	const [last] = run.execution.run.data.resultData.runData['Data Access'].slice(-1);
	return last.metadata?.tracing;
};

const retried = (onError: INode['onError']): Partial<INode> => ({
	onError,
	retryOnFail: true,
	maxTries: 3,
	waitBetweenTries: 1,
});

describe('records are those that were delivered', () => {
	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'not those of tries that delivered nothing, under %s',
		async (onError) => {
			const items = [{ list: 'size-8' }];
			world.emulator.addFault({ kind: 'timedOut', match: { page: 4 } });
			world.emulator.addFault({ kind: 'server', match: { page: 1 } });
			const run = await world.run(posts(), { items, node: retried(onError) });
			const records = run.records.length;
			expect(contextOf(run)).toMatchObject({ records });
			expect(traceOf(run)).toMatchObject({ 'data_access.records': records });
		},
	);

	test('none of a run that failed', async () => {
		world.emulator.addFault({ kind: 'server', match: { page: 3 } });
		const run = await world.run(posts(), { items: [{ list: 'size-8' }] });
		expect(run.status).toBe('error');
		expect(contextOf(run)).toMatchObject({ records: 0, calls: 3, reason: 'failure' });
		expect(traceOf(run)).toMatchObject({ 'data_access.records': 0 });
	});
});

test('each round of a loop has a trace of its own', async () => {
	const items = [{ list: 'size-2' }, { list: 'size-4' }, { list: 'size-6' }];
	const run = await world.runLoop(posts(), { items });
	const { runData } = run.execution.run.data.resultData;
	const traces = runData['Data Access'].map(({ metadata }) => metadata?.tracing);
	expect(traces).toMatchObject(
		[0.0015, 0.003, 0.0045].map((cost, round) => ({
			'data_access.calls': round + 1,
			'data_access.cost': cost,
			'data_access.records': 2 * (round + 1),
		})),
	);
});

describe('there is a context and a trace even where nothing was asked', () => {
	const inspect = { resource: 'gateway', operation: 'inspect', endpoint: 'all' };

	test.each([
		['a setting that cannot be read', posts({}, { maxCost: 'much' }), {}, 'failure'],
		['no API key', posts(), { credential: { apiKey: '' } }, 'failure'],
		['Inspect', inspect, {}, 'end'],
		['a dry run', posts({ dryRun: true }), {}, 'end'],
	] as const)('%s', async (_label, parameters, options, reason) => {
		const run = await world.run(parameters, { items: [{ list: 'size-2' }], ...options });
		expect(world.emulator.ledger).toEqual([]);
		expect(contextOf(run)).toMatchObject({ calls: 0, cost: 0, reason });
		expect(traceOf(run)).toEqual({
			'data_access.calls': 0,
			'data_access.cost': 0,
			// Those of Inspect are the operations.
			'data_access.records': run.records.filter(
				({ endpoint }) => parameters === inspect && endpoint,
			).length,
			'data_access.reason': reason,
		});
	});
});

test('Output = Pages tells what failed calls of earlier tries have cost', async () => {
	world.emulator.addFault({ kind: 'server', match: { page: 2 }, charged: true });
	const run = await world.run(posts({}, { output: 'pages' }), {
		items: [{ list: 'size-6' }],
		node: retried('stopWorkflow'),
	});
	const pages = run.items.map(({ json }) => json);
	expect(pages.map(({ calls }) => calls)).toEqual([1, 2, 1]);
	expect(world.emulator.ledger).toHaveLength(4);
	expect(contextOf(run)).toMatchObject({ calls: 4, cost: 0.0045 });
});

test("a record's own fields of a page's names are left alone in equal items", async () => {
	const own = { id: '1', calls: 7, cost: 8, costIsEstimate: true };
	const timeline = { edges: [{ node: own }], page_info: { has_next_page: false } };
	gateway.answerWith(() => ({ body: runOf({ user: { edge_owner_to_timeline_media: timeline } }) }));
	const items = [{ list: 'a' }, { list: 'a' }];
	const run = await world.run(posts(), { items, credential: { baseUrl: gateway.url } });
	expect(gateway.calls).toHaveLength(1);
	expect(run.items.map(({ json }) => json)).toEqual([own, own]);
});
