import { expect, jest, test } from '@jest/globals';

import { readInTurn } from '../../nodes/DataAccess/run/listsInTurn.ts';
import { feedOf } from '../harness/feed.mts';
import { outside } from '../harness/native.mts';
import { NodeOnHost } from '../harness/nodeOnHost.mts';

// Chance keeps a cap that is too low every day from starving a list.
test.each<[random: number, ties: number[]]>([
	[0, [2, 4]],
	[0.5, [4, 2]],
])(
	'after the first pages, list after list is read, those with the fewest new records first, ties at random (%d), first runs last',
	async (random, ties) => {
		jest.spyOn(outside.Math, 'random').mockReturnValue(random);
		const feeds = [0, 40, 40, 40, 40].map((records) => feedOf(records));
		const node = new NodeOnHost(() => {});
		await node.execute(feeds, { firstRun: 'baseline' });
		feeds.forEach((feed, index) => {
			// With known records on top, the first page has fewer new ones.
			for (const post of feed.posts.slice(0, [0, 0, 9, 6, 9][index])) post.isPinned = true;
			feed.grow([24, 24, 3, 6, 3][index]!);
		});
		const { order } = await node.execute(feeds, { concurrency: 1 });
		expect(order).toEqual([0, 1, 2, 3, 4, ...ties, 3, 1, 1, 0]);
	},
);

const ticks = async (count: number) => {
	for (let tick = 0; tick < count; tick++) await new Promise((resolve) => setImmediate(resolve));
};

test('many lists are recalled in hundreds, and a slow call delays no other', async () => {
	const recalled: number[][] = [];
	const listWith = (index: number): any => {
		const reading = {
			isOver: false,
			async nextPage() {
				await ticks(index === 7 ? 5000 : 1);
				return { deliver: async () => void (reading.isOver = true) };
			},
		};
		return { reading, watch: { index } };
	};
	await readInTurn({
		lists: Array.from({ length: 300 }, (_, index) => listWith(index)),
		concurrency: 3,
		buyer: { covers: () => true },
		memory: {
			async recall(pages) {
				if (pages.length > 0) recalled.push(pages.map(({ list }: any) => list.index));
			},
		},
	});
	expect(recalled.map(({ length }) => length)).toEqual([100, 100, 100]);
	expect(recalled.at(-1)).toContain(7);
});
