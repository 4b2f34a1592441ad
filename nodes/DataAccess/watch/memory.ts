import { memoryKeyOf } from '../list/itemTask';
import type { ItemTask } from '../list/itemTask';
import type { StopReason } from '../list/pageEnd';
import type { Judgement } from '../list/step';
import type { MemoryRemark, PageToJudge, WatchSummary } from '../list/watched';
import type { Query } from '../operations/operation';
import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { remembered } from '../shared/remembered';
import { giveWay } from '../shared/turn';
import { factsOf } from './facts';
import type { FactStore } from './facts';
import { factsAtTop, factsBelow, judge, NOTHING_READ } from './judge';
import type { Holds, Watch } from './judge';
import { leave } from './leave';
import type { Ending, Left } from './leave';
import { hasSpentShare } from './share';

/** What a run spends on its lists. */
export interface Spender {
	/** US dollars that a call with this input counts as. */
	priceOf(input: ItemTask['input']): number;
	/** The run has waited for something else than its own calls. */
	readonly hasWaited: boolean;
}

/** What the user wants of it. */
interface MemorySettings {
	onlyNew: boolean;
	firstRun: 'emit' | 'baseline';
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
}

interface ListSetup {
	key: string;
	watch: Watch;
	/**
	 * When it was last remembered, in epoch milliseconds: a page that was bought before shows neither
	 * what a first run has left as old, nor where that begins.
	 */
	since: number;
	holds: Holds;
	/** Where Max Cost or the time of a poll ended it after so many pages: no later run would get further. */
	hasHadShare(reason: StopReason, pages: number): boolean;
}

/** One list of a run, compared with what earlier runs delivered of it. */
export class WatchedList {
	/** Why the new records could not be told from known ones: all then count as new. */
	failure?: Failure;
	left?: Left;
	private soFar = NOTHING_READ;

	constructor(private readonly setup: ListSetup) {}

	get key(): string {
		return this.setup.key;
	}

	get since(): number {
		return this.setup.since;
	}

	/** Nothing of it is remembered, as far as it was judged. */
	get isFirst(): boolean {
		return this.soFar.isFirst;
	}

	get isBaseline(): boolean {
		return this.isFirst && this.setup.watch.takesBaseline;
	}

	/** What has to be known to judge its next page, in two rounds. */
	facts(page: PageToJudge): [atTop: () => string[], below: () => string[]] {
		const { watch, holds } = this.setup;
		return [
			() => factsAtTop(watch, this.soFar, page),
			() => factsBelow(watch, this.soFar, page, holds),
		];
	}

	/**
	 * Judges its next page.
	 * @param take delivers the page, or says that it could not: then nothing of it is remembered
	 */
	judge({ records }: PageToJudge, take: (judged: Judgement) => boolean): void {
		const { watch, holds } = this.setup;
		if (this.failure) {
			take({ isDone: true });
			return;
		}
		const { soFar, ...judged } = judge(watch, this.soFar, records, holds);
		if (take(judged)) this.soFar = soFar;
	}

	/** The list is read no further. */
	end(ending: Pick<Ending, 'reason' | 'cut'>): WatchSummary {
		const { watch, holds, hasHadShare } = this.setup;
		const isShareOver = hasHadShare(ending.reason, this.soFar.pages.length);
		this.left = leave(watch, this.soFar, { ...ending, hasHadShare: isShareOver }, holds);
		return this.left.summary;
	}
}

/** When in this process a list was last remembered, by workflow, node and list. */
const lastCommits = remembered<number>('listCommits');

/** What a run that delivers only what is new remembers of all its lists. None of it throws. */
export class Memory {
	private readonly lists: WatchedList[] = [];
	/** Whether each fact that was asked for holds. */
	private readonly recalled = new Map<string, boolean>();

	constructor(
		private readonly facts: FactStore,
		private readonly query: Query,
		private readonly settings: MemorySettings,
		private readonly nodeId: string,
	) {}

