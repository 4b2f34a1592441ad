import type { ListReading } from '../list/collect';
import { inParallel } from '../shared/parallel';
import { giveWay } from '../shared/turn';
import type { Memory } from '../watch/memory';
import type { RememberedList } from '../watch/rememberedList';

/** An input item's list of which only what is new is wanted. */
export interface WatchedReading {
	reading: ListReading;
	watch: RememberedList;
	/** Takes what came of it. */
	end(): void;
}

interface Reader {
	/** How many input items there are. */
	count: number;
	/** Calls at once. */
	concurrency: number;
	/** An item's list; undefined where there is nothing to read. */
	open(itemIndex: number): WatchedReading | undefined;
	recall: Memory['recall'];
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
export async function readInTurn({ count, concurrency, open, recall }: Reader): Promise<void> {
	const goingOn: WatchedReading[] = [];
	let arrived: WatchedReading[] = [];
	let judging: Array<Promise<void>> = [];

	async function judge(lists: WatchedReading[]): Promise<void> {
		await recall(lists.map(({ watch }) => watch));
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
		const list = open(itemIndex);
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
		const list = laterFirst[place] as WatchedReading;
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
	private waiting: Array<{ list: WatchedReading; goOn: () => void }> = [];

	constructor(private readonly judge: (lists: WatchedReading[]) => Promise<void>) {}

	/** Reads a list to its end. */
	async read(list: WatchedReading): Promise<void> {
		const { reading } = list;
		this.reading += 1;
		while (!reading.isOver) {
			await reading.buy();
			if (reading.pagesHeld > 0) await this.judged(list);
		}
		this.reading -= 1;
		this.judgeIfAllWait();
	}

	private async judged(list: WatchedReading): Promise<void> {
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
