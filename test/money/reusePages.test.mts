import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { passMinutes } from '../harness/clock.mts';
import { until } from '../harness/money.mts';
import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRunOptions } from '../harness/world.mts';

const world = useWorld();

const posts = (options: object = {}, more: object = {}): IDataObject => ({
	...getPosts.parameters('={{ $json.list }}'),
	pageSize: 2,
	returnAll: true,
	output: 'raw',
	options,
	...more,
});

const HOUR = { reusePages: 60 };
const items = [{ list: 'size-6' }];
const production = { mode: 'trigger', executionId: 'later' } as const;

const calls = () => world.emulator.ledger.length;

test('a page that was delivered is not bought again within the minutes', async () => {
	const first = await world.run(posts(HOUR), { items });
	expect(calls()).toBe(3);
	passMinutes(59);
	const again = await world.run(posts(HOUR), { items, report: true });
	expect(calls()).toBe(3);
	expect(again.records).toEqual(first.records);
	expect(again.hint).toContain(
		'0 calls, $0.00, 6 records. Stopped at the end of the list.<br>3 pages were bought by an earlier run, up to 59 minutes ago, and cost nothing again.',
	);
	const [{ reusedPages, reusedAge, cost }] = again.report;
	expect({ reusedPages, cost }).toEqual({ reusedPages: 3, cost: 0 });
	expect(Number(reusedAge)).toBeGreaterThanOrEqual(59 * 60);
	expect(Number(reusedAge)).toBeLessThan(60 * 60);
});

test.each([
	['whoever delivered it', {}, HOUR, {}, 3],
	['not by default', HOUR, {}, {}, 6],
	['not for another page size', HOUR, HOUR, { pageSize: 3 }, 5],
	['not with Only New Records', HOUR, HOUR, { onlyNew: true }, 6],
	['not where a run takes less time', HOUR, { reusePages: 0.0001 }, {}, 6],
] as Array<[string, object, object, object, number]>)(
	'%s',
	async (_label, before, after, more, expected) => {
		await world.run(posts(before), { items, executionId: 'one' });
		// Longer than the least of the times.
		passMinutes(0.001);
		const run = await world.run(posts(after, more), { items, ...production });
		expect(run.records).toHaveLength(6);
		expect(calls()).toBe(expected);
	},
);

test('a page stays for as long as a run has asked for, though others are bought meanwhile', async () => {
	const hours = { reusePages: 300 };
	const first = await world.run(posts(hours), { items });
	passMinutes(90);
	await world.run(posts(), { items: [{ list: 'another-size-2' }] });
	const before = calls();
	const again = await world.run(posts(hours), { items });
	expect(again.records).toEqual(first.records);
	expect(calls()).toBe(before);
});

test('the minutes count from the purchase, however often the page is used', async () => {
	await world.run(posts(HOUR), { items });
	passMinutes(40);
	await world.run(posts(HOUR), { items });
	expect(calls()).toBe(3);
	passMinutes(25);
	await world.run(posts(HOUR), { items });
	expect(calls()).toBe(6);
});

test('another API key gets none of it', async () => {
	await world.run(posts(HOUR), { items });
	await world.run(posts(HOUR), { items, apiKey: 'another-key' });
	expect(calls()).toBe(6);
});

test.each([
	['buys anew, since it may wait for a change', {}, 2],
	['uses the page where the user lets it', HOUR, 1],
])('a later round of a loop %s', async (_label, options, bought) => {
	const rounds = [{ list: 'size-2' }, { list: 'size-2' }];
	const loop = await world.runLoop(posts(options), { items: rounds });
	expect(loop.rounds.map((round) => round.length)).toEqual([2, 2]);
	expect(calls()).toBe(bought);
});

test('a page that Limit cut is used whole', async () => {
	await world.run(posts(HOUR, { returnAll: false, limit: 3 }), { items });
	const run = await world.run(posts(HOUR), { items });
	expect(run.records).toHaveLength(6);
	expect(world.emulator.ledger.map(({ page }) => page)).toEqual([1, 2, 3]);
});

test('a failed execution that used delivered pages still leaves them to be used', async () => {
	await world.run(posts(HOUR, { returnAll: false, limit: 4 }), { items });
	world.emulator.addFault({ kind: 'server', match: { page: 3 } });
	const failed = await world.run(posts(HOUR), { items });
	expect(failed.status).toBe('error');
	await world.run(posts(HOUR), { items });
	expect(world.emulator.ledger.map(({ page }) => page)).toEqual([1, 2, 3, 3]);
});

test('the trigger buys today’s list', async () => {
	const list = 'size-2';
	await world.run(posts(HOUR), { items: [{ list }] });
	await world.poll({ ...getPosts.parameters(list), firstPoll: 'emit' }, { staticData: {} });
	expect(calls()).toBe(2);
});

describe('a tool', () => {
	const tool = (more: object = {}) => ({
		...getPosts.parameters("={{ $fromAI('userId', '', 'string') }}"),
		options: HOUR,
		...more,
	});
	const ask = (executionId: string, options: NodeRunOptions = {}) =>
		world.runAgent(tool(), [[{ userId: 'size-3' }]], { executionId, ...options });

	test('uses what another execution was given, and tells the model so', async () => {
		await ask('one');
		const { answers } = await ask('two');
		expect(calls()).toBe(1);
		expect(JSON.stringify(answers)).toContain(
			'These records were bought by an earlier run, less than a minute ago, and cost nothing again.',
		);
	});

	test('pays nothing to ask again, though another execution has used its page', async () => {
		const parameters = { ...tool(), options: {} };
		const uses = ['size-3', 'another-size-3', 'size-3'].map((userId) => [{ userId }]);
		const agent = world.runAgent(parameters, uses);
		world.emulator.configure({ latencyMs: 200 });
		// While the second use is under way.
		await until(() => calls() === 2);
		const reused = { ...getPosts.parameters('size-3'), options: HOUR };
		expect((await world.run(reused)).records).toHaveLength(3);
		const { answers } = await agent;
		expect(answers.map(([answer]) => answer?.filter(({ id }) => id).length)).toEqual([3, 3, 3]);
		expect(calls()).toBe(2);
	});

	test('uses what a workflow was given', async () => {
		const workflow = { ...getPosts.parameters('size-3'), limit: 10 };
		await world.run(workflow);
		await ask('two');
		expect(calls()).toBe(1);
	});
});
