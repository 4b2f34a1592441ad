import type { ListPage } from '../list/listPage';
import type { Judgement } from '../list/step';
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
}: Work & { memory: Pick<Memory, 'listOf' | 'recall'>; spender: Spender }): Promise<void> {
	const opened: WatchedItem[] = [];
	const arrived: Arrived[] = [];

	async function judge(pages: Arrived[]): Promise<void> {
		const toJudge = pages.map(({ item: { watch, reading }, page }) => ({
			list: watch,
			page: reading.toJudge(page),
			take: (judged: Judgement) => reading.take(page, judged),
		}));
		await memory.recall(toJudge);
		for (const { list, page, take } of toJudge) {
			list.judge(page, take);
			await giveWay();
		}
	}
	async function judgeArrived(): Promise<void> {
		const pages = arrived.splice(0);
		await judge(pages);
		for (const { item } of pages) if (item.reading.isOver) item.end();
	}

	await inParallel(count, concurrency, async (itemIndex) => {
		const item = lists.open(itemIndex, (task) => memory.listOf(task, spender));
		if (!item) return;
		opened[itemIndex] = item;
		const page = item.reading.isOver ? undefined : await item.reading.buy();
		if (page) arrived.push({ item, page });
		else item.end();
		if (arrived.length >= LISTS_AT_ONCE) await judgeArrived();
		await giveWay();
	});
	await judgeArrived();

	const goingOn = opened.filter(({ reading }) => !reading.isOver);
	const laterFirst = [
		...goingOn.filter(({ watch }) => !watch.isFirst),
		...goingOn.filter(({ watch }) => watch.isFirst),
	];
	await inParallel(laterFirst.length, concurrency, async (place) => {
		const item = laterFirst[place] as WatchedItem;
		while (!item.reading.isOver) {
			const page = await item.reading.buy();
			if (page) await judge([{ item, page }]);
		}
		item.end();
	});
}