	/** An input item's list. */
	listOf(task: ItemTask, spender: Spender): WatchedList {
		const { query, settings, facts, lists } = this;
		const { cap, firstRun } = settings;
		const { input, isResumed } = task;
		const key = memoryKeyOf(task);
		const list = new WatchedList({
			key,
			watch: {
				facts: factsOf(key),
				isResumed,
				isNewestFirst: query.newestFirst(input),
				takesBaseline: firstRun === 'baseline' && !facts.isFull,
			},
			since: lastCommits.get(`${this.nodeId} ${key}`) ?? 0,
			holds: (fact) => this.recalled.get(fact) === true,
			hasHadShare(reason, pages) {
				if (reason === 'outOfTime') return !spender.hasWaited;
				return hasSpentShare({ pages, price: spender.priceOf(input), cap, lists: lists.length });
			},
		});
		lists.push(list);
		return list;
	}

	/** Learns what is remembered of the next pages of these lists, so that they can be judged. */
	async recall(pages: ReadonlyArray<{ list: WatchedList; page: PageToJudge }>): Promise<void> {
		const rounds = pages.map(({ list, page }) => list.facts(page));
		try {
			for (const round of [0, 1] as const) {
				const unasked: string[] = [];
				for (const facts of rounds) {
					for (const fact of facts[round]()) if (!this.recalled.has(fact)) unasked.push(fact);
					await giveWay();
				}
				if (unasked.length === 0) continue;
				const held = await this.facts.ask(unasked);
				for (const fact of unasked) this.recalled.set(fact, held.has(fact));
			}
		} catch (error) {
			for (const { list } of pages) list.failure = unreadable(error);
		}
	}

	/** Remembers what the run is about to return: if n8n is killed after this, it does not come again. */
	async commit(): Promise<MemoryRemark[]> {
		const facts: string[] = [];
		const lasting: string[] = [];
		/** Of several input items with one list, the first says what exists. */
		const begun = new Set<string>();
		for (const { key, left, failure, isBaseline } of this.lists) {
			// Where it could not tell what is new, what it did not come to must stay within reach.
			if (!left || failure || begun.has(key)) continue;
			for (const fact of left.facts) facts.push(fact);
			for (const fact of left.lasting) lasting.push(fact);
			if (isBaseline && left.isWatched) begun.add(key);
			await giveWay();
		}
		try {
			// One access keeps all or nothing. Where they are too many for one, a kill between two loses what
			// the first made known.
			await this.facts.keep(facts, lasting);
			for (const { key } of this.lists) lastCommits.note(`${this.nodeId} ${key}`, Date.now());
		} catch {
			const isBaseline = this.lists.some((list) => list.isBaseline);
			return [isBaseline ? 'forgettingBaseline' : 'forgetting'];
		}
		return this.facts.isFull && this.lists.some(({ isFirst }) => isFirst) ? ['memoryFull'] : [];
	}
}

/** What a run says when n8n's memory cannot be asked. */
export function unreadable(error: unknown): Failure {
	return {
		...unexpected(error),
		cause: 'temporarily-unavailable',
		as: 'memoryUnreadable',
	};
}

/**
 * Opens what this node remembers, before anything is spent.
 * @returns no memory where all records are wanted
 */
export async function openMemory(
	query: Query,
	settings: MemorySettings,
	{ facts, isProduction, nodeId }: { facts: FactStore; isProduction: boolean; nodeId: string },
): Promise<{ memory?: Memory; remarks: MemoryRemark[] } | { failure: Failure }> {
	if (!settings.onlyNew) return { remarks: [] };
	if (!isProduction) return { remarks: ['manualRun'] };
	try {
		await facts.open();
	} catch (error) {
		return { failure: unreadable(error) };
	}
	return { memory: new Memory(facts, query, settings, nodeId), remarks: [] };
}
