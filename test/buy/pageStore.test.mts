import { beforeEach, describe, expect, jest, test } from '@jest/globals';

import type * as Store from '../../nodes/DataAccess/buy/pageStore.ts';
import { built } from '../harness/built.mts';
import { outside } from '../harness/native.mts';

const { pack, PageStore, PLAIN_BOUND, STORE_BOUND, unpack } = built<typeof Store>('buy/pageStore');

type PaidPage = Store.PaidPage;

const KEY = 'the digest of a request, as long as any other';
/** What a page of so many characters takes. */
const bytesOf = (characters: number) => 2 * characters + 2 * KEY.length + 500;

const page = (name: string, facts: Partial<PaidPage> = {}): PaidPage => ({
	key: name.padEnd(KEY.length),
	text: 'x'.repeat(1000),
	state: 'held',
	asker: {},
	boughtIn: 1,
	boughtAt: Date.now(),
	usedIn: [''],
	minutes: 15,
	cuts: [],
	...facts,
});

const left = { state: 'left', leftAt: Date.now() } as const;
const cut = { state: 'cut', leftAt: Date.now(), cuts: [3] } as const;
const delivered = { state: 'delivered' } as const;
const given = { state: 'delivered', agentsAt: Date.now() } as const;

const any = () => true;
const isHere = (store: Store.PageStore, { key }: PaidPage) => store.find(key, any) !== undefined;
const roomFor = (pages: number) => new PageStore(pages * bytesOf(1000), Infinity);

test('its bounds are those that the docs state', () => {
	expect([STORE_BOUND, PLAIN_BOUND]).toEqual([64, 16].map((megabytes) => megabytes * 1024 * 1024));
});

describe('where room is short', () => {
	test.each([
		['a delivered page goes first', [left, cut, given, delivered], {}, 3],
		['then what an agent was given', [left, cut, given], {}, 2],
		['then a rest', [left, cut], {}, 1],
		['then what a failed run left', [left], {}, 0],
		['of equals the oldest goes', [left, left], {}, 0],
		['what a failed run left pushes out a rest', [cut], left, 0],
		['what a failed run left pushes out its equals', [left], left, 0],
	] as const)('%s', async (_label, before, added, gone) => {
		const store = roomFor(before.length);
		const pages = before.map((facts, index) => page(String(index), facts));
		for (const each of pages) await store.keep(each);
		const last = page('last', added);
		expect(await store.keep(last)).toBe(true);
		expect(isHere(store, last)).toBe(true);
		expect(pages.filter((each) => !isHere(store, each))).toEqual([pages[gone]]);
		// Whoever still holds the page holds no text.
		expect(pages[gone]?.text).toBeUndefined();
		// Nor does the store hold its key.
		expect(store['pages'].size).toBe(before.length);
	});

	test.each([
		['a page of a run under way stays, and the next one is not kept', {}, {}],
		['a rest pushes out no page that a failed run left', left, cut],
		['a delivered page pushes out no rest', cut, delivered],
	])('%s', async (_label, before, added) => {
		const store = roomFor(1);
		const first = page('first', before);
		await store.keep(first);
		expect(await store.keep(page('last', added))).toBe(false);
		expect(isHere(store, first)).toBe(true);
	});

	test('keys count as well', async () => {
		const store = roomFor(2);
		const long = page('a'.repeat(1_000_000));
		expect(await store.keep(long)).toBe(false);
	});

	test('a page that takes one byte more than there is room is not kept', async () => {
		const alone = new PageStore(bytesOf(1000) - 1, Infinity);
		expect(await alone.keep(page('one'))).toBe(false);
		const beside = new PageStore(2 * bytesOf(1000) - 1, Infinity);
		expect(await beside.keep(page('one'))).toBe(true);
		expect(await beside.keep(page('two'))).toBe(false);
	});

	test('a page larger than all room pushes nothing out', async () => {
		const store = roomFor(2);
		const small = page('small', delivered);
		await store.keep(small);
		expect(await store.keep(page('large', { text: 'x'.repeat(99_999) }))).toBe(false);
		expect(isHere(store, small)).toBe(true);
	});

	test('a page that changed its state counts once', async () => {
		const store = roomFor(2);
		for (let round = 0; round < 10; round++) {
			const each = page(`round ${round}`);
			expect(await store.keep(each)).toBe(true);
			store.change(each, delivered);
		}
	});
});

