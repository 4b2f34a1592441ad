import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { ListChange } from '../../emulator/emulator.mts';
import type * as gapsModule from '../../nodes/DataAccess/watch/gaps.ts';
import type { Gap } from '../../nodes/DataAccess/watch/gaps.ts';
import { built } from '../harness/built.mts';
import { getAnswers, getPosts, searchVideos } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import { API_KEY } from '../harness/world.mts';

const { Gaps } = built<typeof gapsModule>('watch/gaps');

const world = useWorld({ settings: { size: 200 } });

/** A trigger whose polls tell which pages they bought, and how many new records each has emitted. */
function triggerOf(operation: OperationCase, own: IDataObject = {}) {
	const staticData: IDataObject = {};
	const all: string[] = [];
	return {
		staticData,
		/** All ids emitted so far. */
		all,
		add: (count: number) => change(operation, { add: count }),
		/** @param activation has the parameters of its first poll */
		async poll(parameters: IDataObject = {}, activation = {}) {
			const before = world.emulator.ledger.length;
			const { output, logged } = await world.poll(
				{ ...operation.parameters('u'), output: 'raw', ...own, ...parameters },
				{ staticData, activation },
			);
			const ids = output?.[0]?.map(({ json }) => operation.idOf(json)) ?? [];
			all.push(...ids);
			const bought = world.emulator.ledger.slice(before);
			return { ids, logged, pages: bought.map(({ page }) => page), bought };
		},
	};
}

type Trigger = ReturnType<typeof triggerOf>;

const change = (operation: OperationCase, changed: ListChange) =>
	world.emulator.changeList(operation.name, operation.listKey('u'), changed);

/** The ids of the list's newest records, by what the ledger shows of one large page. */
async function newest(count: number): Promise<string[]> {
	const { records } = await world.run({
		...getPosts.parameters('u'),
		output: 'raw',
		limit: count,
		pageSize: 500,
	});
	return records.map(getPosts.idOf);
}

const sorted = (ids: readonly string[]) => [...ids].sort();

/** The gaps that n8n keeps for the trigger. */
const keptGaps = ({ staticData }: Trigger) =>
	(staticData['node:Data Access Trigger'] as IDataObject).gaps as Array<{
		position: IDataObject;
		passed: string;
	}>;

const newestFirst: Array<[string, OperationCase, IDataObject]> = [
	['posts', getPosts, {}],
	['answers by Updated', getAnswers, { order: 'updated', pageSize: 12 }],
	['videos by Latest', searchVideos, { sort: 'latest' }],
];

describe.each(newestFirst)('a gap: %s', (_label, operation, own) => {
	test('is closed from where it was left, and no page of it is bought twice', async () => {
		const size = (own.pageSize as number) ?? operation.pageSize;
		const trigger = triggerOf(operation, { ...own, maxCost: 1 });
		await trigger.poll();
		trigger.add(5 * size);
		const first = await trigger.poll({ maxPages: 2 });
		expect([first.ids.length, first.pages]).toEqual([2 * size, [1, 2]]);
		const second = await trigger.poll({ maxPages: 2 });
		expect([second.ids.length, second.pages]).toEqual([2 * size, [1, 3, 4]]);
		const third = await trigger.poll({ maxPages: 2 });
		expect([third.ids.length, third.pages]).toEqual([size, [1, 5, 6]]);
		expect(new Set(trigger.all).size).toBe(5 * size);
		const quiet = await trigger.poll();
		expect([quiet.ids, quiet.pages, quiet.logged]).toEqual([[], [1], []]);
	});
});

