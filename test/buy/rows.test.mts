import { randomBytes } from 'node:crypto';

import { beforeEach, describe, expect, jest, test } from '@jest/globals';

import type { NodeContext, StoredPage } from '../../nodes/DataAccess/buy/nodeContext.ts';
import type * as endPassModule from '../../nodes/DataAccess/buy/endPass.ts';
import type * as passesModule from '../../nodes/DataAccess/buy/passes.ts';
import type { Pass } from '../../nodes/DataAccess/buy/passes.ts';
import type * as rowModule from '../../nodes/DataAccess/buy/row.ts';
import type { PaidPage, Row } from '../../nodes/DataAccess/buy/row.ts';
import type * as rowsModule from '../../nodes/DataAccess/buy/rows.ts';
import type * as storedModule from '../../nodes/DataAccess/buy/stored.ts';
import { built, forgetBuilt } from '../harness/built.mts';
import { passMinutes } from '../harness/clock.mts';
import { outside } from '../harness/native.mts';

/** One n8n process. */
let process: Omit<
	typeof endPassModule &
		typeof passesModule &
		typeof rowModule &
		typeof rowsModule &
		typeof storedModule,
	'default'
>;
beforeEach(() => startAnew());
function startAnew(): void {
	forgetBuilt();
	process = {
		...built<typeof endPassModule>('buy/endPass'),
		...built<typeof passesModule>('buy/passes'),
		...built<typeof rowModule>('buy/row'),
		...built<typeof rowsModule>('buy/rows'),
		...built<typeof storedModule>('buy/stored'),
	};
}

const TEXT = 'x'.repeat(10_000);

/** Bytes for so many of these pages, and half a one. */
const roomFor = (pages: number) => (pages + 0.5) * 20_500;

const now = () => outside.Date.now();

function passIn(context: NodeContext = {}, { id = 'e', isTool = false, maxTries = 1 } = {}): Pass {
	const onEnd = () => {};
	const identity = process.identityOf(id);
	const execution = { ...identity, context, callsUntil: Infinity, patience: Infinity, onEnd };
	return process.nextPass(execution, { isTool, maxTries });
}

/** A page that the pass has bought. */
function buy(rows: rowsModule.Rows, pass: Pass, key: string, more: Partial<PaidPage> = {}) {
	const row = rows.open(key, pass);
	const holders = more.holders ?? new Set([pass.run.holder]);
	const times = { begunAt: now(), boughtAt: now() };
	const page: PaidPage = { row, text: TEXT, ...times, holders, ...more };
	process.addPage(page);
	for (const pages of [pass.used, pass.bought, pass.taken]) pages.add(page);
	return page;
}

const isKept = (page: PaidPage) => page.row.pages.includes(page);

/** A page of a pass that is over, and what has become of it. */
function closed(rows: rowsModule.Rows, key: string, facts: Partial<PaidPage>): PaidPage {
	const pass = passIn();
	const page = buy(rows, pass, key, { holders: new Set(), ...facts });
	rows.close(pass);
	return page;
}

const FACTS = { left: () => ({ leftAt: now() }), delivered: () => ({ deliveredAt: now() }) };

test('the rows have the bound that the docs state', () => {
	expect(process.BOUND).toBe(64 * 2 ** 20);
});

describe('where the rows are full', () => {
	test.each<[label: string, before: Array<keyof typeof FACTS>, gone: number]>([
		['a delivered page goes first', ['left', 'delivered'], 1],
		['then one that was left', ['left', 'left'], 0],
		['of equals, the oldest', ['delivered', 'delivered'], 0],
	])('%s', (_label, before, gone) => {
		const rows = new process.Rows(roomFor(before.length));
		const pages = before.map((state, index) => closed(rows, String(index), FACTS[state]()));
		const last = closed(rows, 'last', FACTS.left());
		expect(isKept(last)).toBe(true);
		expect(pages.filter((page) => !isKept(page))).toEqual([pages[gone]]);
	});

	test.each<[string, Parameters<typeof passIn>[1], minutes: number, stays: boolean]>([
		['a run between two tries', { maxTries: 2 }, 14, true],
		['the execution of a tool', { isTool: true }, 14, true],
		['an execution that has not used it for 15 minutes', { isTool: true }, 16, false],
	])('what belongs to %s', (_label, asked, minutes, stays) => {
		const rows = new process.Rows(roomFor(1));
		const pass = passIn({}, asked);
		const held = buy(rows, pass, 'held', { deliveredAt: asked?.isTool ? now() : undefined });
		rows.close(pass);
		passMinutes(minutes);
		const left = closed(rows, 'left', FACTS.left());
		expect([isKept(held), isKept(left)]).toEqual([stays, !stays]);
		process.leaveRun(pass);
	});

	test('a page that a pass under way uses never goes, and takes no room', () => {
		const rows = new process.Rows(roomFor(1));
		const [first, second] = [passIn(), passIn()];
		const shared = buy(rows, first, 'shared');
		rows.open('shared', second);
		const left = closed(rows, 'left', FACTS.left());
		// An exception may end a pass twice.
		for (const pass of [first, first]) rows.close(pass);
		expect([isKept(shared), isKept(left)]).toEqual([true, true]);
		shared.deliveredAt = now();
		shared.holders.clear();
		rows.close(second);
		expect([isKept(shared), isKept(left)]).toEqual([false, true]);
	});
});

