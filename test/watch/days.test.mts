import { expect, jest, test } from '@jest/globals';

import { diceFor } from '../../emulator/lists/random.mts';
import type { Dice } from '../../emulator/lists/random.mts';
import { passMinutes } from '../harness/clock.mts';
import { expectDelivered } from '../harness/delivered.mts';
import { Feed } from '../harness/feed.mts';
import type { Post } from '../harness/feed.mts';
import { ALL, OLD, Trigger } from '../harness/feedStories.mts';
import type { Outcome } from '../harness/feedStories.mts';
import { outside } from '../harness/native.mts';
import { MOST_VALUES, NodeOnHost } from '../harness/nodeOnHost.mts';

/** As many as wanted: DAYS=60 LISTS=50 npx jest test/watch/days */
const DAYS = Number(process.env.DAYS ?? 6);
const LISTS = Number(process.env.LISTS ?? 5);

jest.setTimeout(3_600_000);

const count = expectDelivered();

const [HOUR, DAY] = [3600, 86_400];
const now = () => Math.floor(outside.Date.now() / 1000);

/** Where a record stands that comes at a time, and which time it shows. */
type Made = (at: number, dice: Dice) => Pick<Post, 'at' | 'time'>;

interface World {
	/** Records that come to each list in a day, on average. */
	growth: number;
	made?: Made;
	/** What happens to each list before it grows. */
	happens?: (feed: Feed) => void;
	/** Other lists of the node have filled its memory, and go on. */
	isFull?: boolean;
	/** Pages without a new record that a run may buy of a list; 1 unless it says so. */
	vain?: number;
}

const sorted: Made = (at) => ({ at, time: at });
const offBy =
	(seconds: number): Made =>
	(at, dice) => ({ at, time: at - dice.int(0, seconds) });
/** Of a hundred records so many are dated ahead, and stand on top. */
const aheadBy =
	(most: number, of100: number): Made =>
	(at, dice) =>
		sorted(dice.chance(of100 / 100) ? at + dice.int(1, most) : at, dice);

function newList(): Feed {
	const feed = new Feed({ paging: 'cursor', hasBursts: false, timeless: 0 });
	feed.clock = now() - DAY;
	return feed;
}

/** So many records come, at times since the last ones did. */
function grow(feed: Feed, by: number, dice: Dice, made: Made): void {
	const since = now() - feed.clock;
	const times = Array.from({ length: by }, () => feed.clock + dice.int(1, since));
	feed.add(times.sort((a, b) => a - b).map((at) => made(at, dice)));
	feed.clock = now();
	// Nobody comes to what stands further below.
	feed.posts.length = Math.min(feed.posts.length, 1000);
}

/** What came of lists over the days. */
function tally(feeds: readonly Feed[]) {
	const times = feeds.map(() => new Map<string, number>());
	let [calls, vain] = [0, 0];
	return {
		add({ ids, pages, fruitful }: Outcome) {
			feeds.forEach((_, place) => {
				const of = times[place]!;
				for (const id of ids[place]!) of.set(id, (of.get(id) ?? 0) + 1);
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
async function live({ growth, made = sorted, happens, isFull = false }: World, seed: string) {
	const dice = diceFor(seed);
	const feeds = Array.from({ length: LISTS }, newList);
	const node = new NodeOnHost(count);
	if (isFull) node.values.fill(0.95 * MOST_VALUES);
	const told = tally(feeds);
	for (let day = 0; day < DAYS; day++) {
		passMinutes(24 * 60);
		// Of fifty lists in all.
		if (isFull) node.values.fill(2 * growth * Math.max(0, 50 - LISTS));
		for (const feed of feeds) {
			happens?.(feed);
			grow(feed, dice.int(Math.floor(growth / 2), Math.ceil(1.5 * growth)), dice, made);
		}
		told.add(await node.execute({ feeds, address: node.newAddress(), run: ALL }));
	}
	return told.sum();
}

/** As many of the newest records are edited, and move to the top. */
const edit = (many: number) => (feed: Feed) => {
	for (let each = 0; each < many; each++) feed.edit(many - 1);
};

const worlds: Array<[label: string, world: World]> = [
	['20 new records a day, past a full memory', { growth: 20, isFull: true }],
	['60 new records', { growth: 60, isFull: true }],
	['times that are off by seconds', { growth: 20, made: offBy(5) }],
	['times that are off by an hour, in long lists', { growth: 60, made: offBy(HOUR), vain: 3 }],
	['no times', { growth: 20, made: (at) => ({ at, time: undefined }) }],
	['records from a day ahead', { growth: 20, made: aheadBy(DAY, 5) }],
	['records from years ahead', { growth: 20, made: aheadBy(900 * DAY, 0.3) }],
	['five records on top edited each day', { growth: 20, happens: edit(5) }],
];

test.each(worlds)('%s: each new record comes once', async (label, world) => {
	const { born, vain, calls, ...rest } = await live(world, label);
	expect(rest).toEqual({ lost: 0, twice: 0 });
	expect(vain).toBeLessThanOrEqual(LISTS * DAYS * (world.vain ?? 1));
});

test('calls of 3 s, of which a poll of 36 s makes ten: what comes before is whole, the rest is told', async () => {
	const dice = diceFor('polls');
	const feed = newList();
	const { sell } = feed;
	feed.sell = (input) => {
		passMinutes(3 / 60);
		return sell.call(feed, input);
	};
	const [node, trigger] = [new NodeOnHost(count), new Trigger()];
	const address = node.newAddress();
	const run = { ...ALL, firstRun: 'baseline', isEdited: false, budget: 36_000 } as const;
	const told = tally([feed]);
	let old = 0;
	for (let hour = 0; hour < 10 * DAYS; hour++) {
		passMinutes(60);
		const by = dice.int(0, hour % 20 === 10 ? 300 : 100);
		grow(feed, by, dice, sorted);
		const polled = await trigger.poll(run, (asked) =>
			node.poll({ feeds: [feed], address, run: asked }, trigger),
		);
		told.add(polled);
		const [came = []] = polled.ids;
		if (came.length < by) {
			old += by - came.length;
			expect(OLD.test(polled.said)).toBe(true);
			if (hour > 0) expect([came.length, polled.pages]).toEqual([10 * 12, [10]]);
		}
	}
	const { lost, twice } = told.sum();
	expect({ lost, twice }).toEqual({ lost: old, twice: 0 });
	expect(old).toBeGreaterThan(0);
});
