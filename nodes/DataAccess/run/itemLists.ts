import type { INodeExecutionData } from 'n8n-workflow';

import type { TaskReader } from '../ask/task';
import type { Buyer } from '../buy/buyer';
import type { itemMaker } from '../deliver/items';
import { askedOf, failedBefore, untouched } from '../deliver/happened';
import type { ItemResult } from '../deliver/happened';
import type { Host } from '../host/host';
import { ListReading } from '../list/listReading';
import type { ItemTask } from '../list/itemTask';
import type { WatchSummary } from '../list/onlyNew';
import { nextOf } from '../list/place';
import type { Query } from '../operations/operation';
import { unexpected } from '../shared/failure';
import type { Memory } from '../watch/memory';
import type { WatchedList } from '../watch/watchedList';

interface Setup {
	host: Host;
	query: Query;
	buyer: Buyer;
	/** Left out where all records are wanted. */
	memory?: Pick<Memory, 'watch'>;
	readTask: TaskReader;
	itemsOf: ReturnType<typeof itemMaker>;
}

export interface ItemList {
	reading: ListReading;
	watch?: WatchedList;
	end(): void;
}

/** The lists of a run's input items, and what comes of them. An exception is the failure of its item alone. */
export class ItemLists {
	/** In input order, when all lists are read. */
	readonly results: ItemResult[] = [];

	constructor(private readonly setup: Setup) {}

	/** An item's list; undefined where there is none to read. */
	open(itemIndex: number): ItemList | undefined {
		const { host, query, buyer, readTask } = this.setup;
		// Under Stop a halted run delivers nothing. Under Continue each item still says where its list begins.
		if ((buyer.halt.isOver && !host.who.goesOn) || host.execution.stop?.aborted) {
			return this.take(untouched(itemIndex));
		}
		const task = readTask(itemIndex);
		const begin = 'failure' in task ? task.begin : nextOf(task.list, task.begin);
		try {
			if (!('failure' in task)) return this.listOf(itemIndex, task);
			const asked = task.input && askedOf(query, task.input);
			return this.take({ ...failedBefore(itemIndex, task.failure, task.list, begin), asked });
		} catch (error) {
			return this.take(failedBefore(itemIndex, unexpected(error), task.list, begin));
		}
	}

	private listOf(itemIndex: number, task: ItemTask): ItemList {
		const { host, query, buyer, memory, itemsOf } = this.setup;
		const watch = memory?.watch(task, buyer);
		const after = Math.max(task.begin?.after ?? 0, watch?.since ?? 0);
		const asked = askedOf(query, task.input);
		const isReversed = host.wanted.isOldestFirst && query.newestFirst(task.input);
		const items: INodeExecutionData[] = [];
		const reading = new ListReading(task, {
			query,
			buy: buyer.pagesFor(itemIndex, task.timeout, after),
			judge: watch && ((page) => watch.judge(page)),
			deliver: (page) => {
				for (const item of itemsOf(page, itemIndex)) items.push(item);
			},
		});
		const end = () => {
			let watched: WatchSummary | undefined;
			try {
				if (watch?.failure) reading.stop('failure', watch.failure);
				watched = watch?.end(reading.collected);
			} catch (error) {
				reading.stop('failure', unexpected(error));
			}
			const { collected } = reading;
			// In Output = Pages a page without a new record is an item, too.
			if (watch && collected.records === 0) items.length = 0;
			if (isReversed) items.reverse();
			this.take({ ...collected, watched, itemIndex, asked, items });
		};
		return { reading, watch, end };
	}

	private take(result: ItemResult): undefined {
		this.results[result.itemIndex] = result;
		// That of a call is noted already, but not that of an input.
		if (result.failure) this.setup.buyer.halt.note(result.failure);
	}
}