test('a key counts as a text does', () => {
	const rows = new process.Rows(roomFor(2));
	const keys = [20_000, 10_000].map((length) => 'key'.padEnd(length));
	expect(keys.map((key) => isKept(closed(rows, key, FACTS.left())))).toEqual([false, true]);
});

test('a page that changes, or comes and goes, is counted once', () => {
	const rows = new process.Rows(roomFor(2));
	const kept = closed(rows, 'kept', FACTS.left());
	for (let each = 0; each < 10; each++) {
		const page = closed(rows, `page ${each}`, FACTS.left());
		const pass = passIn();
		rows.open(page.row.key, pass);
		page.text = '';
		rows.close(pass);
		rows.drop(page);
		rows.drop(page);
	}
	expect([isKept(kept), isKept(closed(rows, 'next', FACTS.left()))]).toEqual([true, true]);
	expect([isKept(closed(rows, 'last', FACTS.left())), isKept(kept)]).toEqual([true, false]);
});

describe('a row', () => {
	const lose = (row: Row, begunAt = now()) => {
		const times = { begunAt, endedAt: begunAt };
		process.addLost(row, { ...times, possible: 1, execution: 'e', holders: new Set() });
	};

	test('is remembered for an hour where it knows of a lost call, from the last pass on', () => {
		const pass = passIn();
		lose(process.rows.open('lost', pass));
		process.rows.open('nothing', pass);
		process.rows.close(pass);
		const knows = () => {
			const later = passIn();
			const known = ['lost', 'nothing'].map((key) => process.rows.open(key, later).lost.length);
			process.rows.close(later);
			return known;
		};
		expect(knows()).toEqual([1, 0]);
		passMinutes(59);
		expect(knows()).toEqual([1, 0]);
		passMinutes(59);
		expect(knows()).toEqual([1, 0]);
		passMinutes(61);
		expect(knows()).toEqual([0, 0]);
	});

	test('whose pages went for room is remembered for an hour, too', () => {
		const rows = new process.Rows(roomFor(1));
		for (const key of ['lost', 'nothing']) {
			const { row } = closed(rows, key, FACTS.delivered());
			if (key === 'lost') lose(row);
			closed(rows, `room for ${key}`, FACTS.delivered());
			expect(row.pages).toEqual([]);
			expect(rows.open(key, passIn()) === row).toBe(key === 'lost');
		}
		const { row } = closed(rows, 'later', FACTS.delivered());
		lose(row);
		closed(rows, 'room for later', FACTS.delivered());
		passMinutes(61);
		expect(rows.open('later', passIn())).not.toBe(row);
	});

	test('stays the same for whoever asks while a pass is under way, and while it has a page', () => {
		const pass = passIn();
		const { row } = buy(process.rows, pass, 'a');
		const empty = process.rows.open('b', pass);
		passMinutes(61);
		const other = passIn();
		expect(process.rows.open('b', other)).toBe(empty);
		process.rows.close(other);
		expect(process.rows.open('b', passIn())).toBe(empty);
		process.rows.close(pass);
		passMinutes(61);
		expect(process.rows.open('a', passIn())).toBe(row);
	});

	test('has its pages and lost calls in the order of their beginnings, of those a hundred', () => {
		const pass = passIn();
		const row = process.rows.open('a', pass);
		for (const begunAt of [5, 3, 4]) buy(process.rows, pass, 'a', { begunAt });
		for (let each = 0; each < 102; each++) lose(row, (each * 7) % 102);
		expect(row.pages.map(({ begunAt }) => begunAt)).toEqual([3, 4, 5]);
		expect(row.lost.map(({ begunAt }) => begunAt)).toEqual([...Array(102).keys()].slice(2));
	});
});

