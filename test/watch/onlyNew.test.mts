import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { ListChange } from '../../emulator/emulator.mts';
import { nextOf, until } from '../harness/money.mts';
import {
	eachOperation,
	getAnswers,
	getPosts,
	searchImages,
	searchVideos,
} from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRun, NodeRunOptions } from '../harness/world.mts';

const world = useWorld({ settings: { size: 30 } });

/** Values for a list itself, for each run with news of it, and for each of its records. */
const MARKS = 2;
const VALUES_PER_RUN = 1;
const VALUES_PER_RECORD = 2;

/** A run by schedule, of records that this node has not delivered before. */
async function onlyNew(
	operation: OperationCase,
	{ options, ...parameters }: IDataObject = {},
	run: NodeRunOptions = {},
): Promise<NodeRun & { calls: number; ids: string[] }> {
	const before = world.emulator.ledger.length;
	const result = await world.run(
		{
			...operation.parameters('u'),
			output: 'raw',
			...parameters,
			options: { onlyNew: true, ...(options as IDataObject) },
		},
		{ mode: 'trigger', ...run },
	);
	const ids = result.records.map(operation.idOf);
	return { ...result, ids, calls: world.emulator.ledger.length - before };
}

const change = (operation: OperationCase, changed: ListChange, key = 'u') =>
	world.emulator.changeList(operation.name, operation.listKey(key), changed);

const byTime = (operation: OperationCase, parameters: IDataObject): OperationCase => ({
	...operation,
	parameters: (key) => ({ ...operation.parameters(key), ...parameters }),
});
const newestFirst: Array<[string, OperationCase]> = [
	['posts', getPosts],
	['answers by time', byTime(getAnswers, { order: 'updated' })],
	['the latest videos', byTime(searchVideos, { sort: 'latest' })],
];
const anyOrder = eachOperation.filter(([, operation]) => operation !== getPosts);

test('what a list saved counts once, however many items ask for it', async () => {
	await onlyNew(getPosts, { limit: 30 });
	const one = await onlyNew(getPosts, { limit: 30 });
	const saved =
		/That saved up to \d+ calls?, about \$[\d.]+/.exec(one.hint)?.[0] ?? 'nothing saved';
	const two = await onlyNew(getPosts, { limit: 30 }, { items: [{}, {}] });
	expect(two.calls).toBe(1);
	expect(two.hint).toContain(saved);
});

describe.each(newestFirst)('%s', (_label, operation) => {
	const { pageSize } = operation;

	test('a quiet list costs one page, and gives nothing', async () => {
		const first = await onlyNew(operation);
		expect(first.ids).toHaveLength(30);
		const quiet = await onlyNew(operation);
		expect([quiet.status, quiet.ids, quiet.calls]).toEqual(['success', [], 1]);
		expect(quiet.hint).toContain(`Only new: 0 new, ${pageSize} known.`);
		expect(quiet.hint).toMatch(/That saved up to \d+ calls?, about \$0\.\d+/);
		expect(quiet.hint).not.toContain('Resume From');
		expect(quiet.hints[0]?.type).toBe('info');
	});

	test('new records are delivered once, and buying stops where the known ones begin', async () => {
		await onlyNew(operation);
		change(operation, { add: 2 });
		const grown = await onlyNew(operation);
		expect([grown.ids.length, grown.calls]).toEqual([2, 1]);
		expect((await onlyNew(operation)).ids).toEqual([]);
		change(operation, { add: pageSize + 1 });
		const again = await onlyNew(operation);
		expect([again.ids.length, again.calls]).toEqual([pageSize + 1, 2]);
		const records = 30 + 2 + pageSize + 1;
		const runs = 3;
		const values = VALUES_PER_RECORD * records + VALUES_PER_RUN * runs + MARKS;
		expect(world.engine.remembered.row()).toHaveLength(values);
	});

	test('Limit counts new records, and what it leaves comes with the next runs', async () => {
		const limit = 3;
		const delivered = new Set((await onlyNew(operation, { limit: 2 * pageSize })).ids);
		change(operation, { add: 2 * limit + 1 });
		for (const count of [limit, limit, 1]) {
			const run = await onlyNew(operation, { limit });
			expect(run.ids).toHaveLength(count);
			for (const id of run.ids) expect(delivered.has(id)).toBe(false);
			for (const id of run.ids) delivered.add(id);
		}
		const quiet = await onlyNew(operation, { limit });
		expect([quiet.ids, quiet.calls]).toEqual([[], 1]);
	});
});

