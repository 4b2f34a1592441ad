import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';

import { expectDelivered } from '../harness/delivered.mts';
import { LIVES, readOver } from '../harness/changingLists.mts';
import type { Sums } from '../harness/changingLists.mts';
import { feedOf } from '../harness/feed.mts';
import { NodeOnHost, OLD } from '../harness/nodeOnHost.mts';

/** For more worlds, or others: WORLDS=300 FUZZ_SEED=7 npx jest test/watch/changingLists */
const WORLDS = Number(process.env.WORLDS ?? 3);
const SEED = Number(process.env.FUZZ_SEED ?? 0);

jest.setTimeout(3_600_000);

const count = expectDelivered();
const whole = (min: number, max: number) => fc.integer({ min, max });

test.each(Object.entries(LIVES))(
	'%s: few new records are lost or returned twice, few old ones are returned, and few pages are bought in vain',
	async (label, life) => {
		const sums: Sums[] = [];
		for (let world = 0; world < WORLDS; world += 1) {
			sums.push(await readOver(life, `${label} ${SEED + world}`, count));
		}
		const sum = (what: keyof Sums) => sums.reduce((all, each) => all + each[what], 0);
		expect(sum('new')).toBeGreaterThan(0);
		for (const what of ['lost', 'twice', 'old', 'vain'] as const) {
			// With few worlds, the sums vary more.
			const most = (life.most?.[what] ?? 0) * (WORLDS < 100 ? 3 : 1);
			expect([what, (100 * sum(what)) / sum('new') <= most]).toEqual([what, true]);
		}
	},
);

const growth = fc.array(fc.tuple(whole(0, 49), whole(1, 80)), { maxLength: 8 });
const grown = fc.record({
	cap: whole(1, 40),
	/** Before each run: which feeds grow, by how many records. */
	growths: fc.array(growth, { minLength: 5, maxLength: 9 }),
	lists: fc.constantFrom(1, 5, 50),
	pageSize: fc.constantFrom(5, 12),
});

test('lists under one cap cost a page each and the pages of new records; pages of known records only after a run was cut', async () => {
	const property = fc.asyncProperty(grown, async ({ cap, growths, lists, pageSize }) => {
		const feeds = Array.from({ length: lists }, () => feedOf(20));
		const node = new NodeOnHost(count);
		await node.execute(feeds, { firstRun: 'baseline' });
		const missing = feeds.map(() => new Set<string>());
		const wasCut = feeds.map(() => false);
		for (const growth of [...growths, [], [], [], []]) {
			const before = feeds.map(({ born }) => born);
			for (const [list, by] of growth) feeds[list % lists]!.grow(by);
			feeds.forEach(({ born }, list) => {
				for (let next = before[list]! + 1; next <= born; next++) missing[list]!.add(`r${next}`);
			});
			const { ids, pages, fruitful, report } = await node.execute(feeds, {
				pageSize,
				calls: lists + cap,
			});
			feeds.forEach((_, list) => {
				const useless = pages[list]! - fruitful[list]!;
				if (!wasCut[list]) expect(useless).toBeLessThanOrEqual(1);
				for (const id of ids[list]!) expect(missing[list]!.delete(id)).toBe(true);
				const { reason, notice } = report[list]!;
				wasCut[list] = reason === 'maxCost' && !OLD.test(String(notice));
				if (OLD.test(String(notice))) missing[list]!.clear();
			});
		}
		const lost = missing.flatMap((of, list) => (wasCut[list] ? [] : [...of]));
		expect(lost).toEqual([]);
	});
	// endOnFailure: shrinking a failure takes a quarter of an hour.
	await fc.assert(property, {
		numRuns: Math.ceil(1.5 * WORLDS),
		seed: SEED,
		endOnFailure: true,
	});
});

test('if a process is killed while it remembers lists, each is remembered completely or not at all', async () => {
	const counts = new Set<string>();
	for (let killedIn = 0; killedIn < 40; killedIn++) {
		const feeds = [feedOf(20), feedOf(20)];
		const node = new NodeOnHost(count);
		// Facts of a list: twelve known records, floors at five of them and at the eight other records of the pages, and
		// that it is watched.
		const run = { limit: 12, pageSize: 10, keptAtOnce: 12 + 5 + 8 + 1 };
		await node.execute(feeds, { ...run, killedIn });
		const { ids } = await node.execute(feeds, run);
		counts.add(ids.map(({ length }) => length).join());
	}
	expect([...counts].sort()).toEqual(['0,0', '0,12', '12,12']);
});
