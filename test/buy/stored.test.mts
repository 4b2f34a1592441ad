import { randomBytes } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { keepPage, processPages } from '../../nodes/DataAccess/buy/pages.ts';
import type { PaidPage } from '../../nodes/DataAccess/buy/pages.ts';
import { addPage, beginPass, forgetPage, markUsed } from '../../nodes/DataAccess/buy/pass.ts';
import { storePages } from '../../nodes/DataAccess/buy/stored.ts';
import type { NodeContext } from '../../nodes/DataAccess/buy/stored.ts';
import { forgetBuilt } from '../harness/built.mts';
import { allPosts } from '../harness/operations.mts';
import { API_KEY, contextOf, useWorld } from '../harness/world.mts';

const world = useWorld();

const TEXT = 'x'.repeat(10_000);

const pageOf = (key: string, more: Partial<PaidPage> = {}): PaidPage => ({
	...{ key, text: TEXT, begunAt: 1, boughtAt: 2, leftUntil: 0, ...more },
});

const isKept = (...keys: string[]) => keys.map((key) => processPages.get(key) !== undefined);

test('what the process keeps is of each request the newest page', () => {
	const [older, newer, same] = [1, 2, 2].map((begunAt) => pageOf('n', { begunAt }));
	keepPage(newer!);
	keepPage(older!);
	expect(processPages.get('n')).toBe(newer);
	keepPage(same!);
	expect(processPages.get('n')).toBe(same);
});

test('what the process keeps is bounded by what it is now, keys and all: what was used longest ago goes first', () => {
	/** A quarter of the bound, and less. */
	const text = 'x'.repeat(8 * 2 ** 20 - 1000);
	const page = pageOf('a', { text });
	for (let each = 0; each < 10; each++) keepPage(page);
	for (const key of ['b', 'c', 'a', 'd', 'e']) keepPage(pageOf(key, { text }));
	expect(isKept('a', 'b', 'c', 'd', 'e')).toEqual([true, false, true, true, true]);
	page.text = '';
	keepPage(page);
	keepPage(pageOf('f', { text }));
	expect(isKept('a', 'c', 'd', 'e', 'f')).toEqual([true, true, true, true, true]);
	keepPage(pageOf('g'.padEnd(text.length), { text: '' }));
	expect(isKept('a', 'c')).toEqual([true, false]);
});

const passOf = (context: NodeContext) =>
	beginPass(
		{ id: '1', isAlone: false, context, callsUntil: Infinity, patience: 300_000 },
		{ isTool: false, maxTries: 2 },
	);

test('a run holds 32 MiB of texts as they came, and compresses all that follow', async () => {
	const pass = passOf({});
	const text = 'x'.repeat(9 * 2 ** 20);
	const pages = [
		await addPage(pass, pageOf('a', { text })),
		await addPage(pass, pageOf('b', { text })),
	];
	expect(pages.map((page) => typeof page.text)).toEqual(['string', 'object']);
});

test('after as many tries as n8n makes of a run, the next one is of another', () => {
	const context = {};
	expect([1, 2, 3].map(() => passOf(context).isLast)).toEqual([false, true, false]);
});

test('where a newer page cannot be read, a run keeps the older one that another list has used', async () => {
	const pass = passOf({});
	const [older, newer] = [await addPage(pass, pageOf('a')), await addPage(pass, pageOf('a'))];
	markUsed(pass, older!);
	markUsed(pass, newer!);
	forgetPage(pass, newer!);
	expect([...pass.run.pages.values()]).toEqual([older]);
	forgetPage(pass, older!);
	expect(pass.run.pages.size).toBe(0);
});

describe('what is stored with a failed execution', () => {
	test('is bounded, keys and all', async () => {
		const context: NodeContext = {};
		// Text that cannot be compressed: two thirds of a megabyte.
		const pages = ['a', 'b', 'c', 'd'].map((key) =>
			pageOf(key, { text: randomBytes(500_000).toString('base64') }),
		);
		await storePages(context, pages, 'the key');
		expect(Object.keys(context.pages!)).toEqual(['a', 'b', 'c']);
		const many = Array.from({ length: 22 }, (_, each) => pageOf(`${each}`.padEnd(100_000)));
		await storePages(context, many, 'the key');
		expect(Object.keys(context.pages!)).toHaveLength(20);
	});

	test('a page that holds the API key is not, and the error says that it is in this process alone', async () => {
		world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		const run = await world.run(allPosts(`${API_KEY} size-8`));
		expect(contextOf(run).pages).toEqual({});
		expect(run.error?.description).toContain('only in this n8n process');
	});

	test('nor is it safe in this process, where Reuse Pages is 0: a new run would buy it', async () => {
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
		['as it was', () => {}, '3 4'],
		['a page without a time', ({ pages }) => spoil(pages, { begunAt: null }), '1 2 3 4'],
		['a page whose time is none', ({ pages }) => spoil(pages, { boughtAt: 'now' }), '1 2 3 4'],
		['a page that is no text', ({ pages }) => spoil(pages, { packed: 5 }), '1 2 3 4'],
		['a text that cannot be unpacked', ({ pages }) => spoil(pages, { packed: 'AAAA' }), '1 2 3 4'],
		['pages that are a list', (stored) => Object.assign(stored, { pages: [1] }), '1 2 3 4'],
		['lost calls that are none', (stored) => Object.assign(stored, { lost: [5, {}] }), '3 4'],
		['lost calls that are no list', (stored) => Object.assign(stored, { lost: 'x' }), '3 4'],
	])('what does not fit is bought anew: %s', async (_label, damage, bought) => {
		const context = await failAt3();
		damage(storedIn(context));
		const before = world.emulator.ledger.length;
		const run = await world.run(allPosts('list-size-8'), { context });
		expect(run.records).toHaveLength(8);
		const pages = world.emulator.ledger.slice(before).map(({ page }) => page);
		expect(pages.join(' ')).toBe(bought);
		expect(contextOf(run)).not.toHaveProperty('pages');
	});

	function spoil(pages: Record<string, object>, damage: object): void {
		for (const page of Object.values(pages)) Object.assign(page, damage);
	}
});
