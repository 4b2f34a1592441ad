import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { ListChange } from '../../emulator/emulator.mts';
import { linesOfLog } from '../harness/log.mts';
import { positionIn, stopOnce } from '../harness/money.mts';
import { eachOperation, getAnswers, getPosts, isNewestFirst } from '../harness/operations.mts';
import { searchImages, searchVideos } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { contextOf, CONTINUE, useWorld } from '../harness/world.mts';
import type { NodeRun, NodeRunOptions } from '../harness/world.mts';

const world = useWorld({ settings: { size: 30 } });

/** Runs the node on a schedule, with Only New Records. */
async function onlyNew(
	operation: OperationCase,
	parameters: IDataObject = {},
	run: NodeRunOptions = {},
): Promise<NodeRun & { calls: number; ids: string[] }> {
	const before = world.emulator.ledger.length;
	const result = await world.run(
		{ ...operation.parameters('u'), output: 'raw', onlyNew: true, ...parameters },
		{ mode: 'trigger', ...run },
	);
	const ids = result.records.map(operation.idOf);
	return { ...result, ids, calls: world.emulator.ledger.length - before };
}

const ofUsers = (users: string[], parameters: IDataObject = {}, run: NodeRunOptions = {}) => {
	const items = users.map((user) => ({ user }));
	return onlyNew(getPosts, { userId: '={{ $json.user }}', ...parameters }, { items, ...run });
};

const change = (operation: OperationCase, changed: ListChange, key = 'u') =>
	world.emulator.changeList(operation.name, operation.listKey(key), changed);

/** Returns the number of records by input item. */
const perItem = ({ items }: NodeRun) => {
	const counts: Record<number, number> = {};
	for (const { pairedItem } of items) {
		const { item } = pairedItem as { item: number };
		counts[item] = (counts[item] ?? 0) + 1;
	}
	return counts;
};

const baseline = { firstRun: 'baseline' };

const byTime = (operation: OperationCase, parameters: IDataObject): OperationCase => ({
	...operation,
	parameters: (key) => ({ ...operation.parameters(key), ...parameters }),
});

test.each<readonly [string, OperationCase]>([
	...eachOperation.filter(([, operation]) => isNewestFirst(operation)),
	['answers by time', byTime(getAnswers, { order: 'updated' })],
	['the latest videos', byTime(searchVideos, { sort: 'latest' })],
])('%s: new records are returned once, and buying stops at known records', async (_, operation) => {
	const { pageSize } = operation;
	const first = await onlyNew(operation, { limit: pageSize });
	expect(first.ids).toHaveLength(pageSize);
	const quiet = await onlyNew(operation);
	expect([quiet.status, quiet.items, quiet.calls]).toEqual(['success', [], 1]);
	expect([contextOf(quiet).reason, positionIn(quiet.hint)]).toEqual(['known', undefined]);
	change(operation, { add: 2 });
	const grown = await onlyNew(operation);
	expect([grown.ids.length, grown.calls]).toEqual([2, 1]);
	// Limit is for the first run.
	change(operation, { add: 2 * pageSize });
	const later = await onlyNew(operation, { limit: pageSize });
	expect([later.ids.length, later.hints[0]?.type]).toEqual([2 * pageSize, 'info']);
	expect(new Set([...first.ids, ...grown.ids, ...later.ids]).size).toBe(3 * pageSize + 2);
	expect((await onlyNew(operation, { output: 'pages' })).items).toEqual([]);
});

const inOwnOrder = eachOperation.filter(([, operation]) => !isNewestFirst(operation));
test.each(inOwnOrder)(
	'%s, in any other order: Limit counts all records that are read',
	async (_, operation) => {
		const parameters = { limit: 2 * operation.pageSize };
		const first = await onlyNew(operation, parameters);
		expect(first.ids).toHaveLength(Math.min(30, parameters.limit));
		change(operation, { add: 3, at: 1 });
		const grown = await onlyNew(operation, parameters);
		expect([grown.ids.length, grown.calls]).toEqual([3, first.calls]);
		// The three new records have pushed others beyond Limit.
		expect((await onlyNew(operation, parameters)).ids).toEqual([]);
	},
);

