import { describe, expect, test } from '@jest/globals';

import { statementOf } from '../harness/money.mts';
import { allPosts, operations } from '../harness/operations.mts';
import { contextOf, triesOf, useWorld } from '../harness/world.mts';
import type { NodeRun } from '../harness/world.mts';

// What later nodes, traces and the output report about runs with tries, failures or rounds.

const world = useWorld();

const posts = (options: object = {}, more: object = {}) =>
	allPosts('={{ $json.list }}', { options, ...more });

const traceOf = (run: NodeRun) => {
	const [last] = run.execution.run.data.resultData.runData['Data Access'].slice(-1);
	return last.metadata?.tracing;
};

test('records of tries that delivered nothing are not counted', async () => {
	world.emulator.addFault({ kind: 'server', match: { page: 4 } });
	const run = await world.run(posts(), { items: [{ list: 'size-8' }], node: triesOf(3) });
	expect(run.records).toHaveLength(8);
	expect(contextOf(run)).not.toHaveProperty('tries');
	// Pages of an earlier try do not count as reused.
	expect(contextOf(run)).toMatchObject({ records: 8, reusedPages: 0 });
	expect(traceOf(run)).toMatchObject({ 'data_access.records': 8 });
});

test('a run that failed has no records', async () => {
	world.emulator.addFault({ kind: 'server', match: { page: 3 } });
	const run = await world.run(posts(), { items: [{ list: 'size-8' }] });
	expect(contextOf(run)).toMatchObject({ records: 0, calls: 3, reason: 'failure' });
	expect(traceOf(run)).toMatchObject({ 'data_access.records': 0 });
});

describe('every statement includes the calls of all tries of Retry On Fail', () => {
	const lists = ['b', 'a', 'c', 'a'].map((name) => `${name} size-6`);
	const SERVER = { kind: 'server' } as const;
	const REFUSED = { kind: 'refused', httpStatus: 402 } as const;
	const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
	const ROWS = [
		['no try fails', SERVER, 1, 0],
		['the first try fails at its first call', SERVER, 1, 1],
		['the first try fails at a second page', SERVER, 2, 1],
		['each try fails at a second page', SERVER, 2, Infinity],
		['each try is refused', REFUSED, 1, Infinity],
	] as const;
	const cells = ROWS.map(([label, ...row], index) => {
		const onError = ON_ERROR[index % 3];
		const onlyNew = index % 2 === 1;
		return [`${label}, ${onError}, Only New Records ${onlyNew}`, ...row, onError, onlyNew] as const;
	});

	test.each(cells)('%s', async (_label, fault, page, times, onError, onlyNew) => {
		if (times > 0) world.emulator.addFault({ ...fault, match: { key: lists[1], page }, times });
		const run = await world.run(posts({}, { onlyNew }), {
			items: lists.map((list) => ({ list })),
			mode: 'trigger',
			report: true,
			node: { onError, ...triesOf(3) },
		});
		const { ledger } = world.emulator;
		expect(ledger.length).toBeGreaterThan(0);
		const calls = contextOf(run).calls as number;
		expect([calls, statementOf(run).calls]).toEqual([ledger.length, ledger.length]);
		expect(traceOf(run)).toMatchObject({ 'data_access.calls': ledger.length });
		for (const list of run.status === 'error' ? [] : new Set(lists)) {
			const ofList = run.report.filter(({ itemIndex }) => lists[itemIndex as number] === list);
			const reported = ofList.reduce((sum, { calls: each }) => sum + Number(each), 0);
			expect(reported).toBe(ledger.filter(({ key }) => key === list).length);
		}
		for (const { error } of run.errors) {
			const index = error.itemIndex as number;
			expect(error.callsMade).toBe(run.report[index]!.calls);
			if (index === 1) expect(error.callsMade).toBeGreaterThan(0);
		}
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

const inspect = { resource: 'gateway', operation: 'inspect', endpoint: 'all' };

test.each([
	['a setting that cannot be read', posts({}, { maxCost: 'much' }), {}, 'failure'],
	['no API key', posts(), { credential: { apiKey: '' } }, 'failure'],
	['Inspect', inspect, {}, 'end'],
	['a dry run', posts({ dryRun: true }), {}, 'end'],
] as const)('a run without calls has a trace: %s', async (_, parameters, options, reason) => {
	const run = await world.run(parameters, { items: [{ list: 'size-2' }], ...options });
	expect(world.emulator.ledger).toEqual([]);
	expect(contextOf(run)).toMatchObject({ calls: 0, cost: 0, reason });
	expect(traceOf(run)).toEqual({
		'data_access.calls': 0,
		'data_access.cost': 0,
		// Inspect returns the built-in operations as records.
		'data_access.records': parameters === inspect ? operations.length : 0,
		'data_access.reason': reason,
	});
});