describe.each(anyOrder)('%s, in an order of its own', (_label, operation) => {
	test('Limit counts the records that are looked at', async () => {
		const limit = 2 * operation.pageSize;
		const parameters = { limit };
		const first = await onlyNew(operation, parameters);
		expect(first.ids).toHaveLength(limit > 30 ? 30 : limit);
		const quiet = await onlyNew(operation, parameters);
		expect([quiet.ids, quiet.calls]).toEqual([[], first.calls]);
		expect(quiet.hint).toContain(`Only new: 0 new, ${first.ids.length} known. Nothing was saved`);
		change(operation, { add: 3, at: 1 });
		const grown = await onlyNew(operation, parameters);
		expect([grown.ids.length, grown.calls]).toEqual([3, first.calls]);
		// The three have pushed others behind the limit.
		expect((await onlyNew(operation, parameters)).ids).toEqual([]);
	});

	test('what Limit cuts off a page comes once it is within Limit', async () => {
		const first = await onlyNew(operation, { limit: 2 });
		const all = await onlyNew(operation, { limit: 30 });
		expect([first.ids.length, all.ids.length]).toEqual([2, 28]);
		expect(new Set([...first.ids, ...all.ids]).size).toBe(30);
	});
});

describe('what happens to known records', () => {
	test.each<[string, ListChange, number]>([
		['the newest is deleted', { remove: 1 }, 0],
		['one is edited', { edit: 3 }, 0],
		['two change places', { swap: [0, 20] }, 0],
		['an older one comes in late, on the first page', { add: 1, at: 5 }, 1],
	])('%s', async (_label, changed, fresh) => {
		await onlyNew(getPosts);
		change(getPosts, changed);
		expect((await onlyNew(getPosts)).ids).toHaveLength(fresh);
		expect((await onlyNew(getPosts)).ids).toEqual([]);
	});
});

describe('what the first run has left behind its limit', () => {
	test.each([1, 5, 12, 20])('is never taken for new (Limit %i)', async (limit) => {
		expect((await onlyNew(getPosts, { limit })).ids).toHaveLength(limit);
		expect((await onlyNew(getPosts, { limit })).ids).toEqual([]);
		for (const add of [2, 1, 13]) {
			change(getPosts, { add });
			expect((await onlyNew(getPosts)).ids).toHaveLength(add);
		}
		expect((await onlyNew(getPosts)).calls).toBe(1);
	});

	test('comes where a resume asks for it', async () => {
		const first = await onlyNew(getPosts, { limit: 5 }, { report: true });
		const options = { resumeFrom: nextOf(first, 0) };
		const rest = await onlyNew(getPosts, { limit: 25, options });
		expect(new Set([...first.ids, ...rest.ids]).size).toBe(30);
	});

	test('does not hide what is new behind records that have moved up', async () => {
		await onlyNew(getPosts, { limit: 12 });
		change(getPosts, { add: 4 });
		change(getPosts, { swap: [0, 4] });
		change(getPosts, { swap: [1, 5] });
		expect((await onlyNew(getPosts, { limit: 12 })).ids).toHaveLength(4);
	});
});

