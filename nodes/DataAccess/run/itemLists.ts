import type { INodeExecutionData } from 'n8n-workflow';

import type { Parameters } from '../ask/parameters';
import type { RunRequest } from '../ask/request';
import { TaskReader } from '../ask/task';
import type { Buyer } from '../buy/buyer';
import { askedOf, failedBefore, untouched } from '../deliver/itemResult';
import type { ItemResult } from '../deliver/itemResult';
import { itemMaker } from '../deliver/items';
import type { Remark } from '../deliver/remarks';
import { SoughtPaths } from '../deliver/soughtPaths';
import type { Host } from '../host/host';
import type { ItemTask } from '../list/itemTask';
import type { WatchSummary } from '../list/judgement';
import { ListReading } from '../list/listReading';
import { nextOf } from '../list/place';
import { unexpected } from '../shared/failure';
import { giveWay } from '../shared/turn';
import type { Memory } from '../watch/memory';
import type { WatchedList } from '../watch/watchedList';

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
	private readonly reader: TaskReader;
	/** What each input item asks for, or why it cannot be asked. */
	private readonly tasks: Array<ReturnType<TaskReader['taskOf']>> = [];
	private readonly itemsOf: ReturnType<typeof itemMaker>;
	private readonly sought: SoughtPaths;

	constructor(
		private readonly host: Host,
		private readonly request: RunRequest,
		parameters: Parameters,
		private readonly buyer: Buyer,
		/** Left out where all records are wanted. */
		private readonly memory?: Memory,
	) {
		const { query, settings } = request;
		const isForModel = host.who.isTool;
		const includesInput = settings.includeInputFields && !isForModel;
		this.reader = new TaskReader(parameters, query, isForModel, settings.onlyNew);
		this.itemsOf = itemMaker({ ...settings, isForModel }, query, (itemIndex) =>
			includesInput ? host.wanted.inputItems[itemIndex]?.json : undefined,
		);
		this.sought = new SoughtPaths([...settings.fields, ...(query.idPath ? [query.idPath] : [])]);
	}

	/** Which of the paths that the user wrote lead nowhere, when all lists are read. */
	get remarks(): Remark[] {
		return this.sought.remarks;
	}

	/** Reads the inputs of all items, before anything is bought: under Stop, one that cannot be used ends the run. */
	async readInputs(): Promise<void> {
		for (const itemIndex of this.host.wanted.inputItems.keys()) {
			const task = this.reader.taskOf(itemIndex);
			this.tasks.push(task);
			if ('failure' in task) {
				const asked = task.input && askedOf(this.request.query, task.input);
				this.finish({ ...failedBefore(itemIndex, task.failure, task), asked });
			}
			await giveWay();
		}
	}

	/** An item's list; undefined where there is none to read, and it is known what comes of the item. */
	open(itemIndex: number): ItemList | undefined {
		if (this.results[itemIndex]) return undefined;
		const opened = this.listOf(itemIndex);
		if ('reading' in opened) return opened;
		this.finish(opened);
		return undefined;
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

	/** An item's list, or what comes of an item that has none. */
	private listOf(itemIndex: number): ItemList | ItemResult {
		const { isOver, isStopped } = this.buyer.halt;
		// Under Stop a halted run delivers nothing. Under Continue each item still says where its list begins.
		if (isStopped || (isOver && !this.host.who.goesOn)) return untouched(itemIndex);
		const task = this.tasks[itemIndex];
		if (!task || 'failure' in task) return untouched(itemIndex);
		try {
			return this.beginList(itemIndex, task);
		} catch (error) {
			const { list, begin } = task;
			return failedBefore(itemIndex, unexpected(error), { list, begin: nextOf(list, begin) });
		}
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
				this.sought.lookIn(page.records);
				for (const item of this.itemsOf(page, itemIndex)) items.push(item);
			},
		});
		return { itemIndex, task, reading, watch, items };
	}

	private finish(result: ItemResult): void {
		this.results[result.itemIndex] = result;
		// That of a call was noted when it failed, but not that of an input.
		if (result.failure) this.buyer.halt.note(result.failure);
	}
}
