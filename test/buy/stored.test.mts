import { randomBytes } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { keepPage, processPages } from '../../nodes/DataAccess/buy/pages.ts';
import type { PaidPage } from '../../nodes/DataAccess/buy/pages.ts';
import * as passes from '../../nodes/DataAccess/buy/pass.ts';
import { storeLost, storePages } from '../../nodes/DataAccess/buy/stored.ts';
import type { NodeContext } from '../../nodes/DataAccess/buy/stored.ts';
import { forgetBuilt } from '../harness/built.mts';
import { allPosts } from '../harness/operations.mts';
import { API_KEY, contextOf, useWorld } from '../harness/world.mts';

const world = useWorld();

const TEXT = 'x'.repeat(10_000);

const pageOf = (key: string, more: Partial<PaidPage> = {}): PaidPage => ({
	...{ key, text: TEXT, begunAt: 1, boughtAt: 2, availableUntil: 0, ...more },
});

const newPass = () =>
	passes.beginPass(
		{ id: '1', isAlone: false, context: {}, callsUntil: Infinity, patience: 0 },
		{ isTool: false, maxTries: 1 },
	);

const isKept = (...keys: string[]) => keys.map((key) => processPages.get(key) !== undefined);

test('the memory of the process is bounded by the present size of pages and keys: the least recently used goes first', () => {
	/** Slightly less than a quarter of the bound. */
	const text = 'x'.repeat(8 * 2 ** 20 - 1000);
	const page = pageOf('a', { text });
	for (let each = 0; each < 10; each++) keepPage(page);
	for (const key of ['b', 'c', 'a', 'd', 'e']) keepPage(pageOf(key, { text }));
	expect(isKept('a', 'b', 'c', 'd', 'e')).toEqual([true, false, true, true, true]);
	Object.assign(page, { text: '' });
	keepPage(page);
	keepPage(pageOf('f', { text }));
	expect(isKept('a', 'c', 'd', 'e', 'f')).toEqual([true, true, true, true, true]);
	keepPage(pageOf('g'.padEnd(text.length), { text: '' }));
	expect(isKept('a', 'c')).toEqual([true, false]);
});

test('if there are too many lost calls to store, those that were lost last are stored', () => {
	const pass = newPass();
	const keys = Array.from({ length: 101 }, (_, index) => `key-${index}`);
	for (const key of [...keys, keys[0]!]) passes.addLost(pass, { key, begunAt: Date.now() });
	storeLost(pass.execution.context, pass.execution.lost.values());
	expect(pass.execution.context.lost?.map(({ key }) => key)).toEqual([...keys.slice(2), keys[0]]);
});

test('a run holds 32 MiB of uncompressed texts, and compresses all later ones', async () => {
	const pass = newPass();
	const text = 'x'.repeat(9 * 2 ** 20);
	const kinds: string[] = [];
	for (const key of ['a', 'b']) {
		const page = passes.addPage(pass, pageOf(key, { text }));
		await passes.packIfMany(pass, page);
		kinds.push(typeof page.text);
	}
	expect(kinds).toEqual(['string', 'object']);
});

test('an unreadable page is forgotten, but no other page of its request', () => {
	const pass = newPass();
	const [older, newer] = [pageOf('a'), pageOf('a')].map((page) => passes.addPage(pass, page));
	keepPage(newer!);
	passes.forgetPage(pass, newer!);
	expect([pass.run.pages.get('a'), isKept('a')]).toEqual([older, [false]]);
	keepPage(pageOf('a'));
	passes.forgetPage(pass, older!);
	expect([pass.run.pages.get('a'), isKept('a')]).toEqual([undefined, [true]]);
});

test('a page does not make newer lost calls irrelevant', () => {
	const pass = newPass();
	passes.addLost(pass, { key: 'a', begunAt: 2 });
	passes.forgetLost(pass, { key: 'a', begunAt: 1 });
	expect(pass.execution.lost.size).toBe(1);
});

describe('what is stored with a failed execution', () => {
	test('is bounded, including keys', async () => {
		const context: NodeContext = {};
		// Incompressible text: two thirds of a megabyte.
		const pages = ['a', 'b', 'c', 'd'].map((key) =>
			pageOf(key, { text: randomBytes(500_000).toString('base64') }),
		);
		await storePages(context, pages, 'the key');
		expect(Object.keys(context.pages!)).toEqual(['a', 'b', 'c']);
		const many = Array.from({ length: 22 }, (_, each) => pageOf(`${each}`.padEnd(100_000)));
		await storePages(context, many, 'the key');
		expect(Object.keys(context.pages!)).toHaveLength(20);
	});

	test('a page with the API key is not stored, and the error says that it is only in this process', async () => {
		world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		const run = await world.run(allPosts(`${API_KEY} size-8`));
		expect(contextOf(run).pages).toEqual({});
		expect(run.error?.description).toContain('only in this n8n process');
	});

	test('nor does that page count as kept if Reuse Pages is 0, because a new run would buy it', async () => {
		world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		const run = await world.run(allPosts(`${API_KEY} size-8`, { options: { reusePages: 0 } }));
		expect(run.error?.description).toContain('Kept pages: 0 of 1.');
	});

	const failAt3 = async () => {
		world.emulator.addFault({ kind: 'server', match: { page: 3 } });
		const { context } = await world.run(allPosts('list-size-8'));
		forgetBuilt();
		return context;
	};
	const storedIn = (context: IDataObject) =>
		context['node:Data Access'] as { pages: Record<string, object>; lost: object[] };

	test.each<[string, (stored: ReturnType<typeof storedIn>) => void, bought: string]>([
		['nothing', () => {}, '3 4'],
		['a page without a time', ({ pages }) => spoil(pages, { begunAt: null }), '1 2 3 4'],
		['a page with an invalid time', ({ pages }) => spoil(pages, { boughtAt: 'now' }), '1 2 3 4'],
		['a page that is not text', ({ pages }) => spoil(pages, { packed: 5 }), '1 2 3 4'],
		[
			'a text that cannot be decompressed',
			({ pages }) => spoil(pages, { packed: 'AAAA' }),
			'1 2 3 4',
		],
		['pages that are a list', (stored) => Object.assign(stored, { pages: [1] }), '1 2 3 4'],
		['invalid lost calls', (stored) => Object.assign(stored, { lost: [5, {}] }), '3 4'],
		['lost calls that are not a list', (stored) => Object.assign(stored, { lost: 'x' }), '3 4'],
	])(
		'if stored data is damaged, its pages are bought again: %s',
		async (_label, damage, bought) => {
			const context = await failAt3();
			damage(storedIn(context));
			const before = world.emulator.ledger.length;
			const run = await world.run(allPosts('list-size-8'), { context });
			expect(run.records).toHaveLength(8);
			const pages = world.emulator.ledger.slice(before).map(({ page }) => page);
			expect(pages.join(' ')).toBe(bought);
			expect(contextOf(run).pages).toEqual({});
		},
	);

	function spoil(pages: Record<string, object>, damage: object): void {
		for (const page of Object.values(pages)) Object.assign(page, damage);
	}
});