test('in any other order, records beyond Limit are returned as soon as they are within Limit', async () => {
	const first = await onlyNew(searchImages, { limit: 2 });
	const all = await onlyNew(searchImages, { limit: 30 });
	expect([first.ids.length, all.ids.length]).toEqual([2, 28]);
	expect(new Set([...first.ids, ...all.ids]).size).toBe(30);
});

test.each([
	['by Max Cost', undefined, 3, 36],
	['by a call that costs more than listed', 0.01, 2, 24],
])('a run that was cut %s says once that the rest is old, and how to get it', async (...row) => {
	const [, price, calls, expected] = row;
	await onlyNew(getPosts);
	if (price) world.emulator.configure({ prices: { [getPosts.name]: price } });
	change(getPosts, { add: 50 });
	const capped = { maxCost: price ? 0.025 : 0.0045 };
	const cut = await onlyNew(getPosts, capped);
	expect([cut.ids.length, cut.calls, cut.hints[0]?.type]).toEqual([expected, calls, 'warning']);
	const quiet = await onlyNew(getPosts, capped);
	expect([quiet.ids, quiet.calls, quiet.hints[0]?.type]).toEqual([[], 1, 'info']);
	const resumeFrom = positionIn(cut.hint);
	const rest = await onlyNew(getPosts, { limit: 50 - expected, options: { resumeFrom } });
	expect(new Set([...cut.ids, ...rest.ids]).size).toBe(50);
	expect((await onlyNew(getPosts, capped)).calls).toBe(1);
});

test.each([
	['cut, on its first page', 12, [18]],
	['cut', 18, [12]],
	['read to its end', 30, [12]],
	['cut, in any other order', 18, [12], searchImages],
])(
	'records of an unknown list that Resume From returned are not returned again: %s',
	async (...row) => {
		const [label, limit, expected, operation = getPosts] = row;
		const size = { pageSize: 6 };
		const begin = await world.run(
			{ ...operation.parameters('u'), ...size, limit: label.includes('first page') ? 1 : 12 },
			{ report: true },
		);
		const resumeFrom = JSON.stringify(begin.report[0]!.next);
		const resumed = await onlyNew(operation, { ...size, limit, options: { resumeFrom } });
		const all = await onlyNew(operation, { ...size, returnAll: true });
		expect(all.ids.filter((id) => resumed.ids.includes(id))).toEqual([]);
		expect([all.ids.length, all.hints[0]?.type]).toEqual([expected[0], 'info']);
		expect((await onlyNew(operation, { ...size, returnAll: true })).ids).toEqual([]);
	},
);

test('if Max Cost does not pay for the first pages of all lists, each list is read in some run', async () => {
	const users = ['a', 'b', 'c', 'd', 'e'];
	const readUsers = new Set<string>();
	// The probability that this many runs miss a list is one in a hundred million.
	for (let runs = 0; runs < 40; runs++) {
		const run = await ofUsers(users, { maxCost: 0.003, limit: 5 }, { report: true });
		expect(run.calls).toBe(2);
		const unread = run.report.filter(({ pages }) => pages === 0);
		expect(unread).toHaveLength(3);
		for (const { notice } of unread) expect(notice).toMatch(/as returned: raise Max Cost/);
		for (const { itemIndex, records } of run.report) {
			if (records === 5) readUsers.add(users[itemIndex as number]!);
		}
	}
	expect([...readUsers].sort()).toEqual(users);
});

const limited = { limit: '={{ $json.limit }}' };
const limits = (...of: number[]) => ({ items: of.map((limit) => ({ limit })) });

test('with the same list and different Limits, only records that no item returned are new', async () => {
	const first = await onlyNew(getPosts, { ...limited, maxCost: 0.0015 }, limits(50, 5));
	expect([new Set(first.ids).size, first.calls]).toEqual([12, 1]);
	change(getPosts, { add: 50 });
	const later = await onlyNew(getPosts, limited, limits(30, 12));
	const ids = new Set([...later.ids, ...(await onlyNew(getPosts)).ids]);
	expect(ids.size).toBe(50);
});

