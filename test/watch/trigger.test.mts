import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { Fault, ListChange } from '../../emulator/emulator.mts';
import { passMinutes } from '../harness/clock.mts';
import { safeIn, sumsIn } from '../harness/money.mts';
import {
	eachOperation,
	expression,
	getPosts,
	isNewestFirst,
	searchImages,
} from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { PollRunOptions } from '../harness/world.mts';

const world = useWorld({ settings: { size: 30 } });

const change = (operation: OperationCase, changed: ListChange) =>
	world.emulator.changeList(operation.name, operation.listKey('u'), changed);

/** A trigger over its polls; a new one knows nothing. */
function triggerOf(
	operation: OperationCase,
	own: IDataObject = {},
	name?: string,
	staticData: IDataObject = {},
) {
	return {
		staticData,
		/** The ids that a poll emits, and what it cost in calls. */
		async poll(parameters: IDataObject = {}, options: Partial<PollRunOptions> = {}) {
			const before = world.emulator.ledger.length;
			const { output, logged, spent } = await world.poll(
				{ ...operation.parameters('u'), output: 'raw', ...own, ...parameters },
				{ staticData, name, ...options },
			);
			const ids = output?.[0]?.map(({ json }) => operation.idOf(json)) ?? null;
			return {
				ids,
				items: output?.[0] ?? [],
				logged,
				spent,
				calls: world.emulator.ledger.length - before,
			};
		},
	};
}

describe.each(eachOperation)('%s', (_label, operation) => {
	test('the first poll takes the baseline, later ones emit what is new', async () => {
		const trigger = triggerOf(operation);
		const baseline = await trigger.poll();
		expect(baseline.ids).toBeNull();
		expect(baseline.calls).toBeGreaterThan(0);
		const quiet = await trigger.poll();
		expect([quiet.ids, quiet.calls]).toEqual([null, baseline.calls]);

		change(operation, { add: 2, at: 0 });
		const grown = await trigger.poll();
		const { recordIds } = world.emulator.ledger.at(-grown.calls)!;
		// The oldest first, where the list says which are older.
		const added = recordIds.slice(0, 2);
		expect(grown.ids).toEqual(isNewestFirst(operation) ? added.reverse() : added);
		expect((await trigger.poll()).ids).toBeNull();
	});

	test('First Poll may emit what is there', async () => {
		const trigger = triggerOf(operation, { firstPoll: 'emit' });
		expect((await trigger.poll()).ids).toHaveLength(30);
		expect((await trigger.poll()).ids).toBeNull();
	});
});

describe('a baseline that could not be taken', () => {
	test('is taken by the next poll: Max Cost allowed no call', async () => {
		const trigger = triggerOf(getPosts);
		expect((await trigger.poll({ maxCost: 0.001 })).ids).toBeNull();
		expect((await trigger.poll()).ids).toBeNull();
		change(getPosts, { add: 1 });
		expect((await trigger.poll()).ids).toHaveLength(1);
	});

	test('is taken by the next poll: the first page was empty and said that there is more', async () => {
		world.emulator.setList(getPosts.name, 'u', { emptyPageAt: 1 });
		const trigger = triggerOf(getPosts);
		expect((await trigger.poll()).ids).toBeNull();
		world.emulator.setList(getPosts.name, 'u', { emptyPageAt: null });
		expect((await trigger.poll()).ids).toBeNull();
	});

	test('an empty list that says so is a baseline', async () => {
		world.emulator.setList(getPosts.name, 'u', { size: 0 });
		const trigger = triggerOf(getPosts);
		expect((await trigger.poll()).ids).toBeNull();
		change(getPosts, { add: 3 });
		expect((await trigger.poll()).ids).toHaveLength(3);
	});
});

describe('what a poll may cost', () => {
	test('a baseline of what is newest first, and a quiet poll, cost one page', async () => {
		const trigger = triggerOf(getPosts);
		expect((await trigger.poll()).calls).toBe(1);
		expect((await trigger.poll()).calls).toBe(1);
	});

	test.each([
		['of what is newest first', getPosts, 1, 0.0015],
		['of anything else', searchImages, 3, 0.045],
	])('a baseline %s, and a quiet poll, is one line', async (_label, operation, calls, cost) => {
		const trigger = triggerOf(operation);
		for (const { spent } of [await trigger.poll(), await trigger.poll()]) {
			expect(spent.map(sumsIn)).toMatchObject([{ calls, cost }]);
		}
	});

	test('Max Cost ends a poll: the log says once that the rest is old, and how to get it', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		change(getPosts, { add: 70 });
		const cut = await trigger.poll({ maxCost: 0.003 });
		expect([cut.ids?.length, cut.calls]).toEqual([24, 2]);
		const [warning, ...more] = cut.logged;
		expect(more).toEqual([]);
		const quiet = await trigger.poll();
		expect([quiet.ids, quiet.calls, quiet.logged]).toEqual([null, 1, []]);
		const [, next] = /Resume From set to (.*)$/.exec(String(warning)) ?? [];
		const options = { resumeFrom: next };
		const rest = await world.run({ ...getPosts.parameters('u'), limit: 46, options });
		const all = [...cut.ids!, ...rest.records.map(getPosts.idOf)];
		expect(new Set(all).size).toBe(70);
	});

	test('in any other order, Max Cost bounds each poll', async () => {
		world.emulator.setList(searchImages.name, searchImages.listKey('u'), { size: 200 });
		const trigger = triggerOf(searchImages);
		const polls = [await trigger.poll(), await trigger.poll()];
		expect(polls.map(({ ids, calls, logged }) => [ids, calls, logged])).toEqual([
			[null, 6, []],
			[null, 6, []],
		]);
	});
});

