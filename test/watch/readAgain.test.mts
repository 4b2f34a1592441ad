import { expect, test } from '@jest/globals';

import { expectDelivered } from '../harness/delivered.mts';
import { Feed } from '../harness/feed.mts';
import { NodeOnHost } from '../harness/nodeOnHost.mts';
import type { Run } from '../harness/nodeOnHost.mts';

// What a run reads again, and what not: behind a list that was given up, and behind one that was sent in part.

const count = expectDelivered();

const feedOf = (records: number, ...how: ConstructorParameters<typeof Feed>) => {
	const feed = new Feed(...how);
	feed.grow(records);
	return feed;
};

function reader(feed: Feed, usual: Partial<Run> = {}) {
	const node = new NodeOnHost(count);
	const came: string[] = [];
	return {
		came,
		async read(run: Partial<Run> = {}) {
			const { ids, pages, report, said } = await node.execute([feed], { ...usual, ...run });
			came.push(...ids[0]!);
			return { records: ids[0]!.length, calls: pages[0], said, next: report[0]?.next };
		},
	};
}

test.each<[label: string, given: number, calls: number, how?: ConstructorParameters<typeof Feed>]>([
	// Behind the 20 to 24 that were returned, up to twenty known ones in a row.
	['three pages', 36, 5],
	['one record', 1, 2],
	['by offset, though what came since stands above it', 36, 6, ['offset']],
	['without times', 36, 5, ['cursor', 1]],
])('Resume From gets what a run gave up, and not the known list: %s', async (...row) => {
	const [, given, calls, how = []] = row;
	const feed = feedOf(400, ...how);
	const { read, came } = reader(feed);
	await read();
	feed.grow(24 + given);
	const cut = await read({ calls: 2 });
	expect([cut.records, cut.said.includes('count as old from now on')]).toEqual([24, true]);
	if (how[0] === 'offset') {
		feed.grow(15);
		await read();
	}
	const rest = await read({ resumeFrom: cut.next });
	expect([rest.records, rest.calls]).toEqual([given, calls]);
	// A loop over Resume From ends.
	expect(rest.next).toBeNull();
	expect(new Set(came).size).toBe(feed.born);
	expect(came).toHaveLength(feed.born);
	expect((await read()).records).toBe(0);
});

test('Resume From goes on behind Limit, and ends there, too', async () => {
	const feed = feedOf(400);
	const { read, came } = reader(feed);
	await read();
	feed.grow(24 + 36);
	let { next } = await read({ calls: 2 });
	const calls = [];
	while (next) {
		const part = await read({ limit: 15, resumeFrom: next });
		calls.push(part.calls);
		next = part.next;
	}
	expect(calls.reduce<number>((sum, each) => sum + (each ?? 0), 0)).toBeLessThanOrEqual(8);
	expect(new Set(came).size).toBe(feed.born);
});

/** The service sends the three newest records, and says that there are no more. */
function sendsThree(feed: Feed): () => void {
	const { sell } = feed;
	feed.sell = (input) => {
		const { payload, ids } = sell.call(feed, input);
		const data = (payload.data as object[]).slice(0, 3);
		return { payload: { data, paging: { is_end: true, next: '' } } as never, ids: ids.slice(0, 3) };
	};
	return () => {
		feed.sell = sell;
	};
}

const AGAIN = 'so the next run reads the list again';

test.each([
	[10, 10, 12],
	[10, 10, 5],
	[10, 1, 5],
	[10, 0, 5],
	[2, 2, 12],
])(
	'two days on which only part of a list is sent, with %i and %i new records, lose none, in pages of %i',
	async (first, second, pageSize) => {
		const feed = feedOf(30);
		const { read, came } = reader(feed, { pageSize });
		await read();
		const ends = sendsThree(feed);
		feed.grow(first);
		const cut = await read();
		expect([cut.records, cut.said.includes(AGAIN)]).toEqual([Math.min(3, first), first > 2]);
		feed.grow(second);
		await read();
		ends();
		feed.grow(1);
		await read();
		expect(came.toSorted()).toEqual(feed.posts.map(({ id }) => id).toSorted());
		expect(await read()).toMatchObject({ records: 0, calls: 1 });
	},
);

test('where all IDs have changed, the list is read once more, and then known', async () => {
	const feed = feedOf(40);
	const { read } = reader(feed);
	await read();
	for (const post of feed.posts) post.id = `new ${post.id}`;
	const calls = [];
	for (const growth of [0, 2, 0, 2]) {
		feed.grow(growth);
		const { records, calls: bought } = await read();
		calls.push([records, bought]);
	}
	expect(calls).toEqual([
		[40, 4],
		[2, 4],
		[0, 1],
		[2, 1],
	]);
});