describe('a gap', () => {
	const small = { limit: 12 };
	/** Delivers the first 12, then has so many come that a limit of 12 leaves a gap. */
	async function leaveGap(parameters: IDataObject = small): Promise<NodeRun> {
		await onlyNew(getPosts, small);
		change(getPosts, { add: 30 });
		return await onlyNew(getPosts, parameters);
	}

	test('a first run has none', async () => {
		const first = await onlyNew(getPosts, small);
		expect(first.hint).not.toContain('may be missing');
		expect((await onlyNew(getPosts, small)).calls).toBe(1);
	});

	test.each<[string, IDataObject, string]>([
		['Limit', small, 'Raise Limit to'],
		['Max Pages', { options: { maxPages: 1 } }, 'Raise Max Pages to'],
		['Max Cost', { maxCost: 0.0015 }, 'Raise Max Cost (USD) to'],
	])('%s leaves one, says so, and the next runs close it', async (_label, parameters, raise) => {
		const left = await leaveGap(parameters);
		expect(left.records).toHaveLength(12);
		expect(left.hint).toContain('may be missing');
		expect(left.hint).toContain(raise);
		expect(left.hints[0]?.type).toBe('warning');
		const ids = new Set(left.records.map(getPosts.idOf));
		const closing = await onlyNew(getPosts);
		for (const id of closing.ids) ids.add(id);
		expect([closing.ids.length, ids.size]).toEqual([18, 30]);
		expect(closing.hint).not.toContain('may be missing');
		expect((await onlyNew(getPosts)).calls).toBe(1);
	});

	test('a failure leaves one', async () => {
		await onlyNew(getPosts, small);
		change(getPosts, { add: 30 });
		world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		const left = await onlyNew(getPosts, {}, { node: { onError: 'continueRegularOutput' } });
		expect([left.records.length, left.errors.length]).toEqual([12, 1]);
		expect(left.hint).toContain('may be missing');
		expect((await onlyNew(getPosts)).ids).toHaveLength(18);
		expect((await onlyNew(getPosts)).calls).toBe(1);
	});

	test('outlasts a run that fails below it', async () => {
		const left = await leaveGap();
		world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		expect((await onlyNew(getPosts)).status).toBe('error');
		const closing = await onlyNew(getPosts, { options: { reuseFailed: 0 } });
		expect(left.records.length + closing.ids.length).toBe(30);
	});

	test('is closed in several runs, while the list grows on', async () => {
		const delivered = new Set((await leaveGap()).records.map(getPosts.idOf));
		for (let run = 0; run < 5; run++) {
			change(getPosts, { add: 2 });
			const { ids } = await onlyNew(getPosts, small);
			for (const id of ids) expect(delivered.has(id)).toBe(false);
			for (const id of ids) delivered.add(id);
		}
		expect(delivered.size).toBe(40);
		expect((await onlyNew(getPosts, small)).calls).toBe(1);
	});

	test('is closed although nothing new was in it', async () => {
		await onlyNew(getPosts, small);
		change(getPosts, { add: 12 });
		expect((await onlyNew(getPosts, small)).hint).toContain('may be missing');
		const closing = await onlyNew(getPosts, { limit: 50 });
		expect([closing.ids, closing.calls]).toEqual([[], 2]);
		expect(closing.hint).not.toContain('may be missing');
		expect((await onlyNew(getPosts, small)).calls).toBe(1);
	});

	test('stays while every run ends above it, and is found for all that', async () => {
		const delivered = new Set((await leaveGap()).records.map(getPosts.idOf));
		change(getPosts, { add: 30 });
		const above = await onlyNew(getPosts, small);
		expect(above.hint).toContain('may be missing');
		for (const id of above.ids) delivered.add(id);
		for (const id of (await onlyNew(getPosts, { limit: 100 })).ids) delivered.add(id);
		expect(delivered.size).toBe(60);
		expect((await onlyNew(getPosts, small)).calls).toBe(1);
	});
});