test('a First Poll that Max Cost ends says that the rest is old', async () => {
	const trigger = triggerOf(getPosts, { firstPoll: 'emit' });
	const { ids, logged } = await trigger.poll({ maxCost: 0.0015 });
	expect(ids).toHaveLength(12);
	expect(logged).toHaveLength(1);
	expect((await trigger.poll()).calls).toBe(1);
});

test.each(['', ' ', 'null', null, undefined])(
	'an expression that gives %j leaves the trigger its own defaults',
	async (value) => {
		const empty = expression(value);
		const trigger = triggerOf(getPosts, { maxCost: empty });
		expect((await trigger.poll()).ids).toBeNull();
		change(getPosts, { add: 70 });
		world.emulator.configure({ prices: { [getPosts.name]: 0.04 } });
		// $0.10 is enough for two.
		expect((await trigger.poll()).calls).toBe(2);
	},
);

test('an expression that gives pages is refused before any call', async () => {
	const trigger = triggerOf(getPosts, { output: expression('pages') });
	await expect(trigger.poll()).rejects.toMatchObject({
		message: "'Output' must be one of simplified, raw, selected. No call was made for it.",
	});
	expect(world.emulator.ledger).toEqual([]);
});

describe('what a trigger remembers', () => {
	test('under a new name, is what n8n stored when it last emitted', async () => {
		const staticData: IDataObject = {};
		const trigger = triggerOf(getPosts, {}, 'Posts', staticData);
		await trigger.poll({}, { id: 'two' });
		change(getPosts, { add: 1 });
		await trigger.poll({}, { id: 'two' });
		const stored = JSON.parse(JSON.stringify(staticData)) as IDataObject;
		await trigger.poll({}, { id: 'two' });
		for (const name of Object.keys(staticData)) delete staticData[name];
		Object.assign(staticData, stored);
		change(getPosts, { add: 1 });
		expect((await trigger.poll({}, { id: 'two', name: 'Renamed' })).ids).toHaveLength(1);
	});

	test('another input takes a new baseline, another page size does not', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		expect((await trigger.poll({ userId: 'v' })).ids).toBeNull();
		change(getPosts, { add: 1 });
		// The list of before is a new one again.
		expect((await trigger.poll()).ids).toBeNull();
		change(getPosts, { add: 1 });
		expect((await trigger.poll({ pageSize: 20 })).ids).toHaveLength(1);
	});

	test('outlasts a new name', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll({}, { id: 'one' });
		change(getPosts, { add: 1 });
		expect((await trigger.poll({}, { id: 'one', name: 'Renamed' })).ids).toHaveLength(1);
		expect((await trigger.poll({}, { id: 'one', name: 'Renamed' })).ids).toBeNull();
		change(getPosts, { add: 1 });
		// And the old one again: what is kept with it is not the newest.
		expect((await trigger.poll({}, { id: 'one' })).ids).toHaveLength(1);
		expect((await trigger.poll({}, { id: 'one' })).ids).toBeNull();
	});

	test('outlasts a new name after quiet polls, of which n8n may store only one place', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll({}, { id: 'one' });
		const { global } = JSON.parse(JSON.stringify(trigger.staticData));
		change(getPosts, { add: 2 });
		await trigger.poll({}, { id: 'one' });
		trigger.staticData.global = global;
		expect((await trigger.poll({}, { id: 'one' })).ids).toBeNull();
	});

	test('is not begun by a first poll that could buy nothing', async () => {
		const trigger = triggerOf(getPosts);
		const poor = await trigger.poll({ maxCost: 0.0001 });
		expect([poor.ids, poor.calls]).toEqual([null, 0]);
		expect((await trigger.poll()).ids).toBeNull();
		change(getPosts, { add: 1 });
		expect((await trigger.poll()).ids).toHaveLength(1);
	});

	test('is not begun by an empty first page that claims more', async () => {
		const trigger = triggerOf(getPosts);
		world.emulator.setList(getPosts.name, getPosts.listKey('u'), { size: 30, emptyPageAt: 1 });
		expect((await trigger.poll()).ids).toBeNull();
		world.emulator.setList(getPosts.name, getPosts.listKey('u'), { size: 30, emptyPageAt: null });
		expect((await trigger.poll()).ids).toBeNull();
		change(getPosts, { add: 1 });
		expect((await trigger.poll()).ids).toHaveLength(1);
	});

	test('another name in Reset Memory takes a new baseline', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		change(getPosts, { add: 1 });
		expect((await trigger.poll({ memoryName: 'second' })).ids).toBeNull();
		change(getPosts, { add: 1 });
		expect((await trigger.poll({ memoryName: 'second' })).ids).toHaveLength(1);
	});

	test('outlasts a restart, as far as n8n has stored it', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		const restarted = triggerOf(getPosts);
		Object.assign(restarted.staticData, JSON.parse(JSON.stringify(trigger.staticData)));
		change(getPosts, { add: 2 });
		expect((await restarted.poll()).ids).toHaveLength(2);
	});

	test.each<[string, ListChange]>([
		['the newest is deleted', { remove: 1 }],
		['one is edited', { edit: 3 }],
		['two change places', { swap: [0, 5] }],
	])('%s: nothing is new', async (_label, changed) => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		change(getPosts, changed);
		expect((await trigger.poll()).ids).toBeNull();
	});

	test('two triggers in one workflow keep apart', async () => {
		const one = triggerOf(getPosts);
		const other = triggerOf(getPosts, {}, 'Another', one.staticData);
		await one.poll();
		change(getPosts, { add: 1 });
		expect((await other.poll()).ids).toBeNull();
		expect((await one.poll()).ids).toHaveLength(1);
	});
});

