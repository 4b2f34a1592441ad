import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INode } from 'n8n-workflow';

import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRun } from '../harness/world.mts';

/** What later nodes, traces and the output say of a run that did not just deliver. */

const world = useWorld();

const posts = (options: object = {}, more: object = {}): IDataObject => ({
	...getPosts.parameters('={{ $json.list }}'),
	pageSize: 2,
	returnAll: true,
	output: 'raw',
	options,
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
			world.emulator.addFault({ kind: 'server', match: { page: 4 } });
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
