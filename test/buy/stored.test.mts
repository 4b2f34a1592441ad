import { randomBytes } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { KeptPages } from '../../nodes/DataAccess/buy/pages.ts';
import type { PaidPage } from '../../nodes/DataAccess/buy/pages.ts';
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

describe('what the process keeps', () => {
	/** Bytes for so many of these pages, and half a one. */
	const roomFor = (pages: number) => new KeptPages((pages + 0.5) * 20_500);
	const isKept = (kept: KeptPages, ...keys: string[]) =>
		keys.map((key) => kept.get(key) !== undefined);

	test('is bounded: what was used longest ago goes first', () => {
		const kept = roomFor(2);
		for (const key of ['a', 'b', 'a', 'c']) kept.keep(pageOf(key));
		expect(isKept(kept, 'a', 'b', 'c')).toEqual([true, false, true]);
	});

	test('is of each request the newest page', () => {
		const kept = roomFor(2);
		const [older, newer, same] = [1, 2, 2].map((begunAt) => pageOf('a', { begunAt }));
		kept.keep(newer!);
		kept.keep(older!);
		expect(kept.get('a')).toBe(newer);
		kept.keep(same!);
		expect(kept.get('a')).toBe(same);
		kept.drop(newer!);
		expect(kept.get('a')).toBe(same);
		kept.drop(same!);
		expect(kept.get('a')).toBeUndefined();
	});

	test('counts as it is now, with its key', () => {
		const kept = roomFor(2);
		const page = pageOf('a');
		for (let each = 0; each < 10; each++) kept.keep(page);
		page.text = '';
		kept.keep(page);
		for (const key of ['b', 'c']) kept.keep(pageOf(key));
		expect(isKept(kept, 'a', 'b', 'c')).toEqual([true, true, true]);
		kept.keep(pageOf('d'.padEnd(20_000)));
		expect(isKept(kept, 'a', 'b', 'c')).toEqual([false, false, false]);
	});
});

describe('what is stored with a failed execution', () => {
	test('is bounded, keys and all', async () => {
		const context: NodeContext = {};
		// Text that cannot be compressed: two thirds of a megabyte.
		const pages = ['a', 'b', 'c', 'd'].map((key) =>
			pageOf(key, { text: randomBytes(500_000).toString('base64') }),
		);
		expect([...(await storePages(context, pages, 'the key'))]).toEqual(pages.slice(0, 3));
		expect(Object.keys(context.pages ?? {})).toEqual(['a', 'b', 'c']);
		const many = Array.from({ length: 22 }, (_, each) => pageOf(`${each}`.padEnd(100_000)));
		expect((await storePages(context, many, 'the key')).size).toBe(20);
	});

	test('a page that holds the API key is not, and the error says that it is in this process alone', async () => {
		world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		const run = await world.run(allPosts(`${API_KEY} size-8`));
		expect(contextOf(run)).not.toHaveProperty('pages');
		expect(run.error?.description).toContain('in this n8n process alone');
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