describe('a poll that fails', () => {
	test('loses nothing, in the words of the node', async () => {
		const trigger = triggerOf(getPosts);
		const activation = {};
		await trigger.poll({}, { activation });
		change(getPosts, { add: 20 });
		const before = JSON.stringify(trigger.staticData);
		world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		await expect(trigger.poll({}, { activation })).rejects.toMatchObject({
			errorResponse: { code: 'GATEWAY_ERROR', mayBeCharged: true },
		});
		expect(JSON.stringify(trigger.staticData)).toBe(before);
		passMinutes(11);
		const again = await trigger.poll({}, { activation });
		// The first page is that of the failed poll.
		expect([again.ids?.length, again.calls]).toEqual([20, 1]);
	});

	test('does not pay again for the page that it has when it activates the workflow', async () => {
		const trigger = triggerOf(searchImages, { firstPoll: 'emit' });
		world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		await expect(trigger.poll()).rejects.toMatchObject({
			errorResponse: { code: 'GATEWAY_ERROR' },
		});
		expect((await trigger.poll()).calls).toBe(0);
		passMinutes(11);
		expect((await trigger.poll()).ids).toHaveLength(30);
		expect(world.emulator.ledger.map(({ page }) => page)).toEqual([1, 2, 2, 3]);
	});

	test.each<[string, Fault]>([
		['server', { kind: 'server', match: { page: 2 } }],
		['a broken connection', { kind: 'reset', match: { page: 2 } }],
		['503', { kind: 'server', httpStatus: 503, match: { page: 2 } }],
	])('names no option, since the trigger has none: %s', async (_label, fault) => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		change(getPosts, { add: 20 });
		world.emulator.addFault(fault);
		const { message, description } = await trigger.poll().catch((error) => error);
		expect(sumsIn(message).calls).toBeGreaterThan(0);
		expect(safeIn(description)).toEqual({ pages: 1, minutes: 15 });
		expect(description).not.toMatch(/option|Resume From|Retry/);
	});

	test('a wrong input is refused before anything is spent', async () => {
		const trigger = triggerOf(getPosts);
		await expect(trigger.poll({ userId: '' })).rejects.toMatchObject({
			errorResponse: { code: 'INVALID_INPUT', field: 'user_id' },
		});
		expect(world.emulator.ledger).toEqual([]);
	});
});

test('overlapping polls emit no record twice, and cost no page twice', async () => {
	const trigger = triggerOf(getPosts);
	await trigger.poll();
	change(getPosts, { add: 2 });
	const polls = await Promise.all([trigger.poll(), trigger.poll()]);
	expect(polls.flatMap(({ ids }) => ids ?? [])).toHaveLength(2);
	expect(world.emulator.ledger).toHaveLength(1 + 1);
	expect((await trigger.poll()).ids).toBeNull();
});

test('a manual test fetches one page, shows it, and remembers nothing', async () => {
	const trigger = triggerOf(searchImages);
	const shown = await trigger.poll({}, { mode: 'manual' });
	expect([shown.ids?.length, shown.calls]).toEqual([20, 1]);
	expect(trigger.staticData).toEqual({ 'node:Data Access Trigger': {}, global: {} });
	expect((await trigger.poll()).ids).toBeNull();
});

test('the items are those of the node, without an input to pair with', async () => {
	const trigger = triggerOf(getPosts, { firstPoll: 'emit', output: 'simplified' });
	const { items } = await trigger.poll();
	expect(items).toHaveLength(30);
	for (const item of items) expect(Object.keys(item)).toEqual(['json']);
	expect(items[0]!.json).toHaveProperty('createdAt');
});