describe('what no run hides from the next', () => {
	const two = { limit: 24, options: { maxPages: 2 } };

	test('Limit at a known record that has moved up', async () => {
		const ids = new Set((await onlyNew(getPosts, { limit: 12 })).ids);
		change(getPosts, { add: 50 });
		// Below the newest of the known ones.
		change(getPosts, { add: 30, at: 51 });
		for (let run = 0; run < 4; run++) {
			for (const id of (await onlyNew(getPosts)).ids) ids.add(id);
		}
		expect(ids.size).toBe(12 + 80);
		expect((await onlyNew(getPosts)).calls).toBe(1);
	});

	test('Max Pages: pages of known records do not count', async () => {
		const ids = (await onlyNew(getPosts, two)).ids;
		change(getPosts, { add: 60 });
		for (const count of [24, 24, 12]) {
			const run = await onlyNew(getPosts, two);
			expect(run.ids).toHaveLength(count);
			ids.push(...run.ids);
		}
		expect(new Set(ids).size).toBe(24 + 60);
		expect((await onlyNew(getPosts, two)).calls).toBe(1);
	});

	test('Max Cost: where all of it goes into known pages, the hint says how much would do', async () => {
		const parameters = { limit: 12, maxCost: 0.003 };
		await onlyNew(getPosts, parameters);
		change(getPosts, { add: 48 });
		for (const count of [12, 12])
			expect((await onlyNew(getPosts, parameters)).ids).toHaveLength(count);
		const stuck = await onlyNew(getPosts, parameters);
		expect([stuck.ids, stuck.calls, stuck.hints[0]?.type]).toEqual([[], 2, 'warning']);
		expect(stuck.hint).toContain('set it to at least $0.0045, or no run gets further');
		const further = await onlyNew(getPosts, { ...parameters, maxCost: 0.0045 });
		expect(further.ids).toHaveLength(12);
	});

	test('a larger page, after a baseline or a Limit', async () => {
		await onlyNew(getPosts, { limit: 5 });
		const larger = await onlyNew(getPosts, { pageSize: 50, limit: 50 });
		expect([larger.ids, larger.calls]).toEqual([[], 1]);
	});

	test('the same list in another item, with a smaller Limit', async () => {
		await onlyNew(getPosts, { limit: 12 });
		change(getPosts, { add: 50 });
		const limit = '={{ $json.limit }}';
		const run = await onlyNew(getPosts, { limit }, { items: [{ limit: 30 }, { limit: 12 }] });
		const ids = new Set(run.ids);
		for (const id of (await onlyNew(getPosts)).ids) ids.add(id);
		expect(ids.size).toBe(50);
	});

	test('parallel runs with different Limits hide no record', async () => {
		await onlyNew(getPosts, { limit: 12 });
		change(getPosts, { add: 50 });
		const runs = await Promise.all([
			onlyNew(getPosts, { limit: 30 }),
			onlyNew(getPosts, { limit: 12 }),
		]);
		const ids = new Set(runs.flatMap((run) => run.ids));
		for (const id of (await onlyNew(getPosts)).ids) ids.add(id);
		expect(ids.size).toBe(50);
	});

	test('records of the first run that have moved above the new ones', async () => {
		await onlyNew(getPosts, { limit: 12 });
		change(getPosts, { add: 9 });
		for (const place of [0, 1, 2]) change(getPosts, { swap: [place, 9 + place] });
		expect((await onlyNew(getPosts)).ids).toHaveLength(9);
		expect((await onlyNew(getPosts)).ids).toEqual([]);
	});

	test.each<[string, IDataObject, NodeRunOptions]>([
		['Max Cost', { maxCost: 0.0015 }, {}],
		['a failure', {}, { node: { onError: 'continueRegularOutput' } }],
	])('a first run that %s has ended', async (label, parameters, run) => {
		if (label === 'a failure') {
			world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		}
		const first = await onlyNew(getPosts, parameters, run);
		expect(first.ids).toHaveLength(12);
		expect(first.hint).toContain('set First Run to Remember Existing Records');
		expect((await onlyNew(getPosts)).ids).toHaveLength(18);
		expect((await onlyNew(getPosts)).calls).toBe(1);
	});
});

test('in a first run, an item with a lower Limit does not close the gap of another', async () => {
	const items = [50, 5].map((limit) => ({ limit }));
	const limited = { limit: '={{ $json.limit }}' };
	const first = await onlyNew(getPosts, { ...limited, maxCost: 0.0015 }, { items });
	expect([new Set(first.ids).size, first.calls]).toEqual([12, 1]);
	expect((await onlyNew(getPosts)).ids).toHaveLength(18);
	expect((await onlyNew(getPosts)).ids).toEqual([]);
});