describe('when a pass is over', () => {
	const end = async (pass: Pass, context: NodeContext, isDelivered: boolean) => {
		const stored = new process.Stored(context, 'key');
		return await process.endPass(pass, stored, { isDelivered, isStopped: false });
	};

	test.each([
		['delivered', true, TEXT.length],
		['left, when they are compressed: they must last', false, 100],
	])('its pages are %s', async (_label, isDelivered, most) => {
		const pass = passIn();
		const page = buy(process.rows, pass, 'a');
		await end(pass, {}, isDelivered);
		const { deliveredAt, leftAt } = page;
		const isSet = [deliveredAt, leftAt].map((at) => at !== undefined);
		expect(isSet).toEqual([isDelivered, !isDelivered]);
		expect(page.text.length).toBeLessThanOrEqual(most);
		expect(await process.unpack(page)).toBe(TEXT);
	});

	test.each<[string, Parameters<typeof passIn>[1], isDelivered: boolean, isHeld: boolean]>([
		['of a run that delivers, nobody’s', {}, true, false],
		['of a last try, nobody’s', {}, false, false],
		['of a try before it, the execution’s', { maxTries: 2 }, false, true],
		['of a tool, the execution’s', { isTool: true }, true, true],
		['of a tool without an execution, nobody’s', { isTool: true, id: '' }, true, false],
	])('its pages and failures are, %s', async (_label, asked, isDelivered, isHeld) => {
		const pass = passIn({}, asked);
		const { holders } = buy(process.rows, pass, 'a');
		const { failures } = pass.run;
		failures.set('a', { failure: {} as never, pass });
		await end(pass, {}, isDelivered);
		expect([holders.size > 0, failures.size > 0]).toEqual([isHeld, isHeld]);
	});

	test('what could not be read is left, also by a run that delivers', async () => {
		const pass = passIn();
		const page = buy(process.rows, pass, 'a');
		pass.taken.clear();
		await end(pass, {}, true);
		expect(page).toMatchObject({ leftAt: expect.any(Number) });
		expect(page.deliveredAt).toBeUndefined();
	});

	test('it tells of pages that others have left for as long as they are in memory', async () => {
		const pass = passIn();
		for (const [index, minutes] of [5, 14, 15].entries())
			buy(process.rows, pass, `${index}`, { leftAt: now() - minutes * 60_000 });
		expect(await end(pass, {}, false)).toEqual({ pages: 3, inMemory: 2, minutes: 1, stored: 3 });
	});

	test('it tells only of pages that are still in memory', async () => {
		const pass = passIn();
		const text = new Uint8Array(40 * 2 ** 20);
		for (const key of ['a', 'b', 'c']) buy(process.rows, pass, key, { text });
		expect(await end(pass, {}, false)).toEqual({ pages: 3, inMemory: 1, minutes: 15, stored: 0 });
	});

	test('the newest page of each request that could be read is stored, which another process finds, however late', async () => {
		const context: NodeContext = {};
		// The answer of the older call was lost, and found when the newer one was there.
		for (const [text, begunAt, boughtAt, unreadAt] of [
			['older', 1, 9],
			['newer', 2, 3],
			['unreadable', 4, 5, 5],
		] as const) {
			const pass = passIn(context, { maxTries: 9 });
			buy(process.rows, pass, 'a', { text, begunAt, boughtAt, unreadAt });
			expect(await end(pass, context, false)).toMatchObject({ pages: 1, stored: 1 });
		}
		const stored = JSON.parse(JSON.stringify(context)) as NodeContext;
		startAnew();
		passMinutes(43_200);
		const retry = passIn(stored, { id: 'retry' });
		// Another one that was there in the same millisecond.
		const { row } = buy(process.rows, passIn(), 'a', { begunAt: 1, boughtAt: 3 });
		process.rows.open('a', retry);
		const { run: again } = passIn({}, { id: 'again' });
		for (const run of [retry.run, again]) new process.Stored(stored, 'key').load(row, run);
		const stays = { begunAt: 2, holders: new Set([retry.run.holder, again.holder]) };
		expect(row.pages).toMatchObject([{ begunAt: 1 }, stays]);
		expect(await process.unpack(row.pages[1]!)).toBe('newer');
		for (const set of [retry.used, retry.taken]) set.add(row.pages[1]!);
		await end(retry, stored, true);
		expect(stored).toEqual({});
	});

	test('of pages that nobody could read, the newest is stored', async () => {
		const context: NodeContext = {};
		for (const begunAt of [1, 2]) {
			const pass = passIn(context, { maxTries: 9 });
			buy(process.rows, pass, 'a', { begunAt, boughtAt: begunAt, unreadAt: 3 });
			await end(pass, context, false);
		}
		expect(Object.values(context.pages ?? {})).toMatchObject([{ begunAt: 2 }]);
	});
});

