import { describe, expect, test } from '@jest/globals';

import type * as storeModule from '../../nodes/DataAccess/buy/pageStore.ts';
import { built } from '../harness/built.mts';
import { outside } from '../harness/native.mts';

const { PageStore, PLAIN_BOUND, STORE_BOUND, unpack } = built<typeof storeModule>('buy/pageStore');

type PaidPage = storeModule.PaidPage;
type Facts = Parameters<storeModule.PageStore['change']>[1];

const TEXT = 'x'.repeat(10_000);

/** Bytes for so many of these pages, and half a one. */
const roomFor = (pages: number) => (pages + 0.5) * 20_500;

const now = () => outside.Date.now();

const newPage = (name: string, text = TEXT): PaidPage => ({
	key: name,
	text,
	boughtAt: now(),
	users: 1,
});

/** A page of a run under way, and what has become of it since. */
async function pageIn(store: storeModule.PageStore, name: string, facts: Facts = {}) {
	const page = newPage(name);
	await store.add(page);
	store.change(page, facts);
	return page;
}

const STATES = {
	held: () => ({}),
	failed: () => ({ users: 0, failedAt: now() }),
	delivered: () => ({ users: 0, deliveredAt: now() }),
} satisfies Record<string, () => Facts>;

test('the store has the bounds that the docs state', () => {
	expect([STORE_BOUND, PLAIN_BOUND]).toEqual([64, 16].map((mebibytes) => mebibytes * 2 ** 20));
});

describe('where the store is full', () => {
	test.each<[label: string, before: Array<keyof typeof STATES>, gone: number]>([
		['a delivered page goes first', ['held', 'failed', 'delivered'], 2],
		['then one of a failed run', ['held', 'failed'], 1],
		['of equals, the oldest goes', ['delivered', 'delivered'], 0],
	])('%s', async (_label, before, gone) => {
		const store = new PageStore(roomFor(before.length), Infinity);
		const pages = [];
		for (const [index, state] of before.entries()) {
			pages.push(await pageIn(store, String(index), STATES[state]()));
		}
		const last = await pageIn(store, 'last');
		expect(store.has(last)).toBe(true);
		expect(pages.filter((page) => !store.has(page))).toEqual([pages[gone]]);
		// Whoever still holds the page holds no text, and its request has no page.
		expect(pages[gone]?.text).toBeUndefined();
		expect([...store.of(String(gone))]).toEqual([]);
	});

	test('a page of a run under way never goes: the next one is not kept', async () => {
		const store = new PageStore(roomFor(1), Infinity);
		const first = await pageIn(store, 'first');
		const last = await pageIn(store, 'last');
		expect([store.has(first), store.has(last)]).toEqual([true, false]);
	});

	test('a page that two runs use stays until both have ended', async () => {
		const store = new PageStore(roomFor(1), Infinity);
		const shared = await pageIn(store, 'shared', { users: 2 });
		store.change(shared, { users: 1, deliveredAt: now() });
		expect(store.has(await pageIn(store, 'too much'))).toBe(false);
		store.change(shared, { users: 0 });
		expect(store.has(await pageIn(store, 'next'))).toBe(true);
	});

	test('a page larger than the whole store pushes nothing out', async () => {
		const store = new PageStore(roomFor(2), Infinity);
		const small = await pageIn(store, 'small', STATES.delivered());
		const large = newPage('large', TEXT.repeat(3));
		await store.add(large);
		expect([store.has(small), store.has(large)]).toEqual([true, false]);
		// Its run still has it, and need not buy it again for another item.
		expect(await unpack(large)).toBe(TEXT.repeat(3));
	});
});

test('a page that changes, or comes and goes, is counted once', async () => {
	const store = new PageStore(roomFor(2), Infinity);
	const held = await pageIn(store, 'held');
	for (let round = 0; round < 10; round++) {
		const page = await pageIn(store, `round ${round}`, STATES.failed());
		store.change(page, STATES.delivered());
		expect([store.has(held), store.has(page)]).toEqual([true, true]);
		store.drop(page);
		store.drop(page);
	}
	const [next, last] = [await pageIn(store, 'next'), await pageIn(store, 'last')];
	expect([store.has(next), store.has(last)]).toEqual([true, false]);
});

test('a request may have several pages', async () => {
	const store = new PageStore(roomFor(9), Infinity);
	const [first, second] = [await pageIn(store, 'same'), await pageIn(store, 'same')];
	expect([...store.of('same')]).toEqual([first, second]);
	store.drop(first);
	expect([...store.of('same')]).toEqual([second]);
});

describe('beyond what is kept as plain text', () => {
	test('what nobody may ask for again goes, and no page is compressed', async () => {
		const store = new PageStore(roomFor(9), roomFor(2));
		const first = await pageIn(store, 'first', STATES.delivered());
		const others = [await pageIn(store, 'second'), await pageIn(store, 'third')];
		expect([first, ...others].map((page) => store.has(page))).toEqual([false, true, true]);
		expect(others.map(({ text }) => text)).toEqual([TEXT, TEXT]);
	});

	test('else pages are compressed, and none goes', async () => {
		const store = new PageStore(roomFor(9), roomFor(2));
		const wanted = { ...STATES.delivered(), isWanted: true };
		const plain = [await pageIn(store, 'first', wanted), await pageIn(store, 'second')];
		const packed = await pageIn(store, 'third', wanted);
		expect(plain.map(({ text }) => text)).toEqual([TEXT, TEXT]);
		expect(packed.text!.length).toBeLessThan(100);
		expect(await unpack(packed)).toBe(TEXT);
	});

	test('a compressed page counts with its compressed size', async () => {
		const store = new PageStore(roomFor(1), 0);
		const pages = [];
		for (let index = 0; index < 20; index++) pages.push(await pageIn(store, String(index)));
		expect(pages.every((page) => store.has(page))).toBe(true);
	});
});
