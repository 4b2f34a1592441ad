import { inParallel } from '../shared/parallel';
import { giveWay } from '../shared/turn';
import type { Memory, Spender } from '../watch/memory';
import type { RememberedList } from '../watch/rememberedList';
import type { ItemList, ItemLists } from './itemLists';

type WatchedItem = ItemList<RememberedList>;

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
		await list?.reading.readWhole();
		list?.end();
		await giveWay();
	});
}

/** So many lists ask n8n's memory together: it reads and writes all that it remembers each time. */
const LISTS_AT_ONCE = 100;

/** So many pages of a list wait at most until it is known what is remembered of them. */
const PAGES_HELD = 10;

/**
 * Reads watched lists: the first pages of all of them, in the order of the input items; then one list
 * after the other those that go on, later runs before first ones. So a cap completes lists instead of
 * cutting all of them. No call waits for the memory, unless whether to make it depends on that.
 */
export async function readInTurn({
	count,
	concurrency,
	lists: all,
	memory,
	spender,
}: Work & { memory: Pick<Memory, 'listOf' | 'recall'>; spender: Spender }): Promise<void> {
	const goingOn: WatchedItem[] = [];
	let arrived: WatchedItem[] = [];
	let judging: Array<Promise<void>> = [];

	async function judge(lists: WatchedItem[]): Promise<void> {
		await memory.recall(lists.map(({ watch }) => watch));
		for (const { reading } of lists) {
			reading.deliver();
			await giveWay();
		}
	}
	/** In hundreds, without holding up the calls of the others. */
	function judgeArrived(atLeast: number): void {
		if (arrived.length < atLeast) return;
		const lists = arrived;
		arrived = [];
		judging.push(
			judge(lists).then(() => {
				for (const list of lists) if (list.reading.isOver) list.end();
			}),
		);
	}
	async function judgeRest(): Promise<void> {
		judgeArrived(1);
		await Promise.all(judging);
		judging = [];
	}

	await inParallel(count, concurrency, async (itemIndex) => {
		const list = all.open(itemIndex, (task) => memory.listOf(task, spender));
		if (!list) return;
		if (!list.reading.isOver) await list.reading.buy();
		goingOn[itemIndex] = list;
		arrived.push(list);
		judgeArrived(LISTS_AT_ONCE);
		await giveWay();
	});
	await judgeRest();

	const unread = goingOn.filter(({ reading }) => !reading.isOver);
	const laterFirst = [
		...unread.filter(({ watch }) => !watch.isFirst),
		...unread.filter(({ watch }) => watch.isFirst),
	];
	const wave = new Wave(judge);
	await inParallel(laterFirst.length, concurrency, async (place) => {
		const list = laterFirst[place] as WatchedItem;
		const { reading, watch } = list;
		if (watch.isSteered) {
			await wave.read(list);
			list.end();
			return;
		}
		while (!reading.isOver) {
			await reading.buy();
			if (reading.pagesHeld >= PAGES_HELD) await judge([list]);
		}
		arrived.push(list);
		judgeArrived(LISTS_AT_ONCE);
	});
	await judgeRest();
}

/** Lists whose next page depends on what is remembered of the last one: they ask when all of them wait. */
class Wave {
	private reading = 0;
	private waiting: Array<{ list: WatchedItem; goOn: () => void }> = [];

	constructor(private readonly judge: (lists: WatchedItem[]) => Promise<void>) {}

	/** Reads a list to its end. */
	async read(list: WatchedItem): Promise<void> {
		const { reading } = list;
		this.reading += 1;
		while (!reading.isOver) {
			await reading.buy();
			if (reading.pagesHeld > 0) await this.judged(list);
		}
		this.reading -= 1;
		this.judgeIfAllWait();
	}

	private async judged(list: WatchedItem): Promise<void> {
		await new Promise<void>((goOn) => {
			this.waiting.push({ list, goOn });
			this.judgeIfAllWait();
		});
	}

	private judgeIfAllWait(): void {
		const { waiting } = this;
		if (waiting.length === 0 || waiting.length < this.reading) return;
		this.waiting = [];
		void this.judge(waiting.map(({ list }) => list)).then(() => {
			for (const { goOn } of waiting) goOn();
		});
	}
}
