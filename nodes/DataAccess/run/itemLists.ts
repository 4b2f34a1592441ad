import type { INodeExecutionData } from 'n8n-workflow';

import type { RunRequest } from '../ask/request';
import type { Buyer } from '../buy/buyer';
import { askedOf, failedBefore, untouched } from '../deliver/itemResult';
import type { ItemResult } from '../deliver/itemResult';
import { ItemMaker } from '../deliver/items';
import type { Remark } from '../deliver/remarks';
import type { Host } from '../host/host';
import type { ItemTask } from '../list/itemTask';
import type { WatchSummary } from '../list/judgement';
import { ListReading } from '../list/listReading';
import { nextOf } from '../list/place';
import { unexpected } from '../shared/failure';
import type { Memory } from '../watch/memory';
import type { WatchedList } from '../watch/watchedList';
import type { ReadTask } from './tasks';

/** An input item's list, and the output items of what was read of it. */
export interface ItemList {
	itemIndex: number;
	task: ItemTask;
	reading: ListReading;
	/** Left out where all records are wanted. */
	watch?: WatchedList;
	items: INodeExecutionData[];
}

/** The lists of a run's input items, and what comes of them. An exception is the failure of its item alone. */
export class ItemLists {
	/** In input order, when all lists are read. */
	readonly results: ItemResult[] = [];
	private readonly maker: ItemMaker;

	constructor(
		private readonly host: Host,
		private readonly request: RunRequest,
		private readonly tasks: readonly ReadTask[],
		private readonly buyer: Buyer,
		/** Left out where all records are wanted. */
		private readonly memory?: Memory,
	) {
		const { query, settings } = request;
		const isForModel = host.who.isTool;
		const includesInput = settings.includeInputFields && !isForModel;
		this.maker = new ItemMaker({ ...settings, isForModel }, query, (itemIndex) =>
			includesInput ? host.wanted.inputItems[itemIndex]?.json : undefined,
		);
		// Under Stop, an input that cannot be used ends the run before anything is bought.
		for (const read of tasks) if ('refused' in read) this.finish(read.refused);
	}

	/** What is said of all records, when all lists are read. */
	get remarks(): Remark[] {
		return this.maker.remarks;
	}

	/** An item's list; undefined where there is none to read, and it is known what comes of the item. */
	open(itemIndex: number): ItemList | undefined {
		const read = this.tasks[itemIndex];
		if (!read || 'refused' in read) return undefined;
		if (this.isOver) {
			this.finish(untouched(itemIndex));
			return undefined;
		}
		const { task } = read;
		try {
			return this.beginList(itemIndex, task);
		} catch (error) {
			const place = { list: task.list, begin: nextOf(task.list, task.begin) };
			this.finish(failedBefore(itemIndex, unexpected(error), place));
			return undefined;
		}
	}

	/** A list is read no further: what came of it. */
	close({ itemIndex, task, reading, watch, items }: ItemList): void {
		let watched: WatchSummary | undefined;
		try {
			if (watch?.failure) reading.fail(watch.failure);
			watched = watch?.end(reading.collected);
		} catch (error) {
			reading.fail(unexpected(error));
		}
		const { collected } = reading;
		// In Output = Pages a page without a new record is an item, too.
		if (watch && collected.records === 0) items.length = 0;
		const asked = askedOf(this.request.query, task.input);
		this.finish({ ...collected, watched, itemIndex, asked, items });
	}

	/** Under Stop a run that has failed delivers nothing. Under Continue each item still says where its list begins. */
	private get isOver(): boolean {
		const { isOver, isStopped } = this.buyer.halt;
		return isStopped || (isOver && !this.host.who.goesOn);
	}

	private finish(result: ItemResult): void {
		this.results[result.itemIndex] = result;
		if (result.failure) this.buyer.halt.note(result.failure);
	}

	private beginList(itemIndex: number, task: ItemTask): ItemList {
		const { buyer, memory, request } = this;
		const watch = memory?.watch(task, buyer);
		const since = task.begin?.after ?? 0;
		const items: INodeExecutionData[] = [];
		const reading = new ListReading(task, {
			query: request.query,
			buy: buyer.pagesFor({ itemIndex, timeout: task.timeout, since }),
			earlier: watch,
			deliver: (page) => {
				for (const item of this.maker.itemsOf(page, itemIndex)) items.push(item);
			},
		});
		return { itemIndex, task, reading, watch, items };
	}
}
