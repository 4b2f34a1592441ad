import type { IDataObject } from 'n8n-workflow';

import type { PageOutcome } from '../buy/row';
import type { ApiInput, Query } from '../operations/operation';
import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import type { ItemTask } from './itemTask';
import { pageAt, pageToJudge, recentOn, recordAt } from './listPage';
import type { ListPage, ListPlace } from './listPage';
import { ShownRecords } from './shownRecords';
import type { StopReason } from './pageEnd';
import { inputAt, positionOf, toNext, withExpiry } from './position';
import { stepOf } from './step';
import type { Judgement } from './step';
import type { PageToJudge } from './watched';

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
	/** Pages that were bought before, and the age in milliseconds of the oldest. */
	reused: { pages: number; age: number };
	/** What the operation says of its pages, as sentences without their periods. */
	notices: string[];
	/** What it says of the end, in the same way. */
	endNotice?: string;
	failure?: Failure;
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
		notices: [],
	};
}

type Start = Pick<ItemTask, 'input' | 'seen' | 'after'>;

const startOf = (query: Query, { input, seen, after }: Start): ListPlace => ({
	position: positionOf(query, input),
	seen,
	at: after,
});

/** Where a task's list begins, as it stands in items and errors; null where it has ended. */
export function beginOf(
	query: Query,
	{ list, isEnded, ...task }: Start & Pick<ItemTask, 'list' | 'isEnded'>,
): IDataObject | null {
	return isEnded ? null : toNext({ list, ...startOf(query, task) });
}

interface Collector {
	query: Query;
	buy(input: ApiInput): Promise<PageOutcome>;
	deliver(page: DeliveredPage): void;
}

const nextOf = ({ list }: ItemTask, rest: ListPlace | null) => rest && toNext({ list, ...rest });

/**
 * What one input item wants of its list, gathered page by page. Never throws: an exception is the
 * failure of this list alone.
 */
export class ListReading {
	/** No further page is bought. */
	isOver: boolean;
	private readonly result: Collected;
	private readonly shown: ShownRecords;
	/** Positions that were read. */
	private readonly asked = new Set<string>();
	/** What asks for the next page. */
	private input: ApiInput;
	/** Where the list goes on after what was taken so far; null where nothing follows. */
	private rest: ListPlace | null;
	private wanted: number;
	/** The page that was bought last is delivered. */
	private taken = () => {};

	constructor(
		private readonly task: ItemTask,
		private readonly collector: Collector,
	) {
		const { query } = collector;
		const start = startOf(query, task);
		this.isOver = task.isEnded;
		this.result = { ...nothingOf(task.list, nextOf(task, start)), reason: 'end' };
		this.shown = new ShownRecords(query, task.seen);
		this.input = task.input;
		this.rest = task.isEnded ? null : start;
		this.wanted = task.limit;
	}

	/** Buys the next page; undefined where none came: the list is then over. */
	async buy(): Promise<ListPage | undefined> {
		try {
			return await this.nextPage();
		} catch (error) {
			return this.stop('failure', unexpected(error));
		}
	}

	/** What a page is judged by. */
	toJudge(page: ListPage): PageToJudge {
		return pageToJudge(page, this.collector.query, this.wanted, this.task.newerThan);
	}

	/**
	 * Delivers what is wanted of the page that was bought last.
	 * @returns whether it was delivered
	 */
	take(page: ListPage, judged: Judgement = {}): boolean {
		try {
			const { isWanted, isPast } = recentOn(page, this.collector.query, this.task.newerThan);
			const isNew = isWanted.map((isIt, index) => isIt && judged.isNew?.[index] !== false);
			const toTake = { ...judged, isNew, isPast, end: page.end };
			const { delivered, cutAt, remaining, stop } = stepOf(toTake, this.wanted);
			const rest = page.next(cutAt);
			if (!judged.isBaseline) {
				const records = delivered.map((index) => recordAt(page, index));
				const { parentId } = page.read;
				const next = () => nextOf(this.task, rest);
				this.collector.deliver({ page: this.result.pages, records, parentId, next });
				this.result.records += records.length;
			}
			// From now on the list goes on behind the page.
			this.wanted = remaining;
			this.rest = rest;
			if (cutAt !== undefined) this.result.cut = page.fresh.length - cutAt;
			if (stop) this.stop(stop);
			this.taken();
			return true;
		} catch (error) {
			this.stop('failure', unexpected(error));
			return false;
		}
	}

	/** The list is read no further. */
	end(): Collected {
		return { ...this.result, next: nextOf(this.task, this.rest) };
	}

	/** @returns undefined: no page comes */
	stop(reason: StopReason, failure?: Failure): undefined {
		this.isOver = true;
		Object.assign(this.result, { reason, failure });
	}

	private async nextPage(): Promise<ListPage | undefined> {
		const { result, task, rest, asked, shown } = this;
		const { query, buy } = this.collector;
		if (!rest) return this.stop('end');
		const outcome = await buy(this.input);
		if ('ended' in outcome) return this.stop(outcome.ended);
		if ('failure' in outcome) {
			const isMoved = result.pages > 0 || task.isResumed;
			const { failure } = outcome;
			return this.stop('failure', isMoved ? withExpiry(failure, query) : failure);
		}
		const { page: read, boughtAt, age } = outcome;
		this.taken = outcome.taken;
		const { reused } = result;
		result.pages += 1;
		if (age !== undefined) {
			result.reused = { pages: reused.pages + 1, age: Math.max(reused.age, age) };
		}
		if (read.notice) result.notices.push(read.notice);
		result.endNotice = read.endNotice;
		asked.add(JSON.stringify(rest.position));
		this.input = inputAt(this.input, read.next ?? {});
		const behind = positionOf(query, this.input);
		const isRepeated = read.next !== null && asked.has(JSON.stringify(behind));
		return pageAt({ at: rest, behind, isRepeated, boughtAt }, read, shown, query);
	}
}
