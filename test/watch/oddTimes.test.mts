import { expect, test } from '@jest/globals';

import { expectDelivered } from '../harness/delivered.mts';
import { Feed } from '../harness/feed.mts';
import { ALL } from '../harness/feedStories.mts';
import type { Run } from '../harness/feedStories.mts';
import { NodeOnHost } from '../harness/nodeOnHost.mts';

const count = expectDelivered();

/** A feed with so many records, and its runs, which tell how many records they return for how many calls. */
function watchedFeed(timeless: 0 | 1, size: number) {
	const feed = new Feed({ paging: 'cursor', hasBursts: false, timeless });
	feed.grow(size);
	const node = new NodeOnHost(count);
	const read = async (run: Partial<Run> = {}) => {
		const setting = { feeds: [feed], address: node.newAddress(), run: { ...ALL, ...run } };
		const { ids, pages } = await node.execute(setting);
		return { records: ids[0]!.length, calls: pages[0]! };
	};
	return { feed, read };
}

test('a record that is dated in the future does not silence its list', async () => {
	const { feed, read } = watchedFeed(0, 20);
	const nextYear = 1_000_000_000;
	feed.put(nextYear, nextYear);
	expect(await read()).toEqual({ records: 21, calls: 2 });
	for (let day = 0; day < 3; day++) {
		feed.grow(3);
		expect(await read()).toEqual({ records: 3, calls: 1 });
	}
	feed.put(nextYear, nextYear + 1);
	expect(await read()).toEqual({ records: 1, calls: 1 });
});

test('a record on top whose time is a second below the known ones is new', async () => {
	const { feed, read } = watchedFeed(0, 20);
	await read();
	feed.put(1, -1);
	expect(await read()).toEqual({ records: 1, calls: 1 });
	feed.grow(2);
	feed.put(1, -3600);
	expect(await read()).toEqual({ records: 3, calls: 1 });
	expect(await read()).toEqual({ records: 0, calls: 1 });
});

test.each<[string, Partial<Run>]>([
	['a baseline', { firstRun: 'baseline' }],
	['a first run of less than a page', { limit: 3 }],
	['a first run of two pages', { limit: 20 }],
	['a first run that Max Cost ended', { calls: 1 }],
])('without times, what is new behind %s comes for one call', async (_label, first) => {
	const { feed, read } = watchedFeed(1, 100);
	await read(first);
	for (const grown of [1, 0, 5, 11]) {
		feed.grow(grown);
		expect(await read()).toEqual({ records: grown, calls: 1 });
	}
	feed.grow(30);
	expect(await read()).toEqual({ records: 30, calls: 3 });
});

test('without times, what Limit cut off the first run is to be had by Resume From', async () => {
	const feed = new Feed({ paging: 'cursor', hasBursts: false, timeless: 1 });
	feed.grow(30);
	const node = new NodeOnHost(count);
	const setting = { feeds: [feed], address: node.newAddress(), run: { ...ALL, limit: 3 } };
	const { report } = await node.execute(setting);
	const resumeFrom = report[0]!.next;
	const rest = await node.execute({ ...setting, run: ALL, resumeFrom });
	expect(rest.ids[0]).toHaveLength(27);
});
