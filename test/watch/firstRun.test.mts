import { describe, expect, test } from '@jest/globals';

import { Feed } from '../harness/feed.mts';
import { NodeOnHost } from '../harness/nodeOnHost.mts';
import type { Run } from '../harness/nodeOnHost.mts';

// What a first run leaves: of lists that show no record yet, and how much of the memory it takes.

const count = () => {};

const from = (newest: number, oldest: number) =>
	Array.from({ length: newest - oldest + 1 }, (_, index) => `r${newest - index}`);

/** The list as it is, but with an answer of its own in the next run. */
function answersOnce(feed: Feed, payload: object): void {
	const { sell } = feed;
	feed.sell = () => {
		feed.sell = sell;
		return { payload: { data: [], ...payload }, ids: [] };
	};
}

const END = { is_end: true, next: '' };

/** Its first answer has no record. */
const answers: Record<string, object> = {
	'says that it is empty': { paging: END },
	'counts records': { paging: { ...END, totals: 40 } },
	'has a next page': { paging: { is_end: false, next: '/next?cursor=1/1' } },
	'says that there is more': { paging: { is_end: false, next: '' } },
};

type Row = [
	answer: string,
	/** What the next run returns, by First Run: in pages of 12, with Limit 12. */
	emitted: string[],
	remembered: string[],
	how?: Partial<Run>,
];

const twelve = from(40, 29);

test.each<Row>([
	['says that it is empty', twelve, twelve],
	['counts records', twelve, []],
	['has a next page', twelve, []],
	['says that there is more', twelve, []],
	['says that it is empty', from(1, 1), from(1, 1), { limit: 1 }],
	// In any other order, Limit counts what was read, and the rest is not old.
	['says that it is empty', twelve, twelve, { order: 'default' }],
	['counts records', twelve, [], { order: 'default' }],
])('a list of 40 that first %s, with %j by First Run', async (answer, ...row) => {
	const [emitted, remembered, how] = row;
	for (const [firstRun, came] of [
		['emit', emitted],
		['baseline', remembered],
	] as const) {
		const feed = new Feed();
		if (how?.limit === 1) feed.grow(1);
		else feed.grow(40);
		const node = new NodeOnHost(count);
		const run = { limit: 12, firstRun, ...how } as const;
		const read = async () => {
			const { ids, pages, said } = await node.execute([feed], run);
			return { ids: ids[0], pages: pages[0], said };
		};
		answersOnce(feed, answers[answer]!);
		expect(await read()).toMatchObject({ ids: [], pages: 1 });
		const first = await read();
		expect([first.ids, first.pages]).toEqual([came, 1]);
		expect(first.said).not.toContain('No record here was known');
		// From now on it is watched: what comes, comes whole, and nothing of what was left.
		feed.grow(15);
		const later = await read();
		const newest = feed.born;
		const grown = from(newest, newest - 14);
		expect(later.ids).toEqual(how?.order ? grown.slice(0, 12) : grown);
	}
});

test('a list that stays empty is remembered once, and says nothing', async () => {
	const feed = new Feed();
	const node = new NodeOnHost(count);
	for (let runs = 0; runs < 3; runs++) {
		const { said } = await node.execute([feed], { firstRun: 'baseline' });
		expect(said).toContain('Stopped at the end of the list');
		expect([said.includes('again'), node.values.size]).toEqual([false, 2]);
	}
	feed.grow(1);
	expect((await node.execute([feed], { firstRun: 'baseline' })).ids).toEqual([['r1']]);
});

describe('the memory', () => {
	const lists = (many: number, records: number) =>
		Array.from({ length: many }, () => {
			const feed = new Feed();
			feed.grow(records);
			return feed;
		});

	test.each<[label: string, how: Partial<Run>, values: number]>([
		// That it is watched, what it returned, five of those times, and what it left of its pages.
		['fifty records in pages of 12', { limit: 50 }, 2 * (1 + 50 + 6 + 10)],
		['what a baseline takes', { firstRun: 'baseline' }, 2 * (1 + 12 + 12)],
		['fifty in any other order', { limit: 50, order: 'default' }, 2 * (1 + 50)],
	])('a first run leaves: %s', async (_label, how, values) => {
		const node = new NodeOnHost(count);
		await node.execute(lists(1, 100), how);
		expect(node.values.size).toBe(values);
	});

	test.each<[label: string, how: Partial<Run>]>([
		['in a first run', {}],
		['in a later one', { calls: 2 }],
	])('a run that fills it says so, %s', async (_label, how) => {
		const node = new NodeOnHost(count, 160);
		const feeds = lists(2, 12);
		const run = { limit: 12 };
		const told: boolean[] = [];
		// What each list needs is 36 values, and two to four more for each record that comes.
		for (const growth of [0, 8, 40, 0]) {
			for (const feed of feeds) feed.grow(growth);
			const { said } = await node.execute(feeds, { ...run, ...(growth === 0 ? {} : how) });
			told.push(said.includes('The memory of this node is now full'));
		}
		expect(told).toEqual([false, false, true, false]);
	});
});
