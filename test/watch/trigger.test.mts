import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { ListChange } from '../../emulator/emulator.mts';
import { passMinutes } from '../harness/clock.mts';
import { sumsIn } from '../harness/money.mts';
import { eachOperation, expression, getAnswers, getPosts } from '../harness/operations.mts';
import { isNewestFirst, searchImages, searchVideos } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { API_KEY, useWorld } from '../harness/world.mts';
import type { PollRunOptions } from '../harness/world.mts';

const world = useWorld({ settings: { size: 30 } });

const change = (operation: OperationCase, changed: ListChange) =>
	world.emulator.changeList(operation.name, operation.listKey('u'), changed);

// n8n stores it as JSON.
const copyOf = (memory: IDataObject) => JSON.parse(JSON.stringify(memory)) as IDataObject;

/** A trigger over its polls; a new one knows nothing. */
function triggerOf(operation = getPosts, own: IDataObject = {}, name?: string, data = {}) {
	const staticData: IDataObject = data;
	return {
		staticData,
		/** The ids that a poll emits, null for nothing, and what it cost in calls. */
		async poll(parameters: IDataObject = {}, options: Partial<PollRunOptions> = {}) {
			const before = world.emulator.ledger.length;
			const { output, logged, spent } = await world.poll(
				{ ...operation.parameters('u'), output: 'raw', ...own, ...parameters },
				{ staticData, name, ...options },
			);
			const items = output?.[0] ?? [];
			const ids = output && items.map(({ json }) => operation.idOf(json));
			return { ids, items, logged, spent, calls: world.emulator.ledger.length - before };
		},
	};
}

test.each(eachOperation)('%s: a baseline comes first, then what is new', async (_, operation) => {
	const trigger = triggerOf(operation);
	const baseline = await trigger.poll();
	expect(baseline.ids).toBeNull();
	const kept = JSON.stringify(trigger.staticData);
	const quiet = await trigger.poll();
	expect([quiet.ids, quiet.calls]).toEqual([null, baseline.calls]);
	expect(JSON.stringify(trigger.staticData)).toBe(kept);
	for (const { spent } of [baseline, quiet]) {
		const cost = Number((baseline.calls * operation.price).toFixed(4));
		expect(spent.map(sumsIn)).toMatchObject([{ calls: baseline.calls, cost }]);
	}

	change(operation, { add: 2, at: 0 });
	const grown = await trigger.poll();
	const { recordIds } = world.emulator.ledger.at(-grown.calls)!;
	// The oldest first, where the list says which are older.
	const added = recordIds.slice(0, 2);
	expect(grown.ids).toEqual(isNewestFirst(operation) ? added.reverse() : added);
	expect((await trigger.poll()).ids).toBeNull();
});

test('First Poll may emit what is there: the items of the node, without an input to pair with', async () => {
	const trigger = triggerOf(getPosts, { firstPoll: 'emit', output: 'simplified' });
	const { items } = await trigger.poll();
	expect(items).toHaveLength(30);
	for (const item of items) expect(Object.keys(item)).toEqual(['json']);
	expect(items[0]!.json).toHaveProperty('createdAt');
	expect((await trigger.poll()).ids).toBeNull();
});

test.each<[string, OperationCase, IDataObject, number, number]>([
	['200 posts', getPosts, {}, 200, 17],
	['120 videos', searchVideos, { sort: 'latest', maxCost: 1 }, 120, 7],
	['60 answers', getAnswers, { order: 'updated' }, 60, 13],
])('a burst of %s comes whole with the next poll, the oldest first', async (...row) => {
	const [, operation, parameters, add, calls] = row;
	const trigger = triggerOf(operation, parameters);
	await trigger.poll();
	change(operation, { add });
	const burst = await trigger.poll();
	const newestFirst = world.emulator.ledger.slice(-calls).flatMap(({ recordIds }) => recordIds);
	const expected = [...new Set(newestFirst)].slice(0, add).reverse();
	expect([burst.ids, burst.calls, burst.logged]).toEqual([expected, calls, []]);
	const quiet = await trigger.poll();
	expect([quiet.ids, quiet.calls]).toEqual([null, 1]);
});

