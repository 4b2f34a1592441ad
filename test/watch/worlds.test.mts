import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';

import { passMinutes } from '../harness/clock.mts';
import { expectDelivered } from '../harness/delivered.mts';
import { Feed } from '../harness/feed.mts';
import { describeCosts, describePromises } from '../harness/feedPromises.mts';
import {
	ALL,
	kinds,
	live,
	overlapsIn,
	runs,
	storyOf,
	Trigger,
	whole,
} from '../harness/feedStories.mts';
import { MOST_VALUES, NodeOnHost } from '../harness/nodeOnHost.mts';

const count = expectDelivered();
const start = () => new NodeOnHost(count);

const RUNS = Number(process.env.PROPERTY_RUNS ?? 60);

jest.setTimeout(3_600_000);

describePromises(start, RUNS);
describeCosts(start, Math.ceil(RUNS / 5), 50);

test('runs that overlap in two processes hide a record in one world of a hundred at most', async () => {
	let lossy = 0;
	const property = fc.asyncProperty(storyOf(runs, overlapsIn(false)), async (told) => {
		const { missing, quiet } = await live(told, start());
		expect(quiet).toEqual([]);
		if (missing.length > 0) lossy += 1;
	});
	await fc.assert(property, { numRuns: RUNS });
	expect(lossy).toBeLessThanOrEqual(RUNS / 100);
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

test('a trigger that reads more than it can remember, in no order, returns no old record', async () => {
	const feed = new Feed({ paging: 'cursor', hasBursts: false, timeless: 0 });
	feed.grow(10_050);
	const node = start();
	const [trigger, address] = [new Trigger(), node.newAddress()];
	trigger.order = 'default';
	const run = { ...ALL, firstRun: 'baseline', pageSize: 2500, isEdited: false } as const;
	const poll = async () => {
		passMinutes(16);
		const polled = await trigger.poll(run, (asked) =>
			node.poll({ feeds: [feed], address, run: asked }, trigger),
		);
		return polled.ids.flat();
	};
	const ids: string[] = [];
	for (let hour = 0; hour < 4; hour++) {
		ids.push(...(await poll()), ...(await poll()));
		feed.grow(20);
	}
	expect(ids.length).toBeGreaterThan(30);
	expect(ids).toEqual([...new Set(ids)]);
	expect(ids.filter((id) => Number(id.slice(1)) <= 10_050)).toEqual([]);
});

test('lists that are read again and again stay in a memory that others fill', async () => {
	const growing = fc.record({
		kind: kinds,
		growths: fc.array(whole(0, 12), { minLength: 8, maxLength: 20 }),
	});
	const property = fc.asyncProperty(growing, async ({ kind, growths }) => {
		const feed = new Feed(kind);
		feed.grow(12);
		const node = start();
		const read = async (limit = ALL.limit) => {
			const setting = { feeds: [feed], address: node.newAddress(), run: { ...ALL, limit } };
			return (await node.execute(setting)).ids.flat();
		};
		node.values.fill(MOST_VALUES);
		await read(5);
		const delivered: string[] = [];
		for (const growth of growths) {
			// Of five such rounds nothing older is left.
			node.values.fill(MOST_VALUES / 5);
			feed.grow(growth);
			delivered.push(...(await read()));
		}
		const grown = feed.posts.filter(({ born }) => born > 12).map(({ id }) => id);
		expect(delivered.sort()).toEqual(grown.sort());
	});
	// Each takes a third of a second.
	await fc.assert(property, { numRuns: Math.ceil(RUNS / 30) });
});
