import { memoryKeyOf } from '../list/itemTask';
import type { ItemTask } from '../list/itemTask';
import type { Remark } from '../list/watchedList';
import type { Query } from '../operations/operation';
import type { Failure } from '../shared/failure';
import { grouped } from '../shared/dollars';
import { remembered } from '../shared/remembered';
import { giveWay } from '../shared/turn';
import type { FactStore } from './facts';
import { hasSpentShare } from './leavings';
import { RememberedList, unreadable } from './rememberedList';
import type { FactsToKeep } from './rememberedList';
import { MOST_VALUES } from './rememberedFacts';

/** What a run spends on its lists. */
export interface Spender {
	/** US dollars that a call with this input counts as. */
	priceOf(input: ItemTask['input']): number;
	/** The run has waited for something else than its own calls. */
	readonly hasWaited: boolean;
}

/** What a run remembers, and knows of earlier executions. None of it throws. */
export interface Memory {
	/** An input item's list. */
	listOf(task: ItemTask, spender: Spender): RememberedList;
	/** Learns what is remembered of the pages that these lists have read, so that they can be judged. */
	recall(lists: readonly RememberedList[]): Promise<void>;
	/** Remembers what the run is about to return: if n8n is killed after this, it does not come again. */
	commit(): Promise<Remark[]>;
}

/** What the user wants of it. */
interface MemorySettings {
	onlyNew: boolean;
	firstRun: 'emit' | 'baseline';
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
}

const MANUAL: Remark = {
	text: 'Only New Records has no effect in a manual run: all records are returned, and none are remembered.',
	isWarning: false,
};

const FORGETTING: Remark = {
	text: 'n8n could not remember which records were returned, so they will be returned again.',
	isWarning: true,
};

const FORGETTING_BASELINE: Remark = {
	text: 'n8n could not remember the existing records. The next run tries again: what is added until then counts as existing.',
	isWarning: true,
};

const FULL: Remark = {
	text: `The memory of this node is full (${grouped(MOST_VALUES)} values), so a list that it reads for the first time may be one that it has forgotten: its records are returned, and of a list with the newest first what Limit leaves is old. Spread the lists over several nodes.`,
	isWarning: true,
};

/** When in this process a list was last remembered, in epoch milliseconds, by workflow, node and list. */
const lastCommits = remembered<number>('listCommits');

/** All lists of a run that delivers only what is new. */
class RunMemory implements Memory {
	private readonly lists: RememberedList[] = [];

	constructor(
		private readonly facts: FactStore,
		private readonly query: Query,
		private readonly settings: MemorySettings,
		private readonly nodeId: string,
	) {}

	listOf(task: ItemTask, spender: Spender): RememberedList {
		const { query, settings, facts, lists } = this;
		const { cap, firstRun } = settings;
		const { input, isResumed } = task;
		const key = memoryKeyOf(task);
		const watched = new RememberedList({
			key,
			since: lastCommits.get(`${this.nodeId} ${key}`) ?? 0,
			isResumed,
			isNewestFirst: query.newestFirst(input),
			takesBaseline: firstRun === 'baseline' && !facts.isFull,
			hasHadShare(reason, pages) {
				if (reason === 'outOfTime') return !spender.hasWaited;
				return hasSpentShare({ pages, price: spender.priceOf(input), cap, lists: lists.length });
			},
		});
		lists.push(watched);
		return watched;
	}

	async recall(lists: readonly RememberedList[]): Promise<void> {
		try {
			for (;;) {
				const asking = lists.map((list) => list.unasked());
				const facts = asking.flat();
				if (facts.length === 0) return;
				const held = await this.facts.ask(facts);
				for (const [place, list] of lists.entries()) {
					list.learn(asking[place] ?? [], held);
					await giveWay();
				}
			}
		} catch (error) {
			for (const list of lists) list.failure = unreadable(error);
		}
	}

	async commit(): Promise<Remark[]> {
		const toKeep: FactsToKeep = { facts: [], lasting: [] };
		/** Of several input items with one list, the first says what exists. */
		const begun = new Set<string>();
		for (const list of this.lists) {
			if (!begun.has(list.key)) list.addTo(toKeep);
			if (list.isBaseline && list.isWatched) begun.add(list.key);
			await giveWay();
		}
		try {
			// One access keeps all or nothing. Where they are too many for one, a kill between two loses what
			// the first made known.
			await this.facts.keep(toKeep.facts, toKeep.lasting);
			for (const { key } of this.lists) lastCommits.note(`${this.nodeId} ${key}`, Date.now());
		} catch {
			const isBaseline = this.lists.some((list) => list.isBaseline);
			return [isBaseline ? FORGETTING_BASELINE : FORGETTING];
		}
		return this.facts.isFull && this.lists.some(({ isFirst }) => isFirst) ? [FULL] : [];
	}
}

/**
 * Opens what this node remembers, before anything is spent.
 * @returns no memory where all records are wanted
 */
export async function openMemory(
	query: Query,
	settings: MemorySettings,
	{ facts, isProduction, nodeId }: { facts: FactStore; isProduction: boolean; nodeId: string },
): Promise<{ memory?: Memory; remarks: Remark[] } | { failure: Failure }> {
	if (!settings.onlyNew) return { remarks: [] };
	if (!isProduction) return { remarks: [MANUAL] };
	try {
		await facts.open();
	} catch (error) {
		return { failure: unreadable(error) };
	}
	return { memory: new RunMemory(facts, query, settings, nodeId), remarks: [] };
}
