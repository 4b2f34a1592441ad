import { sleep } from 'n8n-workflow';

import type { ItemTask } from '../list/itemTask';
import type { Remark, WatchedList } from '../list/watchedList';
import type { Query } from '../operations/operation';
import type { Failure } from '../shared/failure';
import { grouped } from '../shared/dollars';
import type { Slots } from '../shared/parallel';
import { giveWay } from '../shared/turn';
import { RememberedList } from './rememberedList';
import { DeliveredValues, noChanges } from './deliveredValues';
import type { ValueChanges } from './deliveredValues';
import { MOST_VALUES } from './room';
import { unreadable } from './valueStore';
import type { ValueStore } from './valueStore';

/** What a run remembers, and knows of earlier executions. None of it throws. */
export interface Memory {
	/** Whether looks of many lists become one. */
	gathersLooks: boolean;
	/** An input item's list; undefined where all records are wanted. */
	listOf(task: ItemTask): WatchedList | undefined;
	/** The run is about to return what it found. */
	delivered(): Promise<Remark[]>;
	/** Nothing of the run is returned: what it found new comes again. */
	undone(): Promise<void>;
	/** The run has ended, however it did. */
	close(): Promise<void>;
}

/** The run's calls, of which only so many go on at once. */
type Calls = Pick<Slots, 'hasFree' | 'onFree'>;

/** Milliseconds for which looks wait for those of other lists, where only slow calls keep them apart. */
const LONGEST_WAIT = 100;

/** What the user wants of it. */
interface MemorySettings {
	onlyNew: boolean;
	firstRun: 'emit' | 'baseline';
}

const MANUAL: Remark = {
	text: 'Only New Records has no effect in a manual run: all records are returned, and none are remembered.',
	isWarning: false,
};

const FORGETTING: Remark = {
	text: 'n8n could not remember which records were returned, so they will be returned again.',
	isWarning: true,
};

function noMemory(remarks: Remark[]): Memory {
	return {
		gathersLooks: false,
		listOf: () => undefined,
		delivered: async () => remarks,
		undone: async () => {},
		close: async () => {},
	};
}

/** All lists of a run that delivers only what is new. */
class RunMemory implements Memory {
	readonly gathersLooks = true;
	private readonly lists: RememberedList[] = [];
	/** Lists that are being read. */
	private open = 0;
	private readonly values: DeliveredValues;
	private isWaking = false;

	constructor(
		private readonly store: ValueStore,
		private readonly query: Query,
		private readonly takesBaseline: boolean,
		private readonly calls: Calls,
	) {
		this.values = new DeliveredValues(store, {
			mayCome: (waiting) => waiting < this.open,
			onWait: () => this.wake(),
		});
		calls.onFree = () => this.wake();
	}

	/** @throws what n8n throws */
	async start(): Promise<this> {
		await this.values.open();
		return this;
	}

	listOf({ list, memoryName, input, limit, maxPages, isResumed }: ItemTask): WatchedList {
		const { query, values, takesBaseline, store } = this;
		const isNewestFirst = query.newestFirst(input);
		const watched = new RememberedList(values, {
			key: memoryName === '' ? list : `${list} ${JSON.stringify(memoryName)}`,
			isNewestFirst,
			takesBaseline,
			gaps: isNewestFirst && query.pagesByCursor ? store.gaps : undefined,
			isResumed,
			limit,
			maxPages,
			price: query.callOf(input).price,
			onEnd: () => {
				this.open -= 1;
				void this.values.look();
			},
		});
		this.open += 1;
		this.lists.push(watched);
		return watched;
	}

	/** Lists that wait for a look must not wait for a slow call. */
	private wake(): void {
		if (this.isWaking || !this.calls.hasFree) return;
		this.isWaking = true;
		void sleep(LONGEST_WAIT).then(async () => {
			this.isWaking = false;
			if (this.calls.hasFree) await this.values.look(true);
		});
	}

	async delivered(): Promise<Remark[]> {
		const changes = await this.changes();
		try {
			await this.values.remember(changes);
		} catch {
			await this.undone();
			return [FORGETTING];
		}
		for (const list of this.lists) list.keepGaps();
		const values = new Set([...changes.added, ...changes.met]).size;
		if (values <= MOST_VALUES) return [];
		const text = `Only New Records has to remember ${grouped(values)} values for this run, more than the ${grouped(MOST_VALUES)} that n8n can search quickly. Spread the lists over several nodes, or lower Limit.`;
		return [{ text, isWarning: true }];
	}

	async undone(): Promise<void> {
		try {
			await this.values.forget((await this.changes()).added);
		} catch {
			// The run's own failure matters more than this one.
		}
	}

	async close(): Promise<void> {
		try {
			await this.values.close();
		} catch {
			// The mark stays, and tells later runs to doubt the memory.
		}
	}

	private async changes(): Promise<ValueChanges> {
		const all = noChanges();
		const open = new Set(this.lists.filter((list) => list.isLeftOpen).map(({ key }) => key));
		for (const list of this.lists) {
			const { added, marks, met, gone } = list.changes(open.has(list.key));
			for (const value of added) all.added.push(value);
			for (const value of marks) all.marks.push(value);
			for (const value of met) all.met.push(value);
			for (const value of gone) all.gone.push(value);
			await giveWay();
		}
		return all;
	}
}

/**
 * Opens what this node remembers, before anything is spent. At least once: what is not delivered for
 * certain is not remembered, and comes again.
 */
export async function openMemory(
	query: Query,
	{ onlyNew, firstRun }: MemorySettings,
	{ values: store, isProduction }: { values: ValueStore; isProduction: boolean },
	calls: Calls,
): Promise<{ memory: Memory } | { failure: Failure }> {
	if (!onlyNew) return { memory: noMemory([]) };
	if (!isProduction) return { memory: noMemory([MANUAL]) };
	const memory = new RunMemory(store, query, firstRun === 'baseline', calls);
	try {
		return { memory: await memory.start() };
	} catch (error) {
		return { failure: unreadable(error) };
	}
}
