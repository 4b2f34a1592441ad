import type { INodeExecutionData } from 'n8n-workflow';

import type { ReadTask, RefusedTask } from '../ask/task';
import type { Buyer } from '../buy/buyer';
import { failedBefore, inputLabelOf } from '../deliver/itemResult';
import type { ItemResult } from '../deliver/itemResult';
import type { ItemMaker } from '../deliver/items';
import type { ItemTask } from '../list/itemTask';
import { ListReading } from '../list/listReading';
import type { Query } from '../operations/operation';
import type { Memory } from '../watch/memory';
import type { WatchedList } from '../watch/watchedList';

/** An input item's list, and the output items of what was read of it. */
export interface ItemList {
	task: ItemTask;
	reading: ListReading;
	/** Left out where all records are wanted. */
	watch?: WatchedList;
	items: INodeExecutionData[];
}

/** What the lists of a run share. */
interface RunMeans {
	query: Query;
	buyer: Buyer;
	maker: ItemMaker;
	/** Left out where all records are wanted. */
	memory?: Memory;
}

/** The list that an input item asks for, of which nothing is read yet; or why it cannot be asked for. */
export function startList(
	itemIndex: number,
	task: ReadTask,
	{ query, buyer, maker, memory }: RunMeans,
): ItemList | RefusedTask {
	const { halt } = buyer;
	if ('failure' in task) {
		// Under Stop, it ends the run before anything is bought.
		halt.noteFailure();
		return task;
	}
	const { timeout, start } = task;
	const watch = memory?.startWatching(task, buyer);
	const items: INodeExecutionData[] = [];
	const reading = new ListReading(task, {
		query,
		buy: buyer.pagesFor({ itemIndex, timeout, after: start?.previousPageAt ?? 0 }),
		earlier: watch,
		deliver: async (page) => {
			for (const item of await maker.make(page, itemIndex)) items.push(item);
		},
		onFailure: () => halt.noteFailure(),
	});
	return { task, reading, watch, items };
}

/** Ends an input item's list, when none of the run is read any further: what came of it, and what is to be remembered. */
export function endList(itemIndex: number, list: ItemList | RefusedTask, query: Query): ItemResult {
	if ('failure' in list) return failedBefore(itemIndex, list.failure, list);
	const { task, reading, watch, items } = list;
	const { collected } = reading;
	// In Output = Pages a page without a new record is an item, too.
	const isEmpty = watch !== undefined && collected.records === 0;
	return {
		...collected,
		watched: watch?.settle(collected),
		itemIndex,
		inputLabel: inputLabelOf(query, task.input),
		items: isEmpty ? [] : items,
	};
}