describe('First Run', () => {
	const baseline = { firstRun: 'baseline' };

	test.each([
		['newest first', getPosts, 12, 1],
		['in any other order', searchImages, 30, 3],
	] as const)('takes what is there for known: %s', async (_label, operation, count, calls) => {
		const first = await onlyNew(operation, { options: baseline });
		expect([first.ids, first.calls]).toEqual([[], calls]);
		expect(first.hint).toContain(`${count} existing records were remembered instead of returned`);
		expect(first.hint).not.toContain('Resume From');
		change(operation, { add: 3 });
		expect((await onlyNew(operation, { options: baseline })).ids).toHaveLength(3);
		expect((await onlyNew(operation, { options: baseline })).ids).toEqual([]);
	});

	test('holds for a keyword that is added to the sheet', async () => {
		const run = (...keywords: string[]) =>
			onlyNew(
				searchImages,
				{ keyword: '={{ $json.keyword }}', options: baseline },
				{ items: keywords.map((keyword) => ({ keyword })) },
			);
		await run('tea');
		change(searchImages, { add: 2 }, 'tea');
		expect((await run('milk', 'tea')).items.map(({ pairedItem }) => pairedItem)).toEqual(
			Array(2).fill({ item: 1 }),
		);
	});

	test('holds for a list that is read beside one with a gap', async () => {
		const run = (parameters: IDataObject, ...users: string[]) =>
			onlyNew(
				getPosts,
				{ userId: '={{ $json.user }}', options: baseline, ...parameters },
				{ items: users.map((user) => ({ user })) },
			);
		await run({}, 'old');
		change(getPosts, { add: 8 }, 'old');
		expect((await run({ limit: 5 }, 'old')).ids).toHaveLength(5);
		const both = await run({}, 'old', 'new');
		expect(both.items.map(({ pairedItem }) => pairedItem)).toEqual(Array(3).fill({ item: 0 }));
	});

	test('is not taken again where only the mark of the list was forgotten', async () => {
		await onlyNew(getPosts, { options: baseline });
		const { remembered } = world.engine;
		const held = new Set(remembered.row());
		for (let count = 0; count < 12; count++) change(getPosts, { add: 1 });
		expect((await onlyNew(getPosts, { options: baseline })).ids).toHaveLength(12);
		remembered.forgetOldest(held.size);
		change(getPosts, { add: 1 });
		expect((await onlyNew(getPosts, { options: baseline })).ids).toHaveLength(1);
	});

	test('is taken by the next run if a failure has cut it short', async () => {
		world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		const node = { onError: 'continueRegularOutput' } as const;
		const cut = await onlyNew(searchImages, { options: baseline }, { node });
		expect([cut.ids, cut.errors.length]).toEqual([[], 1]);
		expect(cut.hint).not.toContain('remembered instead of returned');
		const whole = await onlyNew(searchImages, { options: baseline }, { node });
		expect(whole.ids).toEqual([]);
		expect(whole.hint).toContain('30 existing records were remembered instead of returned');
		change(searchImages, { add: 3 });
		expect((await onlyNew(searchImages, { options: baseline })).ids).toHaveLength(3);
	});

	test('a first run that returns says what it leaves', async () => {
		expect((await onlyNew(getPosts, { limit: 5 })).hint).toContain('count as old from now on');
	});
});

describe('a memory of version 0.1.0', () => {
	/** What it had of a list, by the records on a page. */
	async function remember(ids: readonly string[], list: string, ...marks: string[]): Promise<void> {
		for (const mark of marks) world.engine.remembered.put(`${list} ${mark}`);
		for (const id of ids) world.engine.remembered.put(`${list} id ${id}`);
	}

	test.each([
		['newest first', getPosts, ['begun', 'closed'], 1],
		['in any other order', searchImages, [], 3],
	] as const)('goes on: %s', async (_label, operation, marks, calls) => {
		const seen = await onlyNew(operation, { limit: 30 }, { mode: 'manual', report: true });
		const { list } = seen.report[0]?.next
			? (seen.report[0].next as IDataObject)
			: ((await onlyNew(operation, { limit: 1 }, { mode: 'manual', report: true })).report[0]!
					.next as IDataObject);
		await remember(seen.ids, String(list), ...marks);
		change(operation, { add: 2 });
		const run = await onlyNew(operation);
		expect([run.ids.length, run.calls]).toEqual([2, calls]);
		if (marks.length > 0) expect(run.hint).toContain('The memory of version 0.1.0 was taken over');
		const quiet = await onlyNew(operation);
		expect([quiet.ids, quiet.hint.includes('0.1.0')]).toEqual([[], false]);
	});
});

