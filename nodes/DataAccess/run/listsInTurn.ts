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
	/** Calls at once. */
	concurrency: number;
}

/** Reads lists of which all records are wanted, each to its end. */
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
 * Reads watched lists: the first pages of all of them, in the order of the input items; then those that go on, as many
 * at a time as calls are allowed, each to its end, later runs before first ones, those with the fewest new records
 * before the others. So a cap completes as many lists as it can, instead of cutting all of them; and since chance
 * decides between equal ones, a cap that is too low every day starves none. (In another order it feeds itself: a list
 * that is cut every day forgets in a full memory what stands below its first page, and brings that again.)
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

/** How many new records a list has brought so far. */
const newIn = ({ reading }: ItemList) => reading.collected.records;

/** From a place on that chance chooses: so all get their turn, and there is nothing to remember. */
function fromRandomStart<T>(lists: readonly T[]): T[] {
	const first = Math.floor(Math.random() * lists.length);
	return [...lists.slice(first), ...lists.slice(0, first)];
}

/** So many lists ask n8n's memory together: it reads and writes all that it remembers each time. */
const LISTS_AT_ONCE = 100;

/** A page that was bought, and not judged. */
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

/** Judges pages of several lists, and delivers what is new on them. */
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
