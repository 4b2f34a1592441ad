import { beforeEach, expect, jest, test } from '@jest/globals';

import { diceFor } from '../../emulator/lists/random.mts';
import { passMinutes } from '../harness/clock.mts';
import { expectDelivered } from '../harness/delivered.mts';
import { now } from '../harness/changingLists.mts';
import { Feed } from '../harness/feed.mts';
import { outside } from '../harness/native.mts';
import { MOST_VALUES, NodeOnHost } from '../harness/nodeOnHost.mts';
import type { Run } from '../harness/nodeOnHost.mts';

// Behavior that shows only after weeks: a full memory, lists without times, and a cap that is too low every day.

jest.setTimeout(3_600_000);

const count = expectDelivered();

// The node chooses at random which lists it reads first, and which facts it renews.
beforeEach(() => {
	const dice = diceFor('long use');
	jest.spyOn(outside.Math, 'random').mockImplementation(() => dice.int(0, 999_999) / 1e6);
});

const many = (count: number, ...how: ConstructorParameters<typeof Feed>) =>
	Array.from({ length: count }, () => {
		const feed = new Feed(...how);
		// Recent times, like those of real records.
		feed.clock = now() - 365 * 24 * 3600;
		return feed;
	});

/** Returns a function that reads these lists once a day. */
function reader(feeds: Feed[], run: Partial<Run>) {
	const node = new NodeOnHost(count);
	const returned = feeds.map(() => new Map<string, number>());
	return {
		node,
		/** By list, how often each record was returned. */
		returned,
		async read(happens: (feed: Feed, index: number) => void = () => {}) {
			passMinutes(24 * 60);
			feeds.forEach(happens);
			const outcome = await node.execute(feeds, run);
			outcome.ids.forEach((ids, index) => {
				const counts = returned[index]!;
				for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
			});
			return outcome;
		},
		twice: () => returned.flatMap((of) => [...of].filter(([, times]) => times > 1)).length,
	};
}

test('a full memory forgets no record that lists in any other order show every day', async () => {
	const feeds = many(50);
	const { read, twice } = reader(feeds, { order: 'default', pageSize: 50, limit: 50 });
	for (const feed of feeds) {
		// Records that stay come first.
		feed.sort = () => void feed.posts.sort((a, b) => a.rank - b.rank);
		feed.grow(35);
	}
	for (let day = 0; day < 60; day++) {
		await read((feed) => {
			feed.remove(35, 15);
			feed.grow(15);
		});
	}
	expect(twice()).toBe(0);
});

const pin = (feed: Feed, pinned: string) => {
	for (const post of feed.posts) post.isPinned = post.id === pinned;
	feed.sort();
};

test.each<[label: string, happens: (feed: Feed) => void, expected?: string[]]>([
	['deleted', (feed) => feed.remove(0, 3)],
	['edited', (feed) => [2, 2, 2].forEach((index) => feed.edit(index))],
	// The forgotten record is returned again, but no others.
	['pushed down by a pinned one', (feed) => pin(feed, 'r350'), ['r350']],
])(
	'a full memory still knows a quiet list whose top three posts are %s after weeks',
	async (_label, happens, expected = []) => {
		const feeds = many(2);
		const [quiet, busy] = feeds as [Feed, Feed];
		quiet.grow(400);
		busy.grow(12);
		const { read, node } = reader(feeds, { limit: 50 });
		await read();
		for (let day = 0; day < 60; day++) {
			// Other lists of the node.
			node.values.fill(day === 0 ? 0.75 * MOST_VALUES : 1500);
			const { pages } = await read((feed) => feed === busy && feed.grow(12));
			expect(pages[0]).toBe(1);
		}
		const { ids, pages } = await read((feed) => feed === quiet && happens(feed));
		expect([ids[0]!.toSorted(), pages[0]]).toEqual([expected, 1]);
	},
);

test('a list without times returns new records even if its known records were forgotten', async () => {
	const feeds = many(1, 'cursor', 1);
	const { read, node } = reader(feeds, { limit: 12 });
	await read((feed) => feed.grow(40));
	// Forget the known records, each of two values. What the first run made old stays.
	node.values.forgetOldest(2 * 12);
	const { ids } = await read((feed) => feed.grow(5));
	expect(ids[0]).toHaveLength(5);
});

test('under a cap that is too low every day, no list starves, and the lists that were cut are named', async () => {
	// Each page has 20 records, and Max Cost is for 66 calls.
	const feeds = many(50);
	for (const feed of feeds) feed.grow(20);
	const { read, returned } = reader(feeds, { pageSize: 20, limit: 20, calls: 66 });
	await read();
	const rest: number[][] = [];
	for (let week = 0; week < 4; week++) {
		const before = returned.map(({ size }) => size);
		for (let day = 0; day < 7; day++) {
			const { said } = await read((feed) => feed.grow(25));
			expect(said).toMatch(
				/too low for all new records: the next run reads them again under the same cap \(/,
			);
			expect(said).toMatch(/This run needs at least \$[\d.]+ to read further in each list\./);
		}
		const partOf = returned.map(({ size }, index) => size - before[index]!);
		// Max Cost pays for 20 of 25 records a day in each list, and for 16 more pages in all 50 lists together.
		expect(Math.min(...partOf)).toBeGreaterThanOrEqual(7 * 20);
		rest.push(partOf.map((part) => part - 7 * 20));
	}
	const restOf = feeds.map((_, index) => rest.reduce((sum, week) => sum + week[index]!, 0));
	// Who gets these is random: one list in ten gets none in four weeks. Without chance, 34 lists would never get any.
	expect(restOf.filter((rest) => rest === 0).length).toBeLessThanOrEqual(16);
});