describe('a quiet list', () => {
	test('gives no item with Output = Pages', async () => {
		await onlyNew(getPosts, { output: 'pages' });
		expect((await onlyNew(getPosts, { output: 'pages' })).items).toEqual([]);
	});
});

describe('what counts as delivered', () => {
	test('what a failing run found comes again, for the price of the rest', async () => {
		world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		const failed = await onlyNew(getPosts);
		expect([failed.status, failed.calls]).toEqual(['error', 2]);
		expect(world.engine.remembered.row()).toEqual([]);
		const again = await onlyNew(getPosts);
		expect([again.ids.length, again.calls]).toEqual([30, 2]);
		expect((await onlyNew(getPosts)).ids).toEqual([]);
	});

	test('what a later node failed with has been delivered: it does not come again', async () => {
		const failed = await onlyNew(getPosts, {}, { failsBehind: true });
		expect([failed.status, failed.error?.message]).toEqual(['error', 'The sheet is gone']);
		expect(failed.ids).toHaveLength(30);
		expect((await onlyNew(getPosts)).ids).toEqual([]);
	});

	test('a stopped run delivers nothing', async () => {
		world.emulator.addFault({ kind: 'hang', match: { page: 2 } });
		const onStart = (stop: () => void) =>
			void until(() => world.emulator.ledger.length === 2).then(stop);
		const stopped = await onlyNew(getPosts, {}, { onStart });
		expect(stopped.status).toBe('canceled');
		expect(world.engine.remembered.row()).toEqual([]);
	});

	test('a list goes on while the call of another hangs', async () => {
		world.emulator.addFault({ kind: 'hang', match: { key: 'slow' } });
		const onStart = (stop: () => void) =>
			void until(() => world.emulator.ledger.some(({ page }) => page === 2)).then(stop);
		const { status, calls } = await onlyNew(
			{ ...getPosts, parameters: () => getPosts.parameters('={{ $json.list }}') },
			{},
			{ onStart, items: [{ list: 'slow' }, { list: 'fast' }] },
		);
		expect([status, calls]).toEqual(['canceled', 3]);
	});

	test('a try that fails takes nothing from the next', async () => {
		world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		const run = await onlyNew(
			getPosts,
			{},
			{ node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } },
		);
		expect([run.status, run.ids.length]).toEqual(['success', 30]);
	});

	test.each(['manual', 'evaluation'] as const)('a run of mode %s changes nothing', async (mode) => {
		await onlyNew(getPosts, { limit: 5 });
		const { calls } = world.engine.remembered;
		const run = await onlyNew(getPosts, {}, { mode });
		expect(run.ids).toHaveLength(30);
		expect(run.hint).toContain('all records are returned, and none are remembered');
		expect(run.hints[0]?.type).toBe('info');
		expect(world.engine.remembered.calls).toBe(calls);
	});

	test.each(['integrated', 'webhook', 'retry'] as const)(
		'a run of mode %s counts',
		async (mode) => {
			await onlyNew(getPosts, {}, { mode });
			expect((await onlyNew(getPosts)).ids).toEqual([]);
		},
	);

	test('equal input items of one run get the same records', async () => {
		for (const reuseIdenticalCalls of [true, false]) {
			const options = { reuseIdenticalCalls, memoryName: String(reuseIdenticalCalls) };
			const run = await onlyNew(getPosts, { options }, { items: [{}, {}, {}] });
			expect(run.ids).toHaveLength(90);
			expect((await onlyNew(getPosts, { options })).ids).toEqual([]);
		}
	});

	test('two executions at the same time lose nothing', async () => {
		await onlyNew(getPosts);
		change(getPosts, { add: 4 });
		const runs = await Promise.all([onlyNew(getPosts), onlyNew(getPosts)]);
		for (const { ids } of runs) expect([0, 4]).toContain(ids.length);
		expect(new Set(runs.flatMap(({ ids }) => ids)).size).toBe(4);
		expect((await onlyNew(getPosts)).ids).toEqual([]);
	});
});