describe('with an execution', () => {
	const rowOf = (key: string) => process.rows.open(key, passIn());
	const lostAt = (at: number) => ({ begunAt: at, endedAt: at, possible: 0.01, execution: 'e' });

	test('thousands of pages are stored in linear time', async () => {
		const context: NodeContext = { pages: {} };
		const seen = jest.spyOn(outside.Object, 'entries');
		const stored = new process.Stored(context, 'test-key');
		const { pages } = context;
		const many = Array.from({ length: 20 }, (_, each) => buy(process.rows, passIn(), `${each}`));
		expect((await stored.keep(many)).size).toBe(20);
		expect([seen.mock.calls.length, context.pages === pages]).toEqual([1, true]);
	});

	test.each<[string, object]>([
		['no text', { packed: 5 }],
		['no time', { boughtAt: null }],
	])('what is stored with %s is no page', (_label, damage) => {
		const page = { packed: 'AAAA', boughtAt: 1, leftAt: 1, ...damage } as StoredPage;
		const row = rowOf('a');
		new process.Stored({ pages: { a: page } }, 'key').load(row, passIn().run);
		expect(row.pages).toEqual([]);
	});

	test('no more than its bound is stored', async () => {
		const stored = new process.Stored({}, 'test-key');
		const pages = ['a', 'b', 'c', 'd'].map((key) =>
			// Text that cannot be compressed: two thirds of a megabyte.
			buy(process.rows, passIn(), key, { text: randomBytes(500_000).toString('base64') }),
		);
		expect([...(await stored.keep(pages))]).toEqual(pages.slice(0, 3));
		expect([...(await stored.keep(pages))]).toEqual(pages.slice(0, 3));
		stored.forget(pages[0]!.row);
		expect((await stored.keep(pages.slice(3))).size).toBe(1);
	});

	test('keys count', async () => {
		const pages = Array.from({ length: 22 }, (_, each) =>
			buy(process.rows, passIn(), `${each}`.padEnd(100_000)),
		);
		expect((await new process.Stored({}, 'test-key').keep(pages)).size).toBe(20);
	});

	test('a hundred lost calls are stored, and found in another process, however late', () => {
		const context: NodeContext = {};
		for (let call = 0; call < 130; call++)
			new process.Stored(context, 'key').addLost(rowOf(`key ${call}`), lostAt(call));
		expect(context.lost).toHaveLength(100);
		startAnew();
		passMinutes(24 * 60);
		const stored = new process.Stored(context, 'key');
		const row = rowOf('key 129');
		const runs = ['retry', 'again'].map((id) => passIn({}, { id }).run);
		for (const run of runs) stored.load(row, run);
		const holders = new Set(runs.map(({ holder }) => holder));
		expect(row.lost).toMatchObject([{ possible: 0.01, holders }]);
		// Another execution called in the same millisecond.
		const other = { lost: [{ ...lostAt(129), key: row.key, execution: 'other' }] };
		new process.Stored(other, 'key').load(row, passIn().run);
		expect(row.lost).toMatchObject([{ holders }, { execution: 'other' }]);
		stored.forgetLost(rowOf('key 129'), () => false);
		stored.forgetLost(rowOf('key 30'), () => true);
		expect(context.lost).toHaveLength(99);
		for (let call = 31; call < 130; call++) stored.forgetLost(rowOf(`key ${call}`), () => true);
		expect(context).toEqual({});
	});
});