test('the same list in several input items gives each the same records', async () => {
	const run = await onlyNew(getPosts, {}, { items: [{}, {}, {}] });
	expect([run.ids.length, run.calls]).toEqual([90, 3]);
	expect((await onlyNew(getPosts)).ids).toEqual([]);
});

test('many lists in rounds of a loop: every new record is returned once, for one call per list', async () => {
	const users = ['a', 'b', 'c', 'd'];
	const items = users.map((user) => ({ user }));
	const parameters = { ...getPosts.parameters(''), userId: '={{ $json.user }}', onlyNew: true };
	const read = async () => {
		// Otherwise n8n would end the loop at a round without items.
		const run = { items, mode: 'trigger', node: { alwaysOutputData: true } } as const;
		const { rounds } = await world.runLoop({ ...parameters, ...baseline }, run);
		return rounds.flat().filter(({ json }) => json.id);
	};
	expect(await read()).toEqual([]);
	for (const add of [2, 0]) {
		for (const user of users) change(getPosts, { add }, user);
		const before = world.emulator.ledger.length;
		expect(await read()).toHaveLength(4 * add);
		expect(world.emulator.ledger.length - before).toBe(4);
	}
});

describe('First Run', () => {
	test.each([
		['newest first', getPosts, 1],
		['in any other order', searchImages, 3],
	] as const)('remembers existing records as known: %s', async (_label, operation, calls) => {
		const first = await onlyNew(operation, baseline);
		expect([first.ids, first.calls, positionIn(first.hint)]).toEqual([[], calls, undefined]);
		change(operation, { add: 3 });
		const later = await onlyNew(operation, baseline);
		expect([later.ids.length, later.hint.includes('after remembering')]).toEqual([3, false]);
		expect((await onlyNew(operation, baseline)).ids).toEqual([]);
	});

	test('is not repeated if only the fact that the list is watched was forgotten', async () => {
		await onlyNew(getPosts, baseline);
		const { remembered } = world.engine;
		const held = new Set(remembered.row());
		for (let count = 0; count < 12; count++) change(getPosts, { add: 1 });
		expect((await onlyNew(getPosts, baseline)).ids).toHaveLength(12);
		remembered.forgetOldest(held.size);
		change(getPosts, { add: 1 });
		expect((await onlyNew(getPosts, baseline)).ids).toHaveLength(1);
	});

	test('is remembered if Max Cost cuts it and n8n would retry a failed node', async () => {
		const capped = { ...baseline, maxCost: 0.03, returnAll: true };
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
		const cut = await onlyNew(searchImages, capped, { node });
		expect([cut.ids, cut.errors, cut.calls]).toEqual([[], [], 2]);
		expect(contextOf(cut).reason).toBe('maxCost');
		change(searchImages, { add: 3 });
		expect((await onlyNew(searchImages, capped, { node })).ids).toHaveLength(3);
	});
});

describe('what counts as delivered', () => {
	test('records with which a later node failed count as delivered, and are not returned again', async () => {
		const failed = await onlyNew(getPosts, {}, { failsBehind: true });
		expect([failed.status, failed.error?.message]).toEqual(['error', 'The sheet is gone']);
		expect(failed.ids).toHaveLength(30);
		expect((await onlyNew(getPosts)).ids).toEqual([]);
	});

	test('a stopped run delivers nothing', async () => {
		world.emulator.addFault({ kind: 'hang', match: { page: 2 } });
		const onStart = stopOnce(() => world.emulator.ledger.length === 2);
		const stopped = await onlyNew(getPosts, {}, { onStart });
		expect(stopped.status).toBe('canceled');
		expect(world.engine.remembered.row()).toEqual([]);
	});

	test.each(['manual', 'evaluation'] as const)('a run in mode %s changes nothing', async (mode) => {
		await onlyNew(getPosts, { limit: 5 });
		const { calls } = world.engine.remembered;
		const run = await onlyNew(getPosts, {}, { mode });
		expect(run.ids).toHaveLength(30);
		expect(run.hint).toContain('Only New Records has no effect');
		expect(world.engine.remembered.calls).toBe(calls);
	});

	test.each(['integrated', 'retry'] as const)('a run in mode %s counts', async (mode) => {
		await onlyNew(getPosts, {}, { mode });
		expect((await onlyNew(getPosts)).ids).toEqual([]);
	});
});

