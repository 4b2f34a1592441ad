import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';

import { expectDelivered } from '../harness/delivered.mts';
import { Feed } from '../harness/feed.mts';
import { ALL, ending, live, OLD, overlaps, pins, resumes } from '../harness/feedStories.mts';
import { storyOf, storyOfGrowth, timelessKinds, whole } from '../harness/feedStories.mts';
import type { Story, Telling } from '../harness/feedStories.mts';
import { NodeOnHost } from '../harness/nodeOnHost.mts';

const count = expectDelivered();
const start = () => new NodeOnHost(count);

/** As many as wanted: PROPERTY_RUNS=10000 FUZZ_SEED=7 npx jest test/watch/worlds */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 25);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_126);

jest.setTimeout(3_600_000);

type Row = [label: string, story: fc.Arbitrary<Story>, how?: Telling];

const inWorlds = async (story: fc.Arbitrary<Story>, proof: (told: Story) => Promise<void>) => {
	await fc.assert(fc.asyncProperty(story, proof), { numRuns: RUNS, seed: SEED });
};

test.each<Row>([
	['where the list grows, is edited, loses records and pins one', storyOf(pins)],
	['where what a run has left is resumed', storyOf(resumes)],
	['where it only grows, and no page is bought in vain', storyOfGrowth(), { isCheap: true }],
])('Each new record is returned exactly once %s', async (...[, story, how]) => {
	await inWorlds(story, async (told) => {
		const { missing, twice, quiet } = await live(told, start(), how);
		expect({ missing, twice, quiet }).toEqual({ missing: [], twice: [], quiet: [] });
	});
});

test.each<Row>([
	['where some records have no time, or none has', storyOfGrowth(timelessKinds)],
	['where the memory fails', storyOf(ending('failsIn', 8))],
	['where a process is killed', storyOf(ending('killedIn', 12))],
	['where runs overlap in one process', storyOf(overlaps)],
])('Each new record is returned at least once %s', async (_label, story) => {
	await inWorlds(story, async (told) => {
		const { missing, quiet } = await live(told, start());
		expect([missing, quiet]).toEqual([[], []]);
	});
});

const growth = fc.array(fc.tuple(whole(0, 49), whole(1, 80)), { maxLength: 8 });
const grown = fc.record({
	cap: whole(1, 40),
	/** Before each run, how much which feeds have grown. */
	growths: fc.array(growth, { minLength: 5, maxLength: 9 }),
	lists: fc.constantFrom(1, 5, 50),
	pageSize: fc.constantFrom(5, 12),
});

test('lists under one cap cost a page each, those of new records, and known ones only behind a run that was cut', async () => {
	const property = fc.asyncProperty(grown, async ({ cap, growths, lists, pageSize }) => {
		const kind = { paging: 'cursor', hasBursts: false, timeless: 0 } as const;
		const feeds = Array.from({ length: lists }, () => new Feed(kind));
		for (const feed of feeds) feed.grow(20);
		const node = start();
		const read = (run: object) =>
			node.execute({ feeds, address: node.newAddress(), run: { ...ALL, ...run } });
		await read({ firstRun: 'baseline' });
		const missing = feeds.map(() => new Set<string>());
		const wasCut = feeds.map(() => false);
		/** Runs in a row that paid for a page in vain beyond the first of each list. */
		let vain = 0;
		for (const growth of [...growths, [], [], []]) {
			const before = feeds.map(({ born }) => born);
			for (const [place, by] of growth) feeds[place % lists]!.grow(by);
			feeds.forEach(({ born }, place) => {
				for (let next = before[place]! + 1; next <= born; next++) missing[place]!.add(`r${next}`);
			});
			const { ids, pages, fruitful, report } = await read({ pageSize, calls: lists + cap });
			let isVain = false;
			feeds.forEach((_, place) => {
				const useless = pages[place]! - fruitful[place]!;
				if (!wasCut[place]) expect(useless).toBeLessThanOrEqual(1);
				isVain ||= useless > 1;
				for (const id of ids[place]!) expect(missing[place]!.delete(id)).toBe(true);
				const { reason, notice } = report[place]!;
				wasCut[place] = reason === 'maxCost' && !OLD.test(String(notice));
				if (OLD.test(String(notice))) missing[place]!.clear();
			});
			vain = isVain ? vain + 1 : 0;
			expect(vain).toBeLessThan(3);
		}
		const left = missing.flatMap((of, place) => (wasCut[place] ? [] : [...of]));
		expect(left).toEqual([]);
	});
	await fc.assert(property, { numRuns: Math.ceil(RUNS / 5), seed: SEED });
});

test('a process that is killed while it remembers lists knows each whole, or not at all', async () => {
	const kind = { paging: 'cursor', hasBursts: false, timeless: 0 } as const;
	const came = new Set<string>();
	for (let killedIn = 0; killedIn < 40; killedIn++) {
		const feeds = [new Feed(kind), new Feed(kind)];
		for (const feed of feeds) feed.grow(20);
		const node = start();
		const read = async (end: object) => {
			// Twelve records, the twenty times of two pages, and that the list is watched.
			const run = { ...ALL, limit: 12, pageSize: 10, keptAtOnce: 12 + 20 + 1, ...end };
			return (await node.execute({ feeds, address: node.newAddress(), run })).ids;
		};
		await read({ killedIn });
		const ids = await read({});
		came.add(ids.map(({ length }) => length).join());
	}
	expect([...came].sort()).toEqual(['0,0', '0,12', '12,12']);
});
