import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INode } from 'n8n-workflow';

import { statementOf } from '../harness/money.mts';
import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import { contextOf } from '../harness/world.mts';
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

describe('the calls of all tries of Retry On Fail are in each statement', () => {
	const cells = (['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const).flatMap(
		(onError) => [false, true].map((onlyNew) => [onError, onlyNew] as const),
	);
	const lists = ['b', 'a', 'c', 'a'];

	const SERVER = { kind: 'server' } as const;
	const REFUSED = { kind: 'refused', httpStatus: 402 } as const;

	describe.each(cells)('%s, Only New Records %p', (onError, onlyNew) => {
		test.each([
			['no try fails', SERVER, 1, 0],
			['the first try fails at its first call', SERVER, 1, 1],
			['each try fails at its first call', SERVER, 1, Infinity],
			['the first try fails at a second page', SERVER, 2, 1],
			['each try fails at a second page', SERVER, 2, Infinity],
			['each try is refused', REFUSED, 1, Infinity],
		] as const)('%s', async (_label, fault, page, times) => {
			if (times > 0) world.emulator.addFault({ ...fault, match: { key: 'a', page }, times });
			const run = await world.run(posts({}, { onlyNew }), {
				items: lists.map((list) => ({ list })),
				mode: 'trigger',
				report: true,
				node: retried(onError),
			});
			const { ledger } = world.emulator;
			expect(ledger.length).toBeGreaterThan(0);
			const calls = contextOf(run).calls as number;
			expect([calls, statementOf(run).calls]).toEqual([ledger.length, ledger.length]);
			expect(traceOf(run)).toMatchObject({ 'data_access.calls': ledger.length });
			for (const list of run.status === 'error' ? [] : new Set(lists)) {
				const ofList = run.report.filter(({ itemIndex }) => lists[itemIndex as number] === list);
				const told = ofList.reduce((sum, { calls: each }) => sum + Number(each), 0);
				expect(told).toBe(ledger.filter(({ key }) => key === list).length);
			}
			for (const { error } of run.errors) {
				const index = error.itemIndex as number;
				expect(error.callsMade).toBe(run.report[index]!.calls);
				if (index === lists.indexOf('a')) expect(error.callsMade).toBeGreaterThan(0);
			}
		});
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