describe('what is remembered separately', () => {
	test('lists, but not page sizes', async () => {
		expect((await ofUsers(['a', 'ab'])).ids).toHaveLength(60);
		expect(perItem(await ofUsers(['b', 'a', 'ab'], { pageSize: 30 }))).toEqual({ 0: 30 });
	});

	test('nodes', async () => {
		await onlyNew(getPosts);
		expect((await onlyNew(getPosts, {}, { node: { id: 'another' } })).ids).toHaveLength(30);
	});

	test('names in Memory Name, for one list or all', async () => {
		const run = async (memoryName: string) => perItem(await ofUsers(['u', 'v'], { memoryName }));
		expect(await run('')).toEqual({ 0: 30, 1: 30 });
		expect(await run('={{ $json.user === "v" ? "2" : "" }}')).toEqual({ 1: 30 });
		expect(await run('all anew')).toEqual({ 0: 30, 1: 30 });
		expect(await run('')).toEqual({});
	});
});

/** What n8n's log says if the memory fails. */
const CAUSE = "Data Access: n8n's memory failed: Error: the database is gone";

test('if the memory fails before anything is bought, nothing is spent', async () => {
	const lines = linesOfLog();
	world.engine.remembered.failsFrom = 1;
	const run = await onlyNew(getPosts);
	expect([run.status, run.calls]).toEqual(['error', 0]);
	expect(run.error).toMatchObject({ errorResponse: { code: 'UNEXPECTED' } });
	expect(lines).toEqual([CAUSE]);
});

test('if the memory fails in a Retry, the error says which pages are kept', async () => {
	world.emulator.addFault({ kind: 'server', match: { page: 2 } });
	const { context } = await onlyNew(getPosts);
	world.engine.remembered.failsFrom = world.engine.remembered.calls + 1;
	const { error } = await onlyNew(getPosts, {}, { context });
	expect(error?.description).toContain('Kept pages: 1 of 1');
});

test('if the memory fails to recall, the paid page is delivered, and buying ends', async () => {
	const lines = linesOfLog();
	world.engine.remembered.failsFrom = 2;
	const run = await onlyNew(getPosts, {}, CONTINUE);
	expect([run.calls, run.ids.length, run.errors.length]).toEqual([1, 12, 1]);
	expect(run.errors[0]?.error).toMatchObject({ code: 'UNEXPECTED', next: expect.anything() });
	expect(lines).toContain(CAUSE);
	world.engine.remembered.failsFrom = Infinity;
	expect((await onlyNew(getPosts)).ids).toHaveLength(30);
});

test('if the memory fails at a page that Limit cuts, the previous pages are not returned again', async () => {
	const { remembered } = world.engine;
	await onlyNew(searchImages, { limit: 20, keyword: 'another' });
	// Page 2 recalls facts in the same access in which the other run stored its facts.
	remembered.failsFrom = remembered.failsUntil = 2 * remembered.calls;
	const cut = await onlyNew(searchImages, { limit: 25 }, CONTINUE);
	expect([cut.calls, cut.ids.length, cut.errors.length]).toEqual([2, 25, 1]);
	expect((await onlyNew(searchImages, { limit: 30 })).ids).toHaveLength(10);
});

test('if the memory fails to remember, the hint warns', async () => {
	const { remembered } = world.engine;
	await onlyNew(getPosts, { limit: 1, userId: 'another' });
	const lines = linesOfLog();
	// The last call of another such run.
	remembered.failsFrom = 2 * remembered.calls;
	expect((await onlyNew(getPosts, { limit: 1 })).hints[0]?.type).toBe('warning');
	expect(lines).toContain(CAUSE);
});