describe('a baseline', () => {
	test.each<[string, IDataObject, { emptyPageAt?: number }]>([
		['Max Cost allowed no call', { maxCost: 0.001 }, {}],
		['the first page was empty and claimed more', {}, { emptyPageAt: 1 }],
	])('that could not be taken is taken by the next poll: %s', async (_label, more, list) => {
		world.emulator.setList(getPosts.name, 'u', list);
		const trigger = triggerOf();
		expect(await trigger.poll(more)).toMatchObject({ ids: null, calls: more.maxCost ? 0 : 1 });
		world.emulator.setList(getPosts.name, 'u', { emptyPageAt: null });
		expect((await trigger.poll()).ids).toBeNull();
		change(getPosts, { add: 1 });
		expect((await trigger.poll()).ids).toHaveLength(1);
	});

	test.each<[string, IDataObject]>([
		['another input', { userId: 'v' }],
		['another name in Reset Memory', { memoryName: 'second' }],
	])('is taken for %s, and the list of before goes on, in pages of any size', async (...row) => {
		const [, another] = row;
		const trigger = triggerOf();
		await trigger.poll();
		expect((await trigger.poll(another)).ids).toBeNull();
		change(getPosts, { add: 1 });
		expect((await trigger.poll({ pageSize: 20 })).ids).toHaveLength(1);
	});
});

describe('what a poll may cost', () => {
	test('Max Cost ends a poll: the log says once that the rest is old, and how to get it', async () => {
		const trigger = triggerOf();
		await trigger.poll();
		change(getPosts, { add: 70 });
		const cut = await trigger.poll({ maxCost: 0.003 });
		expect([cut.ids?.length, cut.calls, cut.logged.length]).toEqual([24, 2, 1]);
		expect(JSON.stringify([trigger.staticData, cut.logged])).not.toContain(API_KEY);
		const quiet = await trigger.poll();
		expect([quiet.ids, quiet.calls, quiet.logged]).toEqual([null, 1, []]);
		const [said, next] = cut.logged[0]!.split(' Resume From set to ');
		expect(said).toBe(
			'Data Access Trigger: The run did not get to the end of what is new: what it did not return counts as old from now on. A Data Access node gets the rest with',
		);
		const options = { resumeFrom: next };
		const rest = await world.run({ ...getPosts.parameters('u'), limit: 46, options });
		const all = [...cut.ids!, ...rest.records.map(getPosts.idOf)];
		expect(new Set(all).size).toBe(70);
	});

	test('in any other order, Max Cost bounds each poll', async () => {
		world.emulator.setList(searchImages.name, searchImages.listKey('u'), { size: 200 });
		const trigger = triggerOf(searchImages);
		for (let polls = 0; polls < 2; polls++) {
			expect(await trigger.poll()).toMatchObject({ ids: null, calls: 6, logged: [] });
		}
	});

	test('an expression that gives nothing leaves the default', async () => {
		const trigger = triggerOf(getPosts, { maxCost: expression('') });
		expect((await trigger.poll()).ids).toBeNull();
		change(getPosts, { add: 70 });
		world.emulator.configure({ prices: { [getPosts.name]: 0.04 } });
		// $0.10 is enough for two.
		expect((await trigger.poll()).calls).toBe(2);
	});

	test('an expression that gives pages is refused before any call', async () => {
		await expect(triggerOf().poll({ output: expression('pages') })).rejects.toMatchObject({
			errorResponse: { code: 'INVALID_INPUT' },
		});
		expect(world.emulator.ledger).toEqual([]);
	});
});

describe('what a trigger remembers', () => {
	const named = (name: string) => ({ id: 'one', name });

	test('outlasts new names, and a restart', async () => {
		const { staticData, ...trigger } = triggerOf();
		await trigger.poll({}, named('One'));
		for (const name of ['Renamed', 'One']) {
			change(getPosts, { add: 1 });
			// What is kept with an earlier name is not the newest.
			expect((await trigger.poll({}, named(name))).ids).toHaveLength(1);
			expect((await trigger.poll({}, named(name))).ids).toBeNull();
		}
		change(getPosts, { add: 2 });
		const restarted = triggerOf(getPosts, {}, 'One', copyOf(staticData));
		expect((await restarted.poll()).ids).toHaveLength(2);
	});

	test('outlasts a new name after quiet polls, of which n8n may store only one place', async () => {
		const trigger = triggerOf();
		await trigger.poll({}, named('One'));
		const { global } = copyOf(trigger.staticData);
		change(getPosts, { add: 2 });
		await trigger.poll({}, named('One'));
		trigger.staticData.global = global;
		expect((await trigger.poll({}, named('One'))).ids).toBeNull();
	});

	test('is apart for each of two triggers in one workflow', async () => {
		const one = triggerOf();
		const other = triggerOf(getPosts, {}, 'Another', one.staticData);
		await one.poll();
		change(getPosts, { add: 1 });
		expect((await other.poll()).ids).toBeNull();
		expect((await one.poll()).ids).toHaveLength(1);
	});
});

