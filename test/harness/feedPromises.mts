import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { Feed } from './feed.mts';
import {
	ALL,
	ending,
	live,
	OLD,
	overlapsIn,
	pins,
	polls,
	resumes,
	runs,
	storyOf,
	storyOfGrowth,
	switchedStory,
	switchedStoryOfGrowth,
	timelessKinds,
	whole,
} from './feedStories.mts';
import type { Story, Telling, WatchingNode } from './feedStories.mts';

const polled = { isPolled: true };

const ONCE: Array<[label: string, story: fc.Arbitrary<Story>, how: Telling]> = [
	['where the list grows, is edited, loses records and pins one', storyOf(runs, pins), {}],
	['where what a run has left is resumed', storyOf(runs, resumes), {}],
	['by polls of a list with a pinned record', storyOf(polls, pins), polled],
	[
		'by polls that find the pages of others',
		storyOfGrowth(polls),
		{ ...polled, findsPages: true, isCheap: true },
	],
];

const SWITCHED: typeof ONCE = [
	['while the list grows', switchedStoryOfGrowth, { isCheap: true }],
	['while it is edited and loses records, too', switchedStory, {}],
];

const AT_LEAST_ONCE: Array<[label: string, story: fc.Arbitrary<Story>]> = [
	['where some records have no time, or none has', storyOfGrowth(runs, timelessKinds)],
	['where the memory fails', storyOf(runs, ending('failsIn', 8))],
	['where a process is killed', storyOf(runs, ending('killedIn', 12))],
	['where runs overlap in one process', storyOf(runs, overlapsIn(true))],
];

/** The promises of recurring searches in random worlds, so many for each. */
export function describePromises(start: () => WatchingNode, worlds: number): void {
	const inWorlds = async (story: fc.Arbitrary<Story>, proof: (told: Story) => Promise<void>) => {
		await fc.assert(fc.asyncProperty(story, proof), { numRuns: worlds });
	};

	describe('Each new record is returned exactly once', () => {
		test.each(ONCE)('%s', async (_label, story, how) => {
			await inWorlds(story, async (told) => {
				const { missing, twice, quiet } = await live(told, start(), how);
				expect({ missing, twice, quiet }).toEqual({ missing: [], twice: [], quiet: [] });
			});
		});
	});

	describe('a trigger that is switched off, edited and switched on returns it exactly once', () => {
		test.each(SWITCHED)('%s', async (_label, story, how) => {
			let switched = 0;
			await inWorlds(story, async (told) => {
				const world = await live(told, start(), { ...polled, ...how });
				const { missing, twice, quiet, reactivations } = world;
				expect({ missing, twice, quiet }).toEqual({ missing: [], twice: [], quiet: [] });
				switched += reactivations;
			});
			expect(switched).toBeGreaterThanOrEqual(worlds);
		});
	});

	describe('Each new record is returned at least once', () => {
		test.each(AT_LEAST_ONCE)('%s', async (_label, story) => {
			await inWorlds(story, async (told) => {
				const { missing, quiet } = await live(told, start());
				expect([missing, quiet]).toEqual([[], []]);
			});
		});
	});
}

/** What lists under one cap cost, in so many random worlds of at most so many lists. */
export function describeCosts(start: () => WatchingNode, worlds: number, most: number): void {
	const grown = fc.record({
		cap: whole(1, 40),
		/** Before each run, how much which feeds have grown. */
		growths: fc.array(fc.array(fc.tuple(whole(0, 49), whole(1, 80)), { maxLength: 8 }), {
			minLength: 5,
			maxLength: 9,
		}),
		lists: fc.constantFrom(...[1, 5, 50].filter((lists) => lists <= most)),
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
		await fc.assert(property, { numRuns: worlds });
	});
}