describe('a gap in a list of posts', () => {
	test('is jumped to below what has come in between', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		trigger.add(70);
		await trigger.poll({ maxPages: 2 });
		trigger.add(3);
		const second = await trigger.poll();
		// The page at the top, then those from the gap's position on, in the list as it was.
		expect(second.pages).toEqual([1, 3, 4, 5, 6]);
		expect(second.ids).toHaveLength(3 + 46);
		expect(sorted(trigger.all)).toEqual(sorted(await newest(73)));
	});

	test('comes oldest first, as far as one poll reads it', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		trigger.add(30);
		await trigger.poll({ maxPages: 1 });
		trigger.add(2);
		const { ids } = await trigger.poll();
		const list = await newest(32);
		expect(ids).toEqual([...list.slice(0, 2), ...list.slice(14)].reverse());
	});

	test('leaves two gaps where more comes than a poll may read: both are closed', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		trigger.add(60);
		await trigger.poll({ maxPages: 2 });
		trigger.add(60);
		await trigger.poll({ maxPages: 2 });
		expect(keptGaps(trigger)).toHaveLength(2);
		const third = await trigger.poll({ maxPages: 20 });
		// The rest of the upper one, the page on which what the first poll passed begins, the lower one.
		expect(third.pages).toEqual([1, 3, 4, 5, 6, 3, 4, 5, 6]);
		expect(sorted(trigger.all)).toEqual(sorted(await newest(120)));
		expect(keptGaps(trigger)).toEqual([]);
		expect((await trigger.poll()).pages).toEqual([1]);
	});

	test('that is closed is sealed: later polls buy one page, whatever is deleted above', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		trigger.add(60);
		await trigger.poll({ maxPages: 4 });
		await trigger.poll();
		// Now the newest are some that the second poll has jumped over.
		change(getPosts, { remove: 14 });
		expect((await trigger.poll()).pages).toEqual([1]);
		change(getPosts, { add: 1 });
		const { ids, pages } = await trigger.poll();
		expect([ids.length, pages]).toEqual([1, [1]]);
	});

	test('is closed under a Max Cost of two calls', async () => {
		const trigger = triggerOf(getPosts, { maxCost: 0.003 });
		await trigger.poll();
		trigger.add(60);
		const pages: unknown[] = [];
		for (let polls = 0; polls < 6; polls++) pages.push((await trigger.poll()).pages);
		expect(pages).toEqual([[1, 2], [1, 3], [1, 4], [1, 5], [1, 6], [1]]);
		expect(sorted(trigger.all)).toEqual(sorted(await newest(60)));
	});

	test('that Max Cost does not let a run reach: the warning names an amount that is enough', async () => {
		const trigger = triggerOf(getPosts, { maxCost: 0.0015 });
		await trigger.poll();
		trigger.add(60);
		await trigger.poll();
		const { ids, logged } = await trigger.poll();
		expect(ids).toEqual([]);
		expect(logged).toEqual([expect.stringContaining('set it to at least $0.003')]);
	});

	test('is found again by what any earlier poll has passed', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		trigger.add(60);
		await trigger.poll({ maxPages: 4 });
		expect((await trigger.poll({ maxPages: 1 })).pages).toEqual([1, 5]);
		change(getPosts, { remove: 14 });
		expect((await trigger.poll()).pages).toEqual([1, 6]);
		expect(new Set(trigger.all).size).toBe(60);
	});

	test('outlasts a failure on the way, and pays for no page again', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		trigger.add(60);
		await trigger.poll({ maxPages: 2 });
		const activation = {};
		world.emulator.addFault({ kind: 'server', match: { page: 4 } });
		await expect(trigger.poll({}, activation)).rejects.toThrow(/The gateway failed/);
		const { pages } = await trigger.poll({}, activation);
		expect(pages).toEqual([4, 5, 6]);
		expect(sorted(trigger.all)).toEqual(sorted(await newest(60)));
	});

	test('outlasts a poll that could make no call', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		trigger.add(60);
		await trigger.poll({ maxPages: 2 });
		expect((await trigger.poll({ maxCost: 0.0001 })).pages).toEqual([]);
		expect((await trigger.poll()).pages).toEqual([1, 3, 4, 5, 6]);
		expect(sorted(trigger.all)).toEqual(sorted(await newest(60)));
	});

	test('of another list does not count', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		trigger.add(60);
		await trigger.poll({ maxPages: 2 });
		await trigger.poll({ userId: 'other' });
		const { bought } = await trigger.poll({ userId: 'other' });
		expect(bought.map(({ key, page }) => [key, page])).toEqual([['other', 1]]);
	});

	test('takes a bounded room in what n8n stores, and nothing is lost for that', async () => {
		const trigger = triggerOf(getPosts, { maxCost: 1 });
		await trigger.poll();
		trigger.add(1300);
		await trigger.poll({ maxPages: 3, pageSize: 400 });
		expect(keptGaps(trigger).map(({ passed }) => passed.length)).toEqual([6 * 1000]);
		for (let polls = 0; polls < 11; polls++) {
			trigger.add(20);
			await trigger.poll({ maxPages: 1 });
		}
		expect(keptGaps(trigger)).toHaveLength(10);
		await trigger.poll({ maxPages: 200 });
		expect(sorted(trigger.all)).toEqual(sorted(await newest(1300 + 11 * 20)));
		expect((await trigger.poll()).pages).toEqual([1]);
	});
});

test.each([
	['as a service sends it', 40, 1],
	['that no service needs', 5000, 0],
])('a position %s, of %p characters: %p is kept', (_label, length, count) => {
	let kept: readonly Gap[] = [];
	const gaps = new Gaps({ gaps: [], leave: (left) => void (kept = left) });
	gaps.end(false, { cursor: 'x'.repeat(length) });
	gaps.keep();
	expect(kept).toHaveLength(count);
});

