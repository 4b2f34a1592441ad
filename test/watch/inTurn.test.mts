import { expect, jest, test } from '@jest/globals';

import { readInTurn } from '../../nodes/DataAccess/run/listsInTurn.ts';
import { outside } from '../harness/native.mts';

const ticks = async (count: number) => {
	for (let tick = 0; tick < count; tick++) await new Promise((resolve) => setImmediate(resolve));
};

interface OwnList {
	/** Number of pages. */
	pages: number;
	isFirst?: boolean;
	/** Number of new records on its first page. */
	records?: number;
	/** Iterations of the event loop that a call takes. */
	slow?: number;
}

/**
 * Reads these lists, and returns the order of purchases and of recalls from memory: "2b" is page b of list 2.
 */
async function read(own: OwnList[], concurrency = 3) {
	const bought: string[] = [];
	const recalled: string[][] = [];
	let [calls, mostCalls] = [0, 0];
	const lists = own.map(({ pages, isFirst = false, records = 0, slow = 1 }, itemIndex): any => {
		let page = 0;
		const name = () => `${itemIndex}${'abcdefghijklmnopqrstuvwxyz'.charAt(page - 1)}`;
		const reading = {
			isOver: false,
			collected: { records },
			async nextPage() {
				expect(reading.isOver).toBe(false);
				page += 1;
				bought.push(name());
				mostCalls = Math.max(mostCalls, (calls += 1));
				await ticks(slow);
				calls -= 1;
				const deliver = async () => void (reading.isOver = page === pages);
				return { deliver };
			},
		};
		const watch = { isFirst, name };
		return { reading, watch };
	});
	await readInTurn({
		lists,
		concurrency,
		buyer: { covers: () => true },
		memory: {
			async recall(pages) {
				if (pages.length === 0) return;
				recalled.push(pages.map(({ list }) => (list as unknown as { name(): string }).name()));
				await ticks(2);
			},
		},
	});
	for (const { reading } of lists) expect(reading.isOver).toBe(true);
	expect(mostCalls).toBeLessThanOrEqual(concurrency);
	return { bought, recalled };
}

test('the first pages of all lists are read first, then list after list, first runs last', async () => {
	const chance = jest.spyOn(outside.Math, 'random').mockReturnValue(0);
	const later = [3, 1, 2, 2].map((pages) => ({ pages }));
	const lists: OwnList[] = [{ pages: 2, isFirst: true }, ...later];
	const { bought, recalled } = await read(lists, 1);
	expect(bought).toEqual(['0a', '1a', '2a', '3a', '4a', '1b', '1c', '3b', '4b', '0b']);
	// The first pages of all lists are recalled together.
	expect(recalled.slice(0, 2)).toEqual([['0a', '1a', '2a', '3a', '4a'], ['1b']]);
	// So are later pages of the lists that are read in parallel.
	const together = await read(lists);
	expect(together.recalled.slice(1).map(String)).toEqual(['1b,3b,4b', '1c,0b']);
	// The start is random, so that no list is starved if the cap is too low every day.
	chance.mockReturnValue(0.5);
	expect((await read(lists, 1)).bought.slice(5)).toEqual(['3b', '4b', '1b', '1c', '0b']);
});

test('of lists with further pages, those with the fewest new records come first, wherever the random start is', async () => {
	jest.spyOn(outside.Math, 'random').mockReturnValue(0.5);
	const lists = [9, 3, 12, 3].map((records) => ({ pages: 2, records }));
	const { bought } = await read([{ pages: 2, isFirst: true, records: 1 }, ...lists], 1);
	expect(bought.slice(5)).toEqual(['4b', '2b', '1b', '3b', '0b']);
});

test('many lists are recalled in hundreds, and a slow call delays no other', async () => {
	const lists = Array.from({ length: 300 }, () => ({ pages: 1, slow: 1 }));
	const { recalled } = await read(lists.with(7, { pages: 1, slow: 5000 }));
	expect(recalled.map(({ length }) => length)).toEqual([100, 100, 100]);
	expect(recalled.at(-1)).toContain('7a');
});
