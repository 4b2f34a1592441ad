import { describe, expect, test } from '@jest/globals';

import { FACTS_AT_ONCE } from '../../nodes/DataAccess/watch/rememberedFacts.ts';
import { feedOf, idsFrom as from } from '../harness/feed.mts';
import type { Feed } from '../harness/feed.mts';
import { NodeOnHost } from '../harness/nodeOnHost.mts';
import type { Run } from '../harness/nodeOnHost.mts';

// What first runs remember: of lists without records, and what a list costs in memory.

const count = () => {};

/** Replaces the answer to the next call. */
function answersOnce(feed: Feed, payload: object): void {
	const { sell } = feed;
	feed.sell = () => {
		feed.sell = sell;
		return { payload: { data: [], ...payload }, ids: [] };
	};
}

const END = { is_end: true, next: '' };

/** First answers without records. */
const answers: Record<string, object> = {
	'says that it is empty': { paging: END },
	'counts records': { paging: { ...END, totals: 40 } },
	'has a next page': { paging: { is_end: false, next: '/next?cursor=1/1' } },
	'says that there is more': { paging: { is_end: false, next: '' } },
};

type Row = [
	answer: string,
	/** What the next run returns if First Run emits records, in pages of 12, with Limit 12. */
	emitted: string[],
	/** The same if First Run only remembers them. */
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
	// In any other order, Limit counts all records that are read, and the rest does not become old.
	['says that it is empty', twelve, twelve, { order: 'default' }],
	['counts records', twelve, [], { order: 'default' }],
])(
	'a list that is empty at first, in an answer that %s, returns %j, depending on First Run',
	async (answer, ...row) => {
		const [emitted, remembered, how] = row;
		for (const [firstRun, expected] of [
			['emit', emitted],
			['baseline', remembered],
		] as const) {
			const feed = feedOf(how?.limit === 1 ? 1 : 40);
			const node = new NodeOnHost(count);
			const run = { limit: 12, firstRun, ...how } as const;
			const read = async () => {
				const { ids, pages, said } = await node.execute([feed], run);
				return { ids: ids[0], pages: pages[0], said };
			};
			answersOnce(feed, answers[answer]!);
			expect(await read()).toMatchObject({ ids: [], pages: 1 });
			const first = await read();
			expect([first.ids, first.pages]).toEqual([expected, 1]);
			expect(first.said).not.toContain('No record here was known');
			// From now on the list is watched: all further records are returned, and no earlier ones.
			feed.grow(15);
			const later = await read();
			const newest = feed.born;
			const grown = from(newest, newest - 14);
			expect(later.ids).toEqual(how?.order ? grown.slice(0, 12) : grown);
		}
	},
);

test('a list that stays empty is remembered once, and says nothing', async () => {
	const feed = feedOf(0);
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
		Array.from({ length: many }, () => feedOf(records));

	test.each<[label: string, how: Partial<Run>, values: number]>([
		// Facts: that the list is watched, the returned records, floors at six of them and at ten that Limit cut off.
		['fifty records, in pages of 12', { limit: 50 }, 2 * (1 + 50 + 6 + 10)],
		['the records of a baseline', { firstRun: 'baseline' }, 2 * (1 + 12 + 12)],
		['fifty records, in any other order', { limit: 50, order: 'default' }, 2 * (1 + 50)],
	])('values that a first run stores: %s', async (_label, how, values) => {
		const node = new NodeOnHost(count);
		await node.execute(lists(1, 100), how);
		expect(node.values.size).toBe(values);
	});

	test.each<[label: string, how: Partial<Run>]>([
		['in a first run', {}],
		['in a later run', { calls: 2 }],
	])('the run that fills it says so, %s', async (_label, how) => {
		const node = new NodeOnHost(count, 160);
		const feeds = lists(2, 12);
		const run = { limit: 12 };
		const told: boolean[] = [];
		// Each list needs 36 values, and two to four more for each record that is added.
		for (const growth of [0, 8, 40, 0]) {
			for (const feed of feeds) feed.grow(growth);
			const { said } = await node.execute(feeds, { ...run, ...(growth === 0 ? {} : how) });
			told.push(said.includes('The memory of this node is now full'));
		}
		expect(told).toEqual([false, false, true, false]);
	});

	test('a first run that finds it full says so, and takes no baseline', async () => {
		const node = new NodeOnHost(count, 160);
		node.values.fill(160);
		const { ids, said } = await node.execute(lists(1, 12), { firstRun: 'baseline' });
		expect(ids[0]).toHaveLength(12);
		expect(said).toContain('The memory of this node is full');
	});

	test('a thousand lists share its accesses', async () => {
		const node = new NodeOnHost(count);
		const feeds = lists(1000, 12);
		const first = await node.execute(feeds, { limit: 12, keptAtOnce: FACTS_AT_ONCE });
		expect(first.accesses).toBeLessThanOrEqual(60);
		// docs/development/memory.md has this number.
		expect((await node.execute(feeds, {})).accesses).toBe(21);
	}, 60_000);
});