describe('what nobody may use any more', () => {
	let now: number;
	beforeEach(() => {
		now = 1_000_000_000;
		jest.spyOn(outside.Date, 'now').mockImplementation(() => now);
	});
	const MINUTE = 60_000;
	/** Minutes for which delivered pages stay where nobody has asked for longer. */
	const USUAL_REUSE = 60;
	const boughtNow = (name: string, facts: Partial<PaidPage>) =>
		page(name, { boughtAt: now, ...facts });

	test.each<[string, Partial<PaidPage>, minutes: number, reuse: number]>([
		['left by a failed run', { state: 'left', leftAt: 1_000_000_000 }, 15, 0],
		['delivered', { state: 'delivered' }, USUAL_REUSE, 0],
		['delivered, where nobody asks for as long', { state: 'delivered' }, USUAL_REUSE, 5],
		['delivered, where somebody asks for longer', { state: 'delivered' }, 90, 90],
	])('is dropped when something is kept: %s', async (_label, facts, minutes, reuse) => {
		const store = roomFor(9);
		if (reuse > 0) store.expectReuse(reuse);
		// A shorter wish changes nothing.
		store.expectReuse(1);
		const old = boughtNow('old', facts);
		const held = boughtNow('held', {});
		await store.keep(old);
		await store.keep(held);
		now += minutes * MINUTE - 1000;
		await store.keep(boughtNow('a second before its end', {}));
		// It looks once a second.
		now += 999;
		await store.keep(boughtNow('just before its end', {}));
		expect(isHere(store, old)).toBe(true);
		now += 1;
		await store.keep(boughtNow('at its end', {}));
		expect(isHere(store, old)).toBe(false);
		expect(isHere(store, held)).toBe(true);
	});

	test('is looked for also where the clock was set back', async () => {
		const store = roomFor(9);
		await store.keep(boughtNow('first', {}));
		now -= 24 * 60 * MINUTE;
		const old = boughtNow('old', { state: 'left', leftAt: now - 16 * MINUTE });
		await store.keep(old);
		now += 1000;
		await store.keep(boughtNow('new', {}));
		expect(isHere(store, old)).toBe(false);
	});
});

test('of one request the newest page is found, and of what was delivered only that one kept', async () => {
	const store = roomFor(9);
	const pages = [1, 2, 3].map((boughtAt) => page('same', { boughtAt }));
	for (const each of pages) await store.keep(each);
	expect(store.find(pages[0]?.key ?? '', any)).toBe(pages[2]);
	for (const each of [...pages].reverse()) store.change(each, delivered);
	expect(pages.map(({ text }) => text === undefined)).toEqual([true, true, false]);
});

test('a page that may not be used is not found, though it is the newest', async () => {
	const store = roomFor(9);
	const [first, second] = [page('same'), page('same', left)];
	for (const each of [first, second]) await store.keep(each);
	expect(store.find(first.key, ({ state }) => state === 'held')).toBe(first);
	expect(store.find(first.key, () => false)).toBeUndefined();
	expect(store.find('another', any)).toBeUndefined();
});

test('of one request, what an agent was given and what a run left stay beside what was delivered', async () => {
	const store = roomFor(9);
	const pages = [given, left, cut, {}].map((facts, at) => page('same', { ...facts, boughtAt: at }));
	const newest = page('same', { boughtAt: 9 });
	for (const each of [...pages, newest]) await store.keep(each);
	store.change(newest, delivered);
	expect([...pages, newest].map(({ text }) => typeof text)).toEqual(Array(5).fill('string'));
});

test('a page that is not kept can be changed, and takes no room', async () => {
	const store = roomFor(1);
	const kept = page('kept');
	await store.keep(kept);
	const other = page('other');
	expect(await store.keep(other)).toBe(false);
	store.change(other, delivered);
	expect(other.state).toBe('delivered');
	expect(isHere(store, other)).toBe(false);
	// Were it here, it would go first, and the room it seemed to take with it.
	store.change(kept, left);
	expect(await store.keep(page('last', left))).toBe(true);
	expect(isHere(store, kept)).toBe(false);
	expect(other.text).toBeDefined();
});

test('compressed pages count by their bytes', async () => {
	const store = roomFor(2);
	const packed = page('packed', { text: new Uint8Array(3 * 1000) });
	expect(await store.keep(packed)).toBe(true);
	expect(await store.keep(page('other', left))).toBe(false);
	expect(await store.keep(page('small', { ...left, text: 'x' }))).toBe(true);
});

describe('beyond the bound for plain text', () => {
	const plainFor = (pages: number) => new PageStore(Infinity, pages * bytesOf(1000));

	test('pages are compressed, and read as they came', async () => {
		const store = plainFor(1);
		const pages = ['x', 'é', '万', '😀'].map((letter) =>
			page(letter, { text: letter.repeat(1000 / letter.length) }),
		);
		const texts = pages.map(({ text }) => text);
		for (const each of pages) await store.keep(each);
		expect(pages.map(({ text }) => typeof text)).toEqual(['string', 'object', 'object', 'object']);
		expect(await Promise.all(pages.map(unpack))).toEqual(texts);
	});

	test('delivered pages go before one is compressed, where nobody reuses them', async () => {
		const store = plainFor(1);
		const [old, last] = [page('old', delivered), page('last')];
		await store.keep(old);
		await store.keep(last);
		expect([isHere(store, old), typeof last.text]).toEqual([false, 'string']);
	});

	test('delivered pages stay where somebody reuses them', async () => {
		const store = plainFor(1);
		store.expectReuse(1);
		const [old, last] = [page('old', delivered), page('last')];
		await store.keep(old);
		await store.keep(last);
		expect([isHere(store, old), typeof last.text]).toEqual([true, 'object']);
	});
});

test('an answer compresses to a small part of itself', async () => {
	const records = Array.from({ length: 40 }, (_, id) => ({ id, title: `title ${id}`, likes: 7 }));
	const text = JSON.stringify({ data: { items: records } });
	expect((await pack(text)).length).toBeLessThan(text.length / 4);
});
