import type { ItemTask } from '../list/itemTask';
import type { Remark, WatchedList } from '../list/watchedList';
import type { Query } from '../operations/operation';
import type { Failure } from '../shared/failure';
import { grouped } from '../shared/dollars';
import { giveWay } from '../shared/turn';
import type { FactStore } from './facts';
import { BatchedFacts } from './batchedFacts';
import { RememberedList, unreadable } from './rememberedList';
import type { FactsToKeep } from './rememberedList';
import { MOST_VALUES } from './rememberedFacts';

/** What a run remembers, and knows of earlier executions. None of it throws. */
export interface Memory {
	/** Whether the lists of the run ask n8n's memory together, so that many are read in parallel. */
	isShared: boolean;
	/** An input item's list; undefined where all records are wanted. */
	listOf(task: ItemTask): WatchedList | undefined;
	/** Remembers what the run is about to return: if n8n is killed after this, it does not come again. */
	commit(): Promise<Remark[]>;
	/** The run returns nothing after all: what it found new comes again. */
	takeBack(): Promise<void>;
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
	text: `The memory of this node is full (${grouped(MOST_VALUES)} values), so a list that it reads for the first time may be one that it has forgotten: its records are returned. Spread the lists over several nodes.`,
	isWarning: true,
};

function noMemory(remarks: Remark[]): Memory {
	return {
		isShared: false,
		listOf: () => undefined,
		commit: async () => remarks,
		takeBack: async () => {},
	};
}

/** All lists of a run that delivers only what is new. */
class RunMemory implements Memory {
	readonly isShared = true;
	private readonly lists: RememberedList[] = [];
	private readonly batch: BatchedFacts;
	private kept: string[] = [];

	constructor(
		private readonly facts: FactStore,
		private readonly query: Query,
		private readonly settings: MemorySettings,
	) {
		this.batch = new BatchedFacts(facts);
	}

	listOf({ list, memoryName, input, begins }: ItemTask): WatchedList {
		const { query, settings, facts, batch } = this;
		const watched = new RememberedList(batch, {
			key: memoryName === '' ? list : `${list} ${JSON.stringify(memoryName)}`,
			begins,
			isNewestFirst: query.newestFirst(input),
			takesBaseline: settings.firstRun === 'baseline' && !facts.isFull,
			price: query.callOf(input).price,
			cap: settings.cap,
			onEnd: () => batch.end(),
		});
		batch.begin();
		this.lists.push(watched);
		return watched;
	}

	async commit(): Promise<Remark[]> {
		const toKeep: FactsToKeep = { known: [], floors: [], watched: [], held: [] };
		for (const list of this.lists) {
			list.addTo(toKeep);
			await giveWay();
		}
		// In this order, so that what a kill cuts off comes again.
		this.kept = [...toKeep.known, ...toKeep.floors, ...toKeep.watched];
		try {
			await this.facts.keep(this.kept);
			await this.facts.renew(toKeep.held);
		} catch {
			const isBaseline = this.lists.some((list) => list.isBaseline);
			return [isBaseline ? FORGETTING_BASELINE : FORGETTING];
		}
		return this.facts.isFull && this.lists.some(({ isFirst }) => isFirst) ? [FULL] : [];
	}

	async takeBack(): Promise<void> {
		try {
			await this.facts.drop(this.kept);
		} catch {
			// n8n's database is gone; the run's own end matters more.
		}
	}
}

/** Opens what this node remembers, before anything is spent. */
export async function openMemory(
	query: Query,
	settings: MemorySettings,
	{ facts, isProduction }: { facts: FactStore; isProduction: boolean },
): Promise<{ memory: Memory } | { failure: Failure }> {
	if (!settings.onlyNew) return { memory: noMemory([]) };
	if (!isProduction) return { memory: noMemory([MANUAL]) };
	try {
		await facts.open();
	} catch (error) {
		return { failure: unreadable(error) };
	}
	return { memory: new RunMemory(facts, query, settings) };
}