describe('what is remembered apart', () => {
	test('lists', async () => {
		const keyword = '={{ $json.keyword }}';
		const items = ['tea', 'tea cups'].map((name) => ({ keyword: name }));
		const run = await onlyNew(searchImages, { keyword, limit: 5 }, { items });
		expect(run.ids).toHaveLength(10);
		const another = [{ keyword: 'milk' }, ...items];
		const next = await onlyNew(searchImages, { keyword, limit: 5 }, { items: another });
		expect(next.items.map(({ pairedItem }) => pairedItem)).toEqual(Array(5).fill({ item: 0 }));
	});

	test('the size of pages makes no other list', async () => {
		await onlyNew(getPosts);
		expect((await onlyNew(getPosts, { pageSize: 30 })).ids).toEqual([]);
	});

	test('nodes', async () => {
		await onlyNew(getPosts);
		expect((await onlyNew(getPosts, {}, { node: { id: 'another' } })).ids).toHaveLength(30);
	});

	test('Reset Memory makes the node forget one list, or all', async () => {
		const items = [{ user: 'u' }, { user: 'v' }];
		const run = (memoryName: string) =>
			onlyNew(getPosts, { userId: '={{ $json.user }}', options: { memoryName } }, { items });
		expect((await run('')).ids).toHaveLength(60);
		const one = await run('={{ $json.user === "v" ? "2" : "" }}');
		expect(one.items.map(({ pairedItem }) => pairedItem)).toEqual(Array(30).fill({ item: 1 }));
		expect((await run('all anew')).ids).toHaveLength(60);
		expect((await run('')).ids).toEqual([]);
	});
});

describe('a memory that fails', () => {
	const failing = { onError: 'continueRegularOutput' } as const;

	/** From the call on that comes as the how manieth, until it works again. */
	function failAtCall(number: number): void {
		const { remembered } = world.engine;
		const first = remembered.calls + number;
		remembered.meanwhile = () => {
			if (remembered.calls >= first - 1) remembered.failure = new Error('the database is gone');
		};
	}

	test('before anything is bought: nothing is spent', async () => {
		world.engine.remembered.failure = new Error('the database is gone');
		const run = await onlyNew(getPosts);
		expect([run.status, run.calls]).toEqual(['error', 0]);
		expect(run.error?.message).toContain('which records were returned before');
	});

	test('when it is asked: what was bought is delivered, and buying ends', async () => {
		const { remembered } = world.engine;
		failAtCall(4);
		const run = await onlyNew(getPosts, {}, { node: failing });
		expect([run.calls, run.ids.length, run.errors.length]).toEqual([1, 12, 1]);
		expect(run.errors[0]?.message).toContain('Records that this run returns may come again');
		remembered.works();
		expect((await onlyNew(getPosts)).ids).toHaveLength(30);
	});

	test('between a look and its removal: nothing is known that never came', async () => {
		await onlyNew(getPosts);
		change(getPosts, { add: 3 });
		// Count, mark and take out; look for seals, take out; look for records, and fail to take them out.
		failAtCall(7);
		expect((await onlyNew(getPosts, {}, { node: failing })).errors).toHaveLength(1);
		world.engine.remembered.works();
		expect((await onlyNew(getPosts)).ids).toHaveLength(3);
		expect((await onlyNew(getPosts)).ids).toEqual([]);
	});

	test('when it should remember: the records come again', async () => {
		await onlyNew(getPosts);
		change(getPosts, { add: 1 });
		const { remembered } = world.engine;
		// Count, mark and take out; twice look and take out; then remember.
		failAtCall(8);
		const run = await onlyNew(getPosts, { limit: 1 });
		expect(run.ids).toHaveLength(1);
		expect(run.hints[0]).toMatchObject({
			type: 'warning',
			message: expect.stringContaining('they will be returned again'),
		});
		remembered.works();
		expect((await onlyNew(getPosts, { limit: 1 })).ids).toEqual(run.ids);
	});
});