/** The service's answer for the first page, as it would stand there for an expired position. */
async function firstPage(): Promise<string> {
	const answer = await fetch(`${world.emulator.url}/v1/run`, {
		method: 'POST',
		headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
		body: JSON.stringify({
			provider: world.emulator.provider,
			endpoint: getPosts.endpoint,
			input: getPosts.input('u'),
		}),
	});
	return await answer.text();
}

describe('a position that has expired', () => {
	test('because it is refused: the poll walks, and nothing is lost', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		trigger.add(60);
		await trigger.poll({ maxPages: 2 });
		world.emulator.expirePositions();
		const { pages, bought, logged } = await trigger.poll();
		expect(pages).toEqual([1, null, 2, 3, 4, 5, 6]);
		expect(bought[1]).toMatchObject({ httpStatus: 422, charged: 0 });
		expect(logged).toEqual([]);
		expect(sorted(trigger.all)).toEqual(sorted(await newest(60)));
		expect((await trigger.poll()).pages).toEqual([1]);
	});

	test.each([
		['a platform error in a run that is paid', { kind: 'platform' as const }],
		['a shape that nobody knows', { kind: 'unknownShape' as const }],
		['a refusal without a field', { kind: 'refused' as const }],
	])('because it meets %s: the poll walks', async (_label, fault) => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		trigger.add(60);
		await trigger.poll({ maxPages: 2 });
		// So that the cursors that the walk is given are new ones.
		trigger.add(1);
		world.emulator.addFault({ ...fault, match: { page: 3 } });
		const { pages } = await trigger.poll();
		expect(pages).toEqual([1, 3, 2, 3, 4, 5, 6]);
		expect(sorted(trigger.all)).toEqual(sorted(await newest(61)));
		expect((await trigger.poll()).pages).toEqual([1]);
	});

	test('because it answers with the first page: the poll takes what is new there, and walks', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		trigger.add(60);
		await trigger.poll({ maxPages: 2 });
		trigger.add(1);
		const body = await firstPage();
		world.emulator.addFault({ kind: 'body', body, charged: true, match: { page: 3 } });
		const { pages, logged } = await trigger.poll();
		expect([pages, logged]).toEqual([[1, 3, 2, 3, 4, 5, 6], []]);
		expect(sorted(trigger.all)).toEqual(sorted(await newest(61)));
		expect((await trigger.poll()).pages).toEqual([1]);
	});

	test('that the list leads to again: the poll stops, and the next one closes the gap', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		trigger.add(60);
		await trigger.poll({ maxPages: 2 });
		const body = await firstPage();
		world.emulator.addFault({ kind: 'body', body, charged: true, match: { page: 3 } });
		const { ids, pages, logged } = await trigger.poll();
		expect([ids, pages]).toEqual([[], [1, 3, 2]]);
		expect(logged).toEqual([expect.stringContaining('may be missing')]);
		expect((await trigger.poll()).pages).toEqual([1, 2, 3, 4, 5, 6]);
		expect(sorted(trigger.all)).toEqual(sorted(await newest(60)));
	});

	test('that fails again where the walk comes to it fails the poll, which remembers nothing', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		trigger.add(60);
		await trigger.poll({ maxPages: 2 });
		const before = JSON.stringify(trigger.staticData);
		world.emulator.addFault({ kind: 'platform', match: { page: 3 }, times: Infinity });
		await expect(trigger.poll()).rejects.toThrow(/The platform could not answer/);
		expect(JSON.stringify(trigger.staticData)).toBe(before);
	});

	test('of a walk that Max Cost ends, the next poll goes on where the walk has come to', async () => {
		const trigger = triggerOf(getPosts, { maxCost: 0.0045 });
		await trigger.poll();
		trigger.add(60);
		await trigger.poll();
		world.emulator.expirePositions();
		const walk = await trigger.poll();
		expect([walk.ids, walk.pages]).toEqual([[], [1, null, 2, 3]]);
		expect(walk.logged[0]).not.toContain('set it to at least');
		expect((await trigger.poll()).pages).toEqual([1, 4, 5]);
		expect((await trigger.poll()).pages).toEqual([1, 6]);
		expect(sorted(trigger.all)).toEqual(sorted(await newest(60)));
	});

	test.each([
		['a refused balance', { kind: 'refused' as const, httpStatus: 402 }, /balance/],
		['a gateway that fails', { kind: 'server' as const }, /The gateway failed/],
	])('is not the reason of %s: that fails the poll', async (_label, fault, message) => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		trigger.add(60);
		await trigger.poll({ maxPages: 2 });
		world.emulator.addFault({ ...fault, match: { page: 3 } });
		await expect(trigger.poll()).rejects.toThrow(message);
		expect(world.emulator.ledger.at(-1)).toMatchObject({ page: 3 });
	});
});
