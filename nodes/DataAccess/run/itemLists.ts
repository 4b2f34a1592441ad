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

/** An input item's list, and the output items made from its pages. */
export interface ItemList {
	task: ItemTask;
	reading: ListReading;
	/** Omitted if all records are wanted. */
	watch?: WatchedList;
	items: INodeExecutionData[];
}

/** What the lists of a run share. */
interface RunMeans {
	query: Query;
	buyer: Buyer;
	maker: ItemMaker;
	/** Omitted if all records are wanted. */
	memory?: Memory;
}

/** Returns the list that an input item asks for, before anything of it is read; or the task, if it was refused. */
export function startList(
	itemIndex: number,
	task: ReadTask,
	{ query, buyer, maker, memory }: RunMeans,
): ItemList | RefusedTask {
	const { halt } = buyer;
	if ('failure' in task) {
		// If On Error is Stop Workflow, a refused item ends the run before anything is bought.
		halt.observeFailure();
		return task;
	}
	const { timeout, start } = task;
	const watch = memory?.startWatching(task, buyer);
	const items: INodeExecutionData[] = [];
	const reading = new ListReading(task, {
		query,
		buy: buyer.pagesFor({ itemIndex, timeout, previousPageAt: start?.previousPageAt ?? 0 }),
		earlier: watch,
		onRecords: async (page) => {
			for (const item of await maker.make(page, itemIndex)) items.push(item);
		},
		onFailure: () => halt.observeFailure(),
	});
	return { task, reading, watch, items };
}

/**
 * Returns the outcome of an input item's list, and settles what Only New Records remembers of it. To be called after all
 * lists of the run have been read.
 */
export function endList(itemIndex: number, list: ItemList | RefusedTask, query: Query): ItemResult {
	if ('failure' in list) return failedBefore(itemIndex, list.failure, list);
	const { task, reading, watch, items } = list;
	const { collected } = reading;
	// If Output is Pages, a page without a new record would be an item, too.
	const isEmpty = watch !== undefined && collected.records === 0;
	return {
		...collected,
		watched: watch?.settle(collected),
		itemIndex,
		inputLabel: inputLabelOf(query, task.input),
		items: isEmpty ? [] : items,
	};
}
