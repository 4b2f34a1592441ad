import type { Buyer } from '../buy/buyer';
import type { ListPage } from '../list/listPage';
import { inParallel } from '../shared/parallel';
import { giveWay } from '../shared/turn';
import type { Memory } from '../watch/memory';
import type { WatchedList } from '../watch/watchedList';
import type { ItemList, ItemLists } from './itemLists';

interface Work {
	/** How many input items there are. */
	count: number;
	/** Calls at once. */
	concurrency: number;
	lists: Pick<ItemLists, 'open'>;
}

/** Reads lists of which all records are wanted, each to its end. */
export async function readAsTheyCome({ count, concurrency, lists }: Work): Promise<void> {
	await inParallel(count, concurrency, async (itemIndex) => {
		const list = lists.open(itemIndex);
		while (list && !list.reading.isOver) {
			const page = await list.reading.buy();
			if (page) list.reading.take(page);
		}
		list?.end();
		await giveWay();
	});
}

/** So many lists ask n8n's memory together: it reads and writes all that it remembers each time. */
const LISTS_AT_ONCE = 100;

type WatchedItem = ItemList & { watch: WatchedList };

/** A page that was bought, and not judged. */
interface Arrived {
	item: WatchedItem;
	page: ListPage;
}

/** Buys a list's next page; none where the list is over. */
async function buyOf(item: WatchedItem): Promise<Arrived[]> {
	const page = item.reading.isOver ? undefined : await item.reading.buy();
	if (page) return [{ item, page }];
	item.end();
	return [];
}

/**
 * Reads watched lists: the first pages of all of them, in the order of the input items; then one list
 * after the other those that go on, later runs before first ones. So a cap completes lists instead of
 * cutting all of them.
 */
export async function readInTurn({
	count,
	concurrency,
	lists,
	memory,
	buyer,
}: Work & { memory: Pick<Memory, 'recall'>; buyer: Pick<Buyer, 'covers'> }): Promise<void> {
	const opened: WatchedItem[] = [];
	const arrived: Arrived[] = [];

	async function judge(pages: Arrived[]): Promise<void> {
		await memory.recall(pages.map(({ item, page }) => ({ list: item.watch, page })));
		for (const { item, page } of pages) {
			item.reading.take(page);
			if (item.reading.isOver) item.end();
			await giveWay();
		}
	}

	// Where the cap is too low for all, each gets its turn by chance, with nothing to remember.
	const begin = buyer.covers(count) ? 0 : Math.floor(Math.random() * count);
	await inParallel(count, concurrency, async (place) => {
		const itemIndex = (begin + place) % count;
		const item = lists.open(itemIndex);
		if (!item?.watch) return;
		const watched = { ...item, watch: item.watch };
		opened[itemIndex] = watched;
		arrived.push(...(await buyOf(watched)));
		if (arrived.length >= LISTS_AT_ONCE) await judge(arrived.splice(0));
		await giveWay();
	});
	await judge(arrived.splice(0));

	const laterFirst = ({ watch: one }: WatchedItem, { watch: other }: WatchedItem) =>
		Number(one.isFirst) - Number(other.isFirst);
	const waiting = opened.filter(({ reading }) => !reading.isOver).sort(laterFirst);
	for (let reading: WatchedItem[] = []; ;) {
		reading.push(...waiting.splice(0, concurrency - reading.length));
		if (reading.length === 0) return;
		// They ask the memory together: each access reads and writes all of it.
		await judge((await Promise.all(reading.map(buyOf))).flat());
		reading = reading.filter((item) => !item.reading.isOver);
	}
}
