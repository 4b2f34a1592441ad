import type { Buyer } from '../buy/buyer';
import type { ListPage } from '../list/listReading';
import { inParallel } from '../shared/parallel';
import { yieldToEventLoop } from '../shared/eventLoop';
import type { Memory } from '../watch/memory';
import type { WatchedList } from '../watch/watchedList';
import type { ItemList } from './itemLists';

interface Work {
	/** In the order of the input items. */
	lists: readonly ItemList[];
	/** How many calls may run at the same time. */
	concurrency: number;
}

/** Reads each list to its end, in a run that wants all records. */
export async function readAsTheyCome({ lists, concurrency }: Work): Promise<void> {
	await inParallel(lists.length, concurrency, async (index) => {
		const { reading } = lists[index] as ItemList;
		while (!reading.isOver) await (await reading.nextPage())?.deliver();
		await yieldToEventLoop();
	});
}

interface WatchedWork extends Work {
	memory: Pick<Memory, 'recall'>;
	buyer: Pick<Buyer, 'covers'>;
}

/**
 * Reads watched lists: first the first page of each, in the order of the input items; then the unfinished lists to their
 * ends, as many at a time as calls may run. Lists of later runs come before those of first runs, and lists with fewer
 * new records before others. So a cap completes as many lists as it can, instead of cutting all of them. Ties are
 * broken at random, so a cap that is too low every day starves no list. (In another order, the cuts would cause more
 * cuts: a full memory forgets the lower records of a list that is cut every day, and the list then returns them again.)
 */
export async function readInTurn(work: WatchedWork): Promise<void> {
	const { lists, concurrency, buyer } = work;
	await readPages(buyer.covers(lists.length) ? lists : fromRandomStart(lists), work);
	const isUnfinished = ({ reading }: ItemList) => !reading.isOver;
	const isFirst = ({ watch }: ItemList) => watch?.isFirst === true;
	const isLater = (list: ItemList) => !isFirst(list);
	const begun = lists.filter(isUnfinished);
	const later = fromRandomStart(begun.filter(isLater)).sort((a, b) => newIn(a) - newIn(b));
	let unread = [...later, ...begun.filter(isFirst)];
	while (unread.length > 0) {
		await readPages(unread.slice(0, concurrency), work);
		unread = unread.filter(isUnfinished);
	}
}

/** Returns how many new records a list has returned so far. */
const newIn = ({ reading }: ItemList) => reading.collected.records;

/** Returns the lists in their order, but starting at a random one: all get their turn, without anything to remember. */
function fromRandomStart<T>(lists: readonly T[]): T[] {
	const first = Math.floor(Math.random() * lists.length);
	return [...lists.slice(first), ...lists.slice(0, first)];
}

/** How many lists share one access to n8n's memory, because each access reads and writes the whole memory. */
const LISTS_AT_ONCE = 100;

/** A page that arrived, and is not judged yet. */
interface Arrived {
	list: WatchedList;
	page: ListPage;
}

/** Reads the next page of each of these lists. */
async function readPages(
	lists: readonly ItemList[],
	{ concurrency, memory }: WatchedWork,
): Promise<void> {
	const arrived: Arrived[] = [];
	await inParallel(lists.length, concurrency, async (index) => {
		const { reading, watch } = lists[index] as ItemList;
		const page = await reading.nextPage();
		if (watch && page) arrived.push({ list: watch, page });
		if (arrived.length >= LISTS_AT_ONCE) await deliverTogether(arrived.splice(0), memory);
		await yieldToEventLoop();
	});
	await deliverTogether(arrived, memory);
}

/** Judges pages of several lists, and delivers their new records. */
async function deliverTogether(
	pages: readonly Arrived[],
	memory: WatchedWork['memory'],
): Promise<void> {
	await memory.recall(pages);
	for (const { page } of pages) {
		await page.deliver();
		await yieldToEventLoop();
	}
}
