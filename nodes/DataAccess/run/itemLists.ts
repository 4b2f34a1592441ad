import type { INodeExecutionData } from 'n8n-workflow';

import type { TaskReader } from '../ask/task';
import type { Buyer } from '../buy/buyer';
import type { itemMaker } from '../deliver/items';
import { askedOf, failedBefore, untouched } from '../deliver/happened';
import type { ItemResult } from '../deliver/happened';
import type { Host } from '../host/host';
import { beginOf, ListReading } from '../list/listReading';
import type { ItemTask } from '../list/itemTask';
import type { Query } from '../operations/operation';
import { unexpected } from '../shared/failure';
import type { WatchedList } from '../watch/watchedList';

interface Setup {
	host: Host;
	query: Query;
	buyer: Buyer;
	readTask: TaskReader;
	itemsOf: ReturnType<typeof itemMaker>;
}

export interface ItemList<W> {
	reading: ListReading;
	watch: W;
	end(): void;
}

/** The lists of a run's input items, and what comes of them. An exception is the failure of its item alone. */
export class ItemLists {
	/** In input order, when all lists are read. */
	readonly results: ItemResult[] = [];

	constructor(private readonly setup: Setup) {}

	/** An item's list; undefined where there is none to read. */
	open<W extends WatchedList | undefined>(
		itemIndex: number,
		watchOf: (task: ItemTask) => W,
	): ItemList<W> | undefined {
		const { host, query, buyer, readTask } = this.setup;
		// Under Stop a halted run delivers nothing. Under Continue each item still says where its list begins.
		if ((buyer.halt.isOver && !host.who.goesOn) || host.execution.stop?.aborted) {
			return this.take(untouched(itemIndex));
		}
		const task = readTask(itemIndex);
		if ('failure' in task) {
			const { failure, list, begin, input } = task;
			const asked = input && askedOf(query, input);
			return this.take({ ...failedBefore(itemIndex, failure, list, begin), asked });
		}
		return this.safely(itemIndex, task, () => this.listOf(itemIndex, task, watchOf(task)));
	}

	private listOf<W extends WatchedList | undefined>(
		itemIndex: number,
		task: ItemTask,
		watch: W,
	): ItemList<W> {
		const { host, query, buyer, itemsOf } = this.setup;
		const items: INodeExecutionData[] = [];
		const reading = new ListReading(task, {
			query,
			buy: buyer.pagesFor(itemIndex, task.timeout, Math.max(task.after, watch?.since ?? 0)),
			deliver: (page) => {
				for (const item of itemsOf(page, itemIndex)) items.push(item);
			},
		});
		const end = () => {
			const job = () => {
				if (watch?.failure) reading.stop('failure', watch.failure);
				const collected = reading.end();
				const watched = watch?.end(collected);
				const asked = askedOf(query, task.input);
				// In Output = Pages a page without a new record is an item, too.
				if (watch && collected.records === 0) items.length = 0;
				if (host.wanted.isOldestFirst && query.newestFirst(task.input)) items.reverse();
				this.take({ ...collected, watched, itemIndex, asked, items });
			};
			this.safely(itemIndex, task, job, items);
		};
		return { reading, watch, end };
	}

	/** @param items what the list has brought so far */
	private safely<T>(
		itemIndex: number,
		task: ItemTask,
		job: () => T,
		items: INodeExecutionData[] = [],
	): T | undefined {
		try {
			return job();
		} catch (error) {
			const begin = beginOf(this.setup.query, task);
			const failed = failedBefore(itemIndex, unexpected(error), task.list, begin);
			return this.take({ ...failed, items, records: items.length });
		}
	}

	private take(result: ItemResult): undefined {
		this.results[result.itemIndex] = result;
		// That of a call is noted already, but not that of an input.
		if (result.failure) this.setup.buyer.halt.note(result.failure);
	}
}
