import { expect, test } from '@jest/globals';

import { expectDelivered } from '../harness/delivered.mts';
import { feedOf } from '../harness/feed.mts';
import type { Feed } from '../harness/feed.mts';
import { NodeOnHost } from '../harness/nodeOnHost.mts';
import type { Run } from '../harness/nodeOnHost.mts';

// What is read again after a run gave up a list, and after the service sent only part of a list.

const count = expectDelivered();

function reader(feed: Feed, usual: Partial<Run> = {}) {
	const node = new NodeOnHost(count);
	const returned: string[] = [];
	return {
		returned,
		async read(run: Partial<Run> = {}) {
			const { ids, pages, report, said } = await node.execute([feed], { ...usual, ...run });
			returned.push(...ids[0]!);
			return { records: ids[0]!.length, calls: pages[0], said, next: report[0]?.next };
		},
	};
}

test.each<
	[label: string, givenUp: number, calls: number, how?: ConstructorParameters<typeof Feed>]
>([
	// After the 20 to 24 records that were returned, up to twenty known records in a row are read.
	['three pages', 36, 5],
	['one record', 1, 2],
	['by offset, though records were added above since', 36, 6, ['offset']],
	['without times', 36, 5, ['cursor', 1]],
])('Resume From gets what a run gave up, and not the known list: %s', async (...row) => {
	const [, givenUp, calls, how = []] = row;
	const feed = feedOf(400, ...how);
	const { read, returned } = reader(feed);
	await read();
	feed.grow(24 + givenUp);
	const cut = await read({ calls: 2 });
	expect([cut.records, cut.said.includes('later run returns')]).toEqual([24, true]);
	if (how[0] === 'offset') {
		feed.grow(15);
		await read();
	}
	const rest = await read({ resumeFrom: cut.next });
	expect([rest.records, rest.calls]).toEqual([givenUp, calls]);
	// Without `next`, a loop over Resume From ends.
	expect(rest.next).toBeNull();
	expect(new Set(returned).size).toBe(feed.born);
	expect(returned).toHaveLength(feed.born);
	expect((await read()).records).toBe(0);
});

test('Resume From continues after Limit, and ends at known records, too', async () => {
	const feed = feedOf(400);
	const { read, returned } = reader(feed);
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
	expect(new Set(returned).size).toBe(feed.born);
});

/** Makes the service send only the three newest records, and say that there are no more. Returns what ends this. */
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
	'no record is lost if only part of a list is sent for two days: %i and %i new records, in pages of %i',
	async (first, second, pageSize) => {
		const feed = feedOf(30);
		const { read, returned } = reader(feed, { pageSize });
		await read();
		const ends = sendsThree(feed);
		feed.grow(first);
		const cut = await read();
		expect([cut.records, cut.said.includes(AGAIN)]).toEqual([Math.min(3, first), first > 2]);
		feed.grow(second);
		expect((await read()).said.includes(AGAIN)).toBe(first > 2 && second > 0);
		ends();
		feed.grow(1);
		await read();
		expect(returned.toSorted()).toEqual(feed.posts.map(({ id }) => id).toSorted());
		expect(await read()).toMatchObject({ records: 0, calls: 1 });
	},
);

test('if all IDs have changed, the list is read once more, and then known', async () => {
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