// n8n's durable scheduler reads a trigger's memory when it begins a poll, and may begin the next one
// before it has stored what the last one left: several are due at once after a restart.
describe('a poll that n8n begins with what it read before the last one', () => {
	let triggers = 0;

	/** A trigger that has emitted three new posts, and its memory before that. */
	async function emitted() {
		const id = `stale ${(triggers += 1)}`;
		const trigger = triggerOf();
		await trigger.poll({}, { id });
		change(getPosts, { add: 3 });
		const before = copyOf(trigger.staticData);
		expect(await trigger.poll({}, { id })).toMatchObject({ ids: { length: 3 }, calls: 1 });
		const again = async (memory: IDataObject, by = id) =>
			await triggerOf(getPosts, {}, undefined, memory).poll({}, { id: by });
		return { memory: trigger.staticData, before, again };
	}

	test('makes no call and emits nothing again', async () => {
		const { memory, before, again } = await emitted();
		for (const stale of [copyOf(before), copyOf(before)]) {
			expect(await again(stale)).toMatchObject({ ids: null, calls: 0 });
		}
		change(getPosts, { add: 2 });
		expect(await again(memory)).toMatchObject({ ids: { length: 2 }, calls: 1 });
	});

	test.each([
		['the newer one', false],
		['what it emitted, but a copy of the memory', true],
	])('reads again if n8n has not stored %s within ten seconds', async (_label, hasCopy) => {
		const { memory, before, again } = await emitted();
		passMinutes(11 / 60);
		const stored = hasCopy ? { ...before, global: copyOf(memory).global } : before;
		expect(await again(stored)).toMatchObject({ ids: { length: 3 }, calls: 1 });
	});

	test('keeps no other trigger from it', async () => {
		const { before, again } = await emitted();
		expect(await again(before, 'another')).toMatchObject({ calls: 1 });
	});
});

test('a poll that fails behind new records delivers them and logs it; with nothing new it throws', async () => {
	const trigger = triggerOf();
	await trigger.poll();
	change(getPosts, { add: 70 });
	world.emulator.addFault({ kind: 'server', match: { page: 2 }, times: 2 });
	const cut = await trigger.poll();
	expect([cut.ids?.length, cut.calls]).toEqual([12, 2]);
	expect(cut.logged.map((line) => line.replace('Data Access Trigger: ', ''))).toEqual([
		expect.stringMatching(/^The run did not get to the end of what is new: the next run reads/),
		expect.stringMatching(/^The gateway .* 2 calls, .*\. No call is made for 10 minutes/),
	]);
	expect((await trigger.poll()).calls).toBe(0);
	passMinutes(11);
	await expect(trigger.poll()).rejects.toMatchObject({ errorResponse: { code: 'GATEWAY_ERROR' } });
	passMinutes(11);
	const rest = await trigger.poll();
	expect(new Set([...cut.ids!, ...rest.ids!]).size).toBe(70);
});

test('a poll that fails does not pay again for the page that it has when it activates the workflow', async () => {
	const trigger = triggerOf(searchImages);
	world.emulator.addFault({ kind: 'server', match: { page: 2 } });
	await expect(trigger.poll()).rejects.toMatchObject({ errorResponse: { code: 'GATEWAY_ERROR' } });
	expect((await trigger.poll()).calls).toBe(0);
	passMinutes(11);
	expect((await trigger.poll()).ids).toBeNull();
	expect(world.emulator.ledger.map(({ page }) => page)).toEqual([1, 2, 2, 3]);
});

test('overlapping polls emit no record twice, and cost no page twice', async () => {
	const trigger = triggerOf();
	await trigger.poll();
	change(getPosts, { add: 2 });
	const polls = await Promise.all([trigger.poll(), trigger.poll()]);
	expect(polls.flatMap(({ ids }) => ids ?? [])).toHaveLength(2);
	expect(world.emulator.ledger).toHaveLength(1 + 1);
	expect((await trigger.poll()).ids).toBeNull();
});

test('a manual test fetches one page, shows it, and remembers nothing', async () => {
	const trigger = triggerOf(searchImages);
	const tested = await trigger.poll({}, { mode: 'manual' });
	expect(tested).toMatchObject({ ids: { length: 20 }, calls: 1 });
	expect(trigger.staticData).toEqual({ 'node:Data Access Trigger': {}, global: {} });
	expect((await trigger.poll()).ids).toBeNull();
});