describe('a process that is killed', () => {
	/** All that such a run leaves is what n8n had stored after so many accesses. */
	async function killedAfter(accesses: number, operation: OperationCase): Promise<void> {
		const { remembered } = world.engine;
		const next = remembered.calls + accesses + 1;
		let restore = () => {};
		remembered.meanwhile = () => {
			if (remembered.calls === next) restore = remembered.snapshot();
		};
		await onlyNew(operation);
		remembered.works();
		restore();
	}

	const other = { userId: 'another user' };
	/** Count, mark and take out; look for seals and take out; look for records. */
	const looks: Array<[string, number]> = [
		['while it looks for seals', 4],
		['while it looks for records', 6],
	];
	const runsAfter: Array<[string, IDataObject[]]> = [
		['the list itself', []],
		['another list', [other]],
		['another list, twice', [other, other]],
		['the list, down to a Limit', [{ limit: 1 }]],
		['the list, with a failure', [{ maxCost: 0.0001 }]],
	];

	for (const [when, accesses] of looks) {
		test.each(runsAfter)(`${when}: nothing is lost, if the next run reads %s`, async (_, runs) => {
			await onlyNew(getPosts);
			change(getPosts, { add: 3 });
			await killedAfter(accesses, getPosts);
			const first = [];
			for (const parameters of runs) {
				const run = await onlyNew(getPosts, parameters);
				if (parameters !== other) first.push(...run.ids);
			}
			expect([...first, ...(await onlyNew(getPosts)).ids]).toHaveLength(3);
			expect((await onlyNew(getPosts)).ids).toEqual([]);
		});
	}

	test.each<[string, OperationCase, ListChange]>([
		['posts', getPosts, { add: 2 }],
		['images, in an order of their own', searchImages, { add: 2, at: 1 }],
	])(
		'a list that is read for the first time after it has no other first run: %s',
		async (_label, operation, grown) => {
			await onlyNew(getPosts, other);
			await killedAfter(4, getPosts);
			const first = await onlyNew(operation, { limit: 5 });
			expect(first.ids).toHaveLength(5);
			expect((await onlyNew(operation, { limit: 5 })).ids).toEqual([]);
			change(operation, grown);
			expect((await onlyNew(operation, { limit: 5 })).ids).toHaveLength(2);
		},
	);

	test('what was returned before comes no second time', async () => {
		await onlyNew(getPosts);
		await onlyNew(getPosts, other);
		await killedAfter(4, getPosts);
		for (const parameters of [{}, other, {}, other]) {
			expect((await onlyNew(getPosts, parameters)).ids).toEqual([]);
		}
	});

	test('nor where the newest record was deleted before', async () => {
		await onlyNew(getPosts, { limit: 12 });
		change(getPosts, { remove: 1 });
		await onlyNew(getPosts);
		await killedAfter(4, getPosts);
		for (let run = 0; run < 2; run++) {
			const quiet = await onlyNew(getPosts);
			expect([quiet.ids, quiet.calls]).toEqual([[], 1]);
		}
	});

	test('nor where the run after it fails', async () => {
		await onlyNew(getPosts, { returnAll: true });
		const held = [...world.engine.remembered.row()];
		await killedAfter(4, getPosts);
		change(getPosts, { remove: 1 });
		const { remembered } = world.engine;
		const calls = remembered.calls;
		remembered.meanwhile = () => {
			if (remembered.calls > calls + 9) remembered.failure = new Error('busy');
		};
		await onlyNew(getPosts);
		remembered.works();
		expect(remembered.row()).toEqual(expect.arrayContaining(held));
		expect((await onlyNew(getPosts)).ids).toEqual([]);
	});
});
