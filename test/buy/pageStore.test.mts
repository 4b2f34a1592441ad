import { randomBytes } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';

import { ExecutionPages } from '../../nodes/DataAccess/buy/executionPages.ts';
import { nextPass } from '../../nodes/DataAccess/buy/owner.ts';
import { RunPages } from '../../nodes/DataAccess/buy/runPages.ts';
import type * as storeModule from '../../nodes/DataAccess/buy/pageStore.ts';
import { PageStore, paidPages, STORE_BOUND, unpack } from '../../nodes/DataAccess/buy/pageStore.ts';
import { outside } from '../harness/native.mts';

type PaidPage = storeModule.PaidPage;
type Facts = Parameters<storeModule.PageStore['change']>[1];

const TEXT = 'x'.repeat(10_000);

/** Bytes for so many of these pages, and half a one. */
const roomFor = (pages: number) => (pages + 0.5) * 20_500;

const now = () => outside.Date.now();

const newPage = (name: string, text = TEXT): PaidPage => ({
	key: name,
	text,
	begunAt: now(),
	boughtAt: now(),
	users: 1,
});

/** A page of a run under way, and what has become of it since. */
function pageIn(store: storeModule.PageStore, name: string, facts: Facts = {}) {
	const page = newPage(name);
	store.add(page);
	store.change(page, facts);
	return page;
}

const STATES = {
	held: () => ({}),
	failed: () => ({ users: 0, failedAt: now() }),
	delivered: () => ({ users: 0, deliveredAt: now() }),
} satisfies Record<string, () => Facts>;

test('the store has the bound that the docs state', () => {
	expect(STORE_BOUND).toBe(64 * 2 ** 20);
});

describe('where the store is full', () => {
	test.each<[label: string, before: Array<keyof typeof STATES>, gone: number]>([
		['a delivered page goes first', ['held', 'failed', 'delivered'], 2],
		['then one of a failed run', ['held', 'failed'], 1],
		['of equals, the oldest goes', ['delivered', 'delivered'], 0],
	])('%s', async (_label, before, gone) => {
		const store = new PageStore(roomFor(before.length));
		const pages = [];
		for (const [index, state] of before.entries()) {
			pages.push(pageIn(store, String(index), STATES[state]()));
		}
		const last = pageIn(store, 'last');
		expect(store.has(last)).toBe(true);
		expect(pages.filter((page) => !store.has(page))).toEqual([pages[gone]]);
		// Whoever still holds the page holds no text, and its request has no page.
		expect(pages[gone]?.text).toBeUndefined();
		expect([...store.of(String(gone))]).toEqual([]);
	});

	test('a page of a run under way never goes: the next one is not kept', async () => {
		const store = new PageStore(roomFor(1));
		const first = pageIn(store, 'first');
		const last = pageIn(store, 'last');
		expect([store.has(first), store.has(last)]).toEqual([true, false]);
	});

	test('a page that two runs use stays until both have ended', async () => {
		const store = new PageStore(roomFor(1));
		const shared = pageIn(store, 'shared', { users: 2 });
		store.change(shared, { users: 1, deliveredAt: now() });
		expect(store.has(pageIn(store, 'too much'))).toBe(false);
		store.change(shared, { users: 0 });
		expect(store.has(pageIn(store, 'next'))).toBe(true);
	});
});

test('a page that changes, or comes and goes, is counted once', async () => {
	const store = new PageStore(roomFor(2));
	const held = pageIn(store, 'held');
	for (let round = 0; round < 10; round++) {
		const page = pageIn(store, `round ${round}`, STATES.failed());
		store.change(page, STATES.delivered());
		expect([store.has(held), store.has(page)]).toEqual([true, true]);
		store.drop(page);
		store.drop(page);
	}
	const [next, last] = [pageIn(store, 'next'), pageIn(store, 'last')];
	expect([store.has(next), store.has(last)]).toEqual([true, false]);
});

describe('the pages of a run', () => {
	const ofRun = () => {
		const pass = nextPass(
			{ id: '', context: {}, deadline: Infinity, patience: Infinity, onEnd: () => {} },
			{ nodeId: 'n', isTool: false, maxTries: 1 },
		);
		const stored = new ExecutionPages({}, 'key');
		return new RunPages(stored, pass, { reusePages: 0, buysAnew: false });
	};

	test.each([
		['delivered', true, TEXT.length],
		['left, when they are compressed: they must last', false, 100],
	])('are kept for others once they are %s', async (key, isDelivered, most) => {
		const pages = ofRun();
		await pages.keep({ key, text: TEXT, begunAt: now(), boughtAt: now() });
		await pages.release(isDelivered);
		const [page] = paidPages.of(key);
		expect(page!.text!.length).toBeLessThanOrEqual(most);
		expect(await unpack(page!)).toBe(TEXT);
	});

	test('are compressed at once beyond 32 MiB', async () => {
		const pages = ofRun();
		const many = Math.floor(2 ** 25 / 20_500);
		for (let page = 0; page < many + 2; page++) {
			const at = now();
			await pages.keep({ key: String(page), text: TEXT, begunAt: at, boughtAt: at });
		}
		const last = pages.take(String(many + 1), 0)!.page;
		expect(pages.take('0', 0)!.page.text).toBe(TEXT);
		expect(last.text!.length).toBeLessThan(100);
		expect(await unpack(last)).toBe(TEXT);
	});
});

test('what is stored with an execution is the newest page of a request', async () => {
	const stored = new ExecutionPages({}, 'key');
	for (const [text, boughtAt] of [
		['older', 1],
		['newer', 2],
		['older', 1],
	] as const) {
		expect(await stored.add({ ...newPage('same', text), boughtAt })).toBe(true);
	}
	expect(await unpack(stored.find('same')!)).toBe('newer');
});

test('no more is stored with an execution than its bound', async () => {
	const stored = new ExecutionPages({}, 'test-key');
	const kept = [];
	for (const name of ['a', 'b', 'c', 'd']) {
		// Text that cannot be compressed: two thirds of a megabyte.
		kept.push(await stored.add(newPage(name, randomBytes(500_000).toString('base64'))));
	}
	expect(kept).toEqual([true, true, true, false]);
	stored.forget('a');
	expect(await stored.add(newPage('e'))).toBe(true);
});
