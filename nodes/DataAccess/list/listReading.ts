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
import { recentOf } from './recent';
import { stepOf } from './step';
import type { PageToTake, Step } from './step';
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
	/** Records that Limit left behind on the last page, which was bought with them. */
	cut: number;
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
		cut: 0,
		reused: { pages: 0, age: 0 },
		askedBefore: 0,
		notices: [],
	};
}

/** Where a task's list begins, as it stands in items and errors. */
export function beginOf(
	query: Query,
	{ list, ...task }: Pick<ItemTask, 'list' | 'input' | 'seen'>,
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

/** A page that was bought, and not handed on. */
interface HeldPage {
	page: ListPage;
	/** 1 for the first page of this run. */
	number: number;
	/**
	 * What it becomes. Left out where what is remembered of the page tells: it is then decided when the
	 * page is handed on.
	 */
	step?: Step;
}

const nextOf = ({ list }: ItemTask, rest: Place | null) => rest && toNext({ list, ...rest });

/**
 * What one input item wants of its list, gathered page by page. Hands the pages on, so that it holds
 * few. Never throws: an exception is the failure of this list alone.
 */
export class ListReading {
	private readonly result: Collected;
	private readonly pages: ReturnType<typeof pagesOf>;
	private held: HeldPage[] = [];
	/** Where the list goes on after what was read so far; null where nothing follows. */
	private rest: Place | null;
	private wanted: number;
	private isStopped: boolean;

	constructor(
		private readonly task: ItemTask,
		private readonly collector: Collector,
	) {
		const { query, buy } = collector;
		this.result = { ...nothingOf(task.list, beginOf(query, task)), reason: 'end' };
		this.pages = pagesOf(query, task, buy);
		this.rest = task.isEnded ? null : startOf(query, task);
		this.wanted = task.limit;
		this.isStopped = task.isEnded;
	}

	/** No further page is bought. */
	get isOver(): boolean {
		return this.isStopped || this.collector.watch?.failure !== undefined;
	}

	/** How many pages were bought and not handed on. */
	get pagesHeld(): number {
		return this.held.length;
	}

	/** Buys the next page. */
	async buy(): Promise<void> {
		try {
			await this.buyNext();
		} catch (error) {
			this.stop('failure', unexpected(error));
		}
	}

	/** Reads all that is wanted of a list of which nothing is remembered. */
	async readWhole(): Promise<void> {
		while (!this.isOver) {
			await this.buy();
			this.deliver();
		}
	}

	/** Hands on the pages that were bought, when it is known what is remembered of them. */
	deliver(): void {
		try {
			for (const held of this.held.splice(0)) this.handOn(held);
		} catch (error) {
			this.stop('failure', unexpected(error));
		}
	}

	/** The list is read no further. */
	end(): Collected {
		const { task, result } = this;
		const { watch } = this.collector;
		result.next = nextOf(task, this.rest);
		if (!watch) return result;
		if (watch.failure && !result.failure) this.stop('failure', watch.failure);
		result.watched = watch.end(result.reason);
		return result;
	}

	private async buyNext(): Promise<void> {
		const { result, task } = this;
		const { query, watch } = this.collector;
		const { value: page } = await this.pages.next();
		const doubt = result.pages === 0 && query.doubtAbout?.(task.input);
		if (doubt) result.notices.push(doubt);
		if (!page) return this.stop('end');
		if ('reason' in page) {
			this.rest = page.at;
			return this.stop(page.reason, page.failure);
		}
		count(page, result);
		if (page.end.notice) result.notices.push(page.end.notice);
		watch?.read(recordsOf(page, query), this.wanted);
		const held: HeldPage = { page, number: result.pages };
		if (!watch?.isSteered) held.step = this.take(page, {});
		this.held.push(held);
	}

	/** What a page becomes; from now on the list goes on behind it. */
	private take(page: ListPage, judged: Omit<PageToTake, 'count' | 'end'>): Step {
		const recent = this.recentOn(page);
		const isNew = recent
			? recent.isWanted.map((isWanted, index) => isWanted && judged.isNew?.[index] !== false)
			: judged.isNew;
		const { isPast } = recent ?? {};
		const { end, fresh } = page;
		const step = stepOf({ ...judged, isNew, isPast, count: fresh.length, end }, this.wanted);
		this.wanted = step.remaining;
		this.rest = page.next(step.cutAt);
		if (step.cutAt !== undefined) this.result.cut = page.fresh.length - step.cutAt;
		if (step.stop) this.stop(step.stop);
		return step;
	}

	private recentOn(page: ListPage) {
		const { newerThan } = this.task;
		const { sortTimeOf } = this.collector.query;
		if (newerThan === undefined || !sortTimeOf) return undefined;
		const all = page.read.records.map(sortTimeOf);
		return recentOf(
			page.fresh.map((place) => all[place]),
			all,
			newerThan,
		);
	}

	private handOn({ page, number, step: decided }: HeldPage): void {
		const { task, result } = this;
		const { watch, deliver } = this.collector;
		const judged = watch?.judge();
		const step = decided ?? this.take(page, judged ?? {});
		const fresh = step.delivered.filter((index) => judged?.isNew[index] !== false);
		if (!watch?.isBaseline) {
			const records = fresh.map((index) => recordAt(page, index));
			const { parentId } = page.read;
			deliver({ page: number, records, parentId, next: () => nextOf(task, page.next(step.cutAt)) });
			result.records += records.length;
		}
		watch?.deliver(step.cutAt);
	}

	private stop(reason: StopReason, failure?: Failure): void {
		this.isStopped = true;
		Object.assign(this.result, { reason, failure });
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

/** Seconds: a time that lies further ahead is none, or its record would hide all that ever comes. */
const FAR_AHEAD = 24 * 60 * 60;

function recordsOf(page: ListPage, query: Query): ListRecord[] {
	const latest = Date.now() / 1000 + FAR_AHEAD;
	return page.fresh.map((place, index) => {
		const time = query.sortTimeOf?.(recordAt(page, index));
		return {
			name: page.names[place],
			time: time !== undefined && time > latest ? undefined : time,
		};
	});
}
