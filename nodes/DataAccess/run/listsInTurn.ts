import type { Buyer } from '../buy/buyer';
import type { ListPage } from '../list/listPage';
import { inParallel } from '../shared/parallel';
import { giveWay } from '../shared/turn';
import type { Memory } from '../watch/memory';
import type { ItemList, ItemLists } from './itemLists';

interface Work {
	/** How many input items there are. */
	count: number;
	/** Calls at once. */
	concurrency: number;
	lists: Pick<ItemLists, 'open' | 'close'>;
}

/** Reads lists of which all records are wanted, each to its end. */
export async function readAsTheyCome({ count, concurrency, lists }: Work): Promise<void> {
	await inParallel(count, concurrency, async (itemIndex) => {
		const list = lists.open(itemIndex);
		while (list && !list.reading.isOver) {
			const page = await list.reading.nextPage();
			if (page) list.reading.deliver(page);
		}
		if (list) lists.close(list);
		await giveWay();
	});
}

interface WatchedWork extends Work {
	memory: Pick<Memory, 'recall'>;
	buyer: Pick<Buyer, 'covers'>;
}

/**
 * Reads watched lists: the first pages of all of them, in the order of the input items; then one list
 * after the other those that go on, later runs before first ones. So a cap completes lists instead of
 * cutting all of them; and since chance tells where it begins, one that is too low every day starves none.
 */
export async function readInTurn(work: WatchedWork): Promise<void> {
	const opened = await readFirstPages(work);
	const goOn = ({ reading }: ItemList) => !reading.isOver;
	const isFirst = ({ watch }: ItemList) => watch?.isFirst === true;
	const isLater = (list: ItemList) => !isFirst(list);
	let unread = [...fromAnyPlace(opened.filter(isLater)), ...opened.filter(isFirst)].filter(goOn);
	while (unread.length > 0) {
		const reading = unread.slice(0, work.concurrency);
		const pages: Arrived[] = [];
		await inParallel(reading.length, reading.length, async (index) => {
			pages.push(...(await nextPage(reading[index] as ItemList, work)));
		});
		await deliverTogether(pages, work);
		unread = unread.filter(goOn);
	}
}

/** From a place on that chance chooses: so all get their turn, and there is nothing to remember. */
function fromAnyPlace<T>(lists: readonly T[]): T[] {
	const first = Math.floor(Math.random() * lists.length);
	return [...lists.slice(first), ...lists.slice(0, first)];
}

/** So many lists ask n8n's memory together: it reads and writes all that it remembers each time. */
const LISTS_AT_ONCE = 100;

/** A page that was bought, and not judged. */
interface Arrived {
	list: ItemList;
	page: ListPage;
}

/** @returns the lists in the order of the input items */
async function readFirstPages(work: WatchedWork): Promise<ItemList[]> {
	const { count, concurrency, lists, buyer } = work;
	const opened: ItemList[] = [];
	const arrived: Arrived[] = [];
	// Where the cap is too low for all, each gets its turn by chance, with nothing to remember.
	const first = buyer.covers(count) ? 0 : Math.floor(Math.random() * count);
	await inParallel(count, concurrency, async (turn) => {
		const itemIndex = (first + turn) % count;
		const list = lists.open(itemIndex);
		if (!list) return;
		opened[itemIndex] = list;
		arrived.push(...(await nextPage(list, work)));
		if (arrived.length >= LISTS_AT_ONCE) await deliverTogether(arrived.splice(0), work);
		await giveWay();
	});
	await deliverTogether(arrived, work);
	return opened;
}

/** Buys a list's next page; none where the list is over. */
async function nextPage(list: ItemList, { lists }: WatchedWork): Promise<Arrived[]> {
	const page = list.reading.isOver ? undefined : await list.reading.nextPage();
	if (page) return [{ list, page }];
	lists.close(list);
	return [];
}

/** Judges pages of several lists, and delivers what is new on them. */
async function deliverTogether(pages: Arrived[], { lists, memory }: WatchedWork): Promise<void> {
	await memory.recall(
		pages.flatMap(({ list: { watch }, page }) => (watch ? [{ list: watch, page }] : [])),
	);
	for (const { list, page } of pages) {
		list.reading.deliver(page);
		if (list.reading.isOver) lists.close(list);
		await giveWay();
	}
}
