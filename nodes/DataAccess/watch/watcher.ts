import type { Failure } from '../shared/failure';
import type { ItemTask } from '../list/itemTask';
import type { Remark, Watch } from '../list/watch';
import type { Query } from '../operations/operation';
import { DeliveredValues, REMEMBERED_BOUND } from './deliveredValues';
import type { ValueChanges } from './deliveredValues';
import { ListWatch } from './listWatch';
import { unreadable } from './unreadable';
import type { ValueStore } from './valueStore';

/** What a run does about records that earlier executions have delivered. None of it throws. */
export interface Watcher {
	/** The watch over an input item's list; undefined where all records are wanted. */
	of(task: ItemTask): Watch | undefined;
	/** The run is about to return what it found. */
	delivered(): Promise<Remark[]>;
	/** Nothing of the run is returned: what it found new comes again. */
	undone(): Promise<void>;
}

const MANUAL: Remark = {
	text: 'Only New Records has no effect in a manual run: all records are returned, and none are remembered.',
	isWarning: false,
};

function watchingNothing(remarks: Remark[]): Watcher {
	return { of: () => undefined, delivered: async () => remarks, undone: async () => {} };
}

/** All lists of a run that delivers only what is new. */
class ListsWatcher implements Watcher {
	private readonly lists: ListWatch[] = [];

	constructor(
		private readonly query: Query,
		private readonly values: DeliveredValues,
	) {}

	of({ list, memoryName, input, limit, maxPages, isResumed }: ItemTask): Watch {
		const { query } = this;
		const watch = new ListWatch(this.values, {
			key: memoryName === '' ? list : `${list} ${JSON.stringify(memoryName)}`,
			isNewestFirst: query.newestFirst(input),
			isResumed,
			limit,
			maxPages,
			price: query.callOf(input).price,
		});
		this.lists.push(watch);
		return watch;
	}

	async delivered(): Promise<Remark[]> {
		const changes = this.changes();
		try {
			await this.values.remember(changes);
		} catch {
			const text =
				'n8n could not remember which records were returned, so they will be returned again.';
			return [{ text, isWarning: true }];
		}
		const listed = new Set([...changes.added, ...changes.met]).size;
		if (!this.values.isTooSmallFor(listed)) return [];
		const text = `Only New Records has ${listed} values to remember for this run alone, and a node remembers ${REMEMBERED_BOUND} in all. Spread the lists over several nodes, or lower Limit, before known records are returned again.`;
		return [{ text, isWarning: true }];
	}

	async undone(): Promise<void> {
		try {
			await this.values.undo(this.changes());
		} catch {
			// What the run itself has to say matters more.
		}
	}

	private changes(): ValueChanges {
		const all = { added: [] as string[], met: [] as string[], dropped: [] as string[] };
		for (const list of this.lists) {
			const { added, met, dropped } = list.changes();
			for (const value of added) all.added.push(value);
			for (const value of met) all.met.push(value);
			for (const value of dropped) all.dropped.push(value);
		}
		return all;
	}
}

/**
 * Opens what this node remembers, before anything is spent. At least once: what is not delivered for
 * certain is not remembered, and comes again.
 */
export async function openWatcher(
	query: Query,
	onlyNew: boolean,
	{ values: store, isProduction }: { values: ValueStore; isProduction: boolean },
): Promise<{ watcher: Watcher } | { failure: Failure }> {
	if (!onlyNew) return { watcher: watchingNothing([]) };
	if (!isProduction) return { watcher: watchingNothing([MANUAL]) };
	const values = new DeliveredValues(store);
	try {
		await values.open();
	} catch (error) {
		return { failure: unreadable(error) };
	}
	return { watcher: new ListsWatcher(query, values) };
}
