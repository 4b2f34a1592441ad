import { describe, expect, test } from '@jest/globals';

import { built } from '../harness/built.mts';

type Rank = 'running' | 'failed' | 'rest' | 'answered';

interface Page {
	text: string | Uint8Array;
	cost: number;
	costIsEstimate: boolean;
	boughtAt: number;
}

interface Vault {
	find(rank: Rank, key: string): Page | undefined;
	keep(rank: Rank, key: string, page: Page, until: number): Promise<Page | undefined>;
	forget(rank: Rank, key: string, page: Page): void;
	drop(rank: Rank, key: string): void;
}

const { ANSWERED_BOUND, packed, PageVault, PLAIN_BOUND, textOf, VAULT_BOUND } = built<{
	ANSWERED_BOUND: number;
	packed(page: Page): Promise<{ text: Uint8Array }>;
	PageVault: new (bound: number, plainBound: number, answeredBound: number) => Vault;
	PLAIN_BOUND: number;
	textOf(page: Page): Promise<string>;
	VAULT_BOUND: number;
}>('buy/pageVault');

const page = (characters: number, letter = 'x') => ({
	text: letter.repeat(characters),
	cost: 0.0015,
	costIsEstimate: false,
	boughtAt: Date.now(),
});
const LATER = Date.now() + 60_000;
const PLAIN = Infinity;

/** Which of these keys a vault still has. */
const held = (vault: Vault, rank: Rank, keys: string[]) =>
	keys.filter((key) => vault.find(rank, key) !== undefined).join('');

test('its bounds are those that the docs state', () => {
	const bounds = [VAULT_BOUND, PLAIN_BOUND, ANSWERED_BOUND];
	expect(bounds).toEqual([64, 16, 8].map((megabytes) => megabytes * 1024 * 1024));
});

describe('where room is short', () => {
	test.each([
		['failed pages push out the oldest failed ones', 'failed', 'failed', '', 'bcd'],
		['a failed page pushes out rests', 'rest', 'failed', 'bc', 'd'],
		['a page of a run under way pushes out failed ones', 'failed', 'running', 'bc', 'd'],
		['a rest pushes out no failed page', 'failed', 'rest', 'abc', ''],
		['a failed page pushes out none of a run under way', 'running', 'failed', 'abc', ''],
		['a rest pushes out what an agent has had', 'answered', 'rest', 'bc', 'd'],
		['what an agent has had pushes out no rest', 'rest', 'answered', 'abc', ''],
		['a run under way keeps what it bought first', 'running', 'running', 'abc', 'abc'],
	] as const)('%s', async (_label, before, last, heldBefore, heldLast) => {
		const vault = new PageVault(300, PLAIN, 300);
		for (const key of 'abc') await vault.keep(before, key, page(50), LATER);
		const kept = await vault.keep(last, 'd', page(50), LATER);
		if (before !== last) expect(held(vault, before, [...'abcd'])).toBe(heldBefore);
		expect(held(vault, last, [...'abcd'])).toBe(heldLast);
		expect(kept !== undefined).toBe(heldLast.includes('d'));
	});

	test('pages whose time is over go first', async () => {
		const vault = new PageVault(300, PLAIN, 150);
		await vault.keep('running', 'a', page(50), Date.now() - 1);
		for (const key of 'bcd') await vault.keep('failed', key, page(50), LATER);
		expect(held(vault, 'failed', [...'bcd'])).toBe('bcd');
	});
});

test('what agents have had has a bound of its own, the oldest the first to go', async () => {
	const vault = new PageVault(1000, PLAIN, 150);
	await vault.keep('answered', 'a', page(20), Date.now() - 1);
	for (const key of 'bcd') await vault.keep('answered', key, page(30), LATER);
	expect(held(vault, 'answered', [...'abcd'])).toBe('cd');
	expect(await vault.keep('answered', 'e', page(80), LATER)).toBeUndefined();
});

test('a page that takes the place of another counts once', async () => {
	const vault = new PageVault(300, PLAIN, 150);
	for (let round = 0; round < 10; round++) await vault.keep('failed', 'a', page(100), LATER);
	await vault.keep('failed', 'b', page(50), LATER);
	expect(held(vault, 'failed', ['a', 'b'])).toBe('ab');
});

test('a page on two shelves counts once, and stays until it is on none', async () => {
	const vault = new PageVault(300, PLAIN, 150);
	const shared = page(150);
	await vault.keep('running', 'a', shared, LATER);
	await vault.keep('failed', 'a', shared, LATER);
	vault.drop('running', 'a');
	expect(await vault.keep('rest', 'b', page(1), LATER)).toBeUndefined();
	vault.drop('failed', 'a');
	expect(await vault.keep('rest', 'b', page(1), LATER)).toBeDefined();
});

test('what another run has put in its place is not forgotten with it', async () => {
	const vault = new PageVault(300, PLAIN, 150);
	const [mine, theirs] = [page(10), page(10)];
	await vault.keep('failed', 'a', mine, LATER);
	await vault.keep('failed', 'a', theirs, LATER);
	vault.forget('failed', 'a', mine);
	expect(vault.find('failed', 'a')).toBe(theirs);
});

test('beyond the bound for plain text pages are compressed, and read as they came', async () => {
	const vault = new PageVault(10_000, 1000, 0);
	const texts = ['x', 'é', '万', '😀'].map((letter) => page(450, letter));
	for (const [index, each] of texts.entries()) {
		await vault.keep('running', String(index), each, LATER);
	}
	const kept = texts.map((_, index) => vault.find('running', String(index))!);
	expect(kept.map(({ text }) => typeof text)).toEqual(['string', 'object', 'object', 'object']);
	expect(await Promise.all(kept.map(textOf))).toEqual(texts.map(({ text }) => text));
});

test('an answer compresses to a small part of itself', async () => {
	const records = Array.from({ length: 40 }, (_, id) => ({ id, title: `title ${id}`, likes: 7 }));
	const text = JSON.stringify({ data: { items: records } });
	const { text: bytes } = await packed({ ...page(0), text });
	expect(bytes.length).toBeLessThan(text.length / 4);
});
