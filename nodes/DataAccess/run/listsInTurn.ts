import type { ListPage } from '../list/listPage';
import type { PageToJudge } from '../list/watched';
import { unexpected } from '../shared/failure';
import { inParallel } from '../shared/parallel';
import { giveWay } from '../shared/turn';
import type { Memory, Spender } from '../watch/memory';
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
		const list = lists.open(itemIndex, () => undefined);
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

type WatchedItem = ItemList<WatchedList>;

/** A page that was bought, and not judged. */
interface Arrived {
	item: WatchedItem;
	page: ListPage;
	toJudge: PageToJudge;
}

/** Buys a list's next page; none where the list is over. */
async function buyOf(item: WatchedItem): Promise<Arrived[]> {
	const page = item.reading.isOver ? undefined : await item.reading.buy();
	try {
		return page ? [{ item, page, toJudge: item.reading.toJudge(page) }] : [];
	} catch (error) {
		item.reading.stop('failure', unexpected(error));
		return [];
	}
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
	spender,
}: Work & { memory: Pick<Memory, 'watch' | 'recall'>; spender: Spender }): Promise<void> {
	const opened: WatchedItem[] = [];
	const arrived: Arrived[] = [];

	async function judge(pages: Arrived[]): Promise<void> {
		await memory.recall(pages.map(({ item, toJudge }) => ({ list: item.watch, page: toJudge })));
		for (const { item, page, toJudge } of pages) {
			try {
				const judged = item.watch.judge(toJudge);
				if (item.reading.take(page, judged)) item.watch.accept(judged);
			} catch (error) {
				item.reading.stop('failure', unexpected(error));
			}
			if (item.reading.isOver) item.end();
			await giveWay();
		}
	}

	// Where the cap is too low for all, each gets its turn by chance, with nothing to remember.
	const begin = spender.covers(count) ? 0 : Math.floor(Math.random() * count);
	await inParallel(count, concurrency, async (place) => {
		const itemIndex = (begin + place) % count;
		const item = lists.open(itemIndex, (task) => memory.watch(task, spender));
		if (!item) return;
		opened[itemIndex] = item;
		const bought = await buyOf(item);
		arrived.push(...bought);
		if (bought.length === 0) item.end();
		if (arrived.length >= LISTS_AT_ONCE) await judge(arrived.splice(0));
		await giveWay();
	});
	await judge(arrived.splice(0));

	const goingOn = opened.filter(({ reading }) => !reading.isOver);
	const laterFirst = [
		...goingOn.filter(({ watch }) => !watch.isFirst),
		...goingOn.filter(({ watch }) => watch.isFirst),
	];
	for (let next = 0, reading: WatchedItem[] = []; ;) {
		while (reading.length < concurrency && next < laterFirst.length) {
			reading.push(laterFirst[next++] as WatchedItem);
		}
		if (reading.length === 0) return;
		const bought = await Promise.all(reading.map(buyOf));
		reading.forEach((item, place) => bought[place]?.length === 0 && item.end());
		// They ask the memory together: each access reads and writes all of it.
		await judge(bought.flat());
		reading = reading.filter((item) => !item.reading.isOver);
	}
}
