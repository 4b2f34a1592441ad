import { expect, jest, test } from '@jest/globals';

import { diceFor } from '../../emulator/lists/random.mts';
import { passMinutes } from '../harness/clock.mts';
import { expectDelivered } from '../harness/delivered.mts';
import type { Feed } from '../harness/feed.mts';
import { ALL } from '../harness/feedStories.mts';
import type { Outcome } from '../harness/feedStories.mts';
import { DAY, HOUR, KindFeed, KINDS, now } from '../harness/kinds.mts';
import type { KindOfWorld } from '../harness/kinds.mts';
import { MOST_VALUES, NodeOnHost } from '../harness/nodeOnHost.mts';

/** As many as wanted: DAYS=60 LISTS=50 FUZZ_SEED=7 npx jest test/watch/days */
const DAYS = Number(process.env.DAYS ?? 6);
const LISTS = Number(process.env.LISTS ?? 5);
const SEED = process.env.FUZZ_SEED ?? '';

jest.setTimeout(3_600_000);

const count = expectDelivered();

/** What happens to each list, and what its runs have. */
interface World extends KindOfWorld {
	/** Records that come to each list in a day, on average. */
	growth: number;
	/** Other lists of the node have filled its memory, and go on. */
	isFull?: boolean;
	/** Pages without a new record that a run may buy of a list; 1 unless it says so. */
	vain?: number;
}

/** What came of lists over the days. */
function tally(feeds: readonly Feed[]) {
	const times = feeds.map(() => new Map<string, number>());
	let [calls, vain] = [0, 0];
	return {
		add({ ids, pages, fruitful }: Outcome) {
			feeds.forEach((_, place) => {
				const of = times[place]!;
				// An advertisement that was forgotten may come again.
				for (const id of ids[place]!) if (id.startsWith('r')) of.set(id, (of.get(id) ?? 0) + 1);
				calls += pages[place]!;
				vain += pages[place]! - fruitful[place]!;
			});
		},
		has: (place: number, id: string) => times[place]!.has(id),
		sum() {
			const all = feeds.map(({ born }) => Array.from({ length: born }, (_, at) => `r${at + 1}`));
			const often = times.flatMap((of) => [...of.values()]).filter((each) => each > 1);
			const lost = all.flatMap((ids, place) => ids.filter((id) => !times[place]!.has(id)));
			return { born: all.flat().length, lost: lost.length, twice: often.length, calls, vain };
		},
	};
}

/** Lists grow for days, and are read once a day. */
async function live({ growth, isFull = false, ...kind }: World, seed: string) {
	const dice = diceFor(seed);
	const feeds = Array.from({ length: LISTS }, () => new KindFeed(kind, dice));
	for (const feed of feeds) feed.begin();
	const node = new NodeOnHost(count);
	if (isFull) node.values.fill(0.95 * MOST_VALUES);
	const told = tally(feeds);
	for (let day = 0; day < DAYS; day++) {
		const from = now();
		passMinutes(24 * 60);
		// Of fifty lists in all.
		if (isFull) node.values.fill(2 * growth * Math.max(0, 50 - LISTS));
		for (const feed of feeds) {
			feed.changeSince(from, dice.int(Math.floor(growth / 2), Math.ceil(1.5 * growth)));
		}
		const pageSize = dice.pick(kind.sizes ?? [12]);
		told.add(await node.execute({ feeds, address: node.newAddress(), run: { ...ALL, pageSize } }));
	}
	return told.sum();
}

/** Most of them as in the small worlds (harness/kinds), of which each has a list or two. */
const like = (label: string, more: Partial<World> = {}): [string, World] => [
	label,
	{ growth: 20, ...KINDS[label], ...more },
];

const worlds: Array<[label: string, world: World]> = [
	['20 new records a day, past a full memory', { growth: 20, isFull: true }],
	['60 new records', { growth: 60, isFull: true }],
	['times that are off by seconds', { growth: 20, rough: 3 }],
	['times that are off by half an hour, in long lists', { growth: 60, rough: HOUR / 2, vain: 3 }],
	like('no times'),
	['records from a day ahead', { growth: 20, ahead: 0.05, aheadBy: DAY }],
	['records from years ahead', { growth: 20, ahead: 0.003 }],
	['five records on top edited each day', { growth: 20, edited: 5, among: 5 }],
	like('late, 30 min'),
	like('blocks of a second', { vain: 2 }),
	like('only days', { vain: 4 }),
	like('only days, mixed', { vain: 4 }),
	like('drifting times', { vain: 3 }),
	like('a new zone', { vain: 2 }),
	like('times since run 5', { vain: 2 }),
	like('other ads', { vain: 2 }),
	like('page size changes'),
];

test.each(worlds)('%s: each new record comes once', async (label, world) => {
	const { born, lost, twice, vain } = await live(world, label + SEED);
	expect(100 * lost).toBeLessThanOrEqual((world.most?.lost ?? 0) * born);
	expect(twice).toBe(0);
	expect(vain).toBeLessThanOrEqual(LISTS * DAYS * (world.vain ?? 1));
});
