import { expect, jest, test } from '@jest/globals';

import { readInTurn } from '../../nodes/DataAccess/run/listsInTurn.ts';
import { outside } from '../harness/native.mts';

const turns = async (count: number) => {
	for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

interface OwnList {
	/** Pages until it is over. */
	pages: number;
	isFirst?: boolean;
	/** New records on its first page. */
	records?: number;
	/** Turns of the event loop that a call takes. */
	slow?: number;
}

/** Reads lists that say what happens to them: "2b" is the purchase of page b of list 2. */
async function read(own: OwnList[], concurrency = 3) {
	const bought: string[] = [];
	const asked: string[][] = [];
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
				await turns(slow);
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
				asked.push(pages.map(({ list }) => (list as unknown as { name(): string }).name()));
				await turns(2);
			},
		},
	});
	for (const { reading } of lists) expect(reading.isOver).toBe(true);
	expect(mostCalls).toBeLessThanOrEqual(concurrency);
	return { bought, asked };
}

test('the first pages of all lists come first, then list after list, later runs before first ones', async () => {
	const chance = jest.spyOn(outside.Math, 'random').mockReturnValue(0);
	const later = [3, 1, 2, 2].map((pages) => ({ pages }));
	const lists: OwnList[] = [{ pages: 2, isFirst: true }, ...later];
	const { bought, asked } = await read(lists, 1);
	expect(bought).toEqual(['0a', '1a', '2a', '3a', '4a', '1b', '1c', '3b', '4b', '0b']);
	// The first pages ask the memory together.
	expect(asked.slice(0, 2)).toEqual([['0a', '1a', '2a', '3a', '4a'], ['1b']]);
	// So do later ones of all lists that go on.
	const together = await read(lists);
	expect(together.asked.slice(1).map(String)).toEqual(['1b,3b,4b', '1c,0b']);
	// Chance tells at which of them it begins, so that a cap which is too low every day starves none.
	chance.mockReturnValue(0.5);
	expect((await read(lists, 1)).bought.slice(5)).toEqual(['3b', '4b', '1b', '1c', '0b']);
});

test('of lists that go on, those with the fewest new records come first, whatever chance says', async () => {
	jest.spyOn(outside.Math, 'random').mockReturnValue(0.5);
	const lists = [9, 3, 12, 3].map((records) => ({ pages: 2, records }));
	const { bought } = await read([{ pages: 2, isFirst: true, records: 1 }, ...lists], 1);
	expect(bought.slice(5)).toEqual(['4b', '2b', '1b', '3b', '0b']);
});

test('many lists ask in hundreds, and a slow call holds up no other one', async () => {
	const lists = Array.from({ length: 300 }, () => ({ pages: 1, slow: 1 }));
	const { asked } = await read(lists.with(7, { pages: 1, slow: 5000 }));
	expect(asked.map(({ length }) => length)).toEqual([100, 100, 100]);
	expect(asked.at(-1)).toContain('7a');
});
