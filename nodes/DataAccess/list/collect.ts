import type { IDataObject } from 'n8n-workflow';

import type { PageOutcome } from '../buy/pageRequest';
import type { ApiInput, Query } from '../operations/operation';
import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import type { ItemTask } from './itemTask';
import type { StopReason } from './pageEnd';
import { pagesOf, startOf } from './pages';
import type { ListPage, Place } from './pages';
import { toNext } from './position';
import { stepOf } from './step';
import type { ListRecord, WatchedList, WatchSummary } from './watchedList';

/** One page's share of the output. */
export interface DeliveredPage {
	/** 1 for the first page of this run. */
	page: number;
	/** The records of this page that are new, up to the limit. */
	records: IDataObject[];
	/** The id of what they belong to, where the page tells. */
	parentId?: string;
	/** What `resumeFrom` takes to continue after these records; null at the end. */
	next(): IDataObject | null;
}

/** How an input item's list ended. */
export interface Collected {
	reason: StopReason;
	/** The list's id; empty where no list was asked for. */
	list: string;
	/** Where this run began, for a run that delivers nothing. */
	begin: IDataObject | null;
	/** Where the list continues after what this run read; null at the end. */
	next: IDataObject | null;
	records: number;
	pages: number;
	/** Pages that came from a failed run, and the age in milliseconds of the oldest. */
	reused: { pages: number; age: number };
	/** Pages that another use of the tool in this execution asked for before. */
	askedBefore: number;
	notices: string[];
	failure?: Failure;
	/** How it compares with what earlier runs delivered, where only new records are wanted. */
	watched?: WatchSummary;
}

/** The state of a list of which nothing was read. */
export function nothingOf(list = '', begin: IDataObject | null = null): Omit<Collected, 'reason'> {
	return {
		list,
		begin,
		next: begin,
		records: 0,
		pages: 0,
		reused: { pages: 0, age: 0 },
		askedBefore: 0,
		notices: [],
	};
}

/** Where a task's list begins, as it stands in items and errors. */
export function beginOf(
	query: Query,
	{ list, ...task }: Pick<ItemTask, 'list' | 'input' | 'skip' | 'seen' | 'before'>,
): IDataObject {
	return toNext({ list, ...startOf(query, task) });
}

interface Collector {
	query: Query;
	buy(input: ApiInput): Promise<PageOutcome>;
	deliver(page: DeliveredPage): void;
	/** Tells which records are new to the user, where only those are wanted. */
	watch?: WatchedList;
}

/**
 * Gathers what one input item wants of its list. Hands each page on at once, so that it holds none.
 * Never throws: an exception is the failure of this list alone.
 */
export async function collect(task: ItemTask, collector: Collector): Promise<Collected> {
	const { query, watch } = collector;
	const result: Collected = {
		...nothingOf(task.list, beginOf(query, task)),
		reason: 'end',
	};
	const way: Way = { rest: task.isEnded ? null : startOf(query, task) };
	try {
		await gather(task, collector, result, way);
	} catch (error) {
		Object.assign(result, { reason: 'failure', failure: unexpected(error) });
	}
	result.next = nextOf(task, way.rest);
	if (!watch) return result;
	if (watch.failure && !result.failure) {
		Object.assign(result, { reason: 'failure', failure: watch.failure });
	}
	result.watched = watch.end(result.reason);
	return result;
}

/** Where the list goes on after what was read so far; null where nothing follows. */
interface Way {
	rest: Place | null;
}

const nextOf = ({ list }: ItemTask, rest: Place | null) => rest && toNext({ list, ...rest });

async function gather(
	task: ItemTask,
	{ query, buy, deliver, watch }: Collector,
	result: Collected,
	way: Way,
): Promise<void> {
	if (task.isEnded) return;
	const doubt = query.doubtAbout?.(task.input);
	if (doubt) result.notices.push(doubt);
	let remaining = { records: task.limit, pages: task.maxPages };
	for await (const page of pagesOf(query, task, buy)) {
		if ('reason' in page) {
			const { at, reason, failure } = page;
			Object.assign(result, { reason, failure });
			way.rest = at;
			return;
		}
		count(page, result);
		if (page.end.notice) result.notices.push(page.end.notice);
		const judged = await watch?.judge(recordsOf(page, query), page.end.isEnd, remaining.records);
		const step = stepOf({ ...judged, count: page.fresh.length, end: page.end }, remaining);
		const rest = page.next(step.cutAt);
		const records = step.delivered.map((index) => recordAt(page, index));
		const { parentId } = page.read;
		deliver({ page: result.pages, records, parentId, next: () => nextOf(task, rest) });
		way.rest = rest;
		result.records += records.length;
		watch?.deliver(step.cutAt);
		if (step.stop) {
			result.reason = step.stop;
			return;
		}
		remaining = step.remaining;
	}
}

function count({ age, isAskedBefore }: ListPage, result: Collected): void {
	result.pages += 1;
	if (isAskedBefore) result.askedBefore += 1;
	if (age !== undefined) {
		result.reused.pages += 1;
		result.reused.age = Math.max(result.reused.age, age);
	}
}

const recordAt = ({ read, fresh }: ListPage, index: number) =>
	read.records[fresh[index] as number] as IDataObject;

function recordsOf(page: ListPage, query: Query): ListRecord[] {
	return page.fresh.map((place, index) => ({
		name: page.names[place],
		time: query.sortTimeOf?.(recordAt(page, index)),
	}));
}
