import type { IDataObject } from 'n8n-workflow';

import type { PageOutcome } from '../buy/call';
import type { Spending } from '../buy/spending';
import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import type { ApiInput, Query, ReadPage } from '../operations/operation';
import { giveWayFor } from '../shared/turn';
import { withExpiry } from './expiry';
import type { ItemTask } from './itemTask';
import { fingerprintsOf, KnownRecords } from './newRecords';
import { endOfPage } from './pageEnd';
import type { StopReason } from './pageEnd';
import { inputAt, positionOf, toNext } from './position';
import { shareOf } from './share';
import type { Watch, Watched } from './watch';

/** One page's share of the output. */
export interface DeliveredPage {
	/** 1 for the first page of this run. */
	page: number;
	/** The records of this page that are new, up to the limit. */
	records: IDataObject[];
	/** What `resumeFrom` takes to go on behind these records; null at the end. */
	next: IDataObject | null;
	spending: Spending;
}

/** How an input item's list ended. */
export interface Collected {
	reason: StopReason;
	/** The list in short, empty where none was asked for. */
	list: string;
	/** Where this run began, for a run that delivers nothing. */
	begin: IDataObject | null;
	/** Where the list goes on behind what this run read; null at the end. */
	next: IDataObject | null;
	records: number;
	pages: number;
	/** Pages that came from a failed run, and the age in milliseconds of the oldest. */
	reused: { pages: number; age: number };
	/** Pages that another use of the tool in this execution asked for before. */
	askedBefore: number;
	notices: string[];
	failure?: Failure;
	/** Beside what earlier runs have delivered, where only new records are wanted. */
	watched?: Watched;
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

/** Where a task's list begins. */
export function beginOf(
	query: Query,
	{ list, input, skip, seen }: Pick<ItemTask, 'list' | 'input' | 'skip' | 'seen'>,
): IDataObject {
	return toNext({ list, position: positionOf(query, input), skip, seen });
}

export interface Collector {
	query: Query;
	/** Asks for a page of which an earlier run has delivered so many records. */
	buy(input: ApiInput, skip: number): Promise<PageOutcome>;
	deliver(page: DeliveredPage): void;
	/** The limit cut this page behind so many records: the rest of it is paid for. */
	keepRest(page: ReadPage, skip: number): void;
	/** Tells which records are new to the user, where only those are wanted. */
	watch?: Watch;
}

/**
 * Gathers one input item's records page by page, until the limit, the end, or a sign that the
 * list leads nowhere (docs/gateway.md, Paging). Hands each page on at once, so that it holds none.
 * Never throws: an exception is the failure of this list alone.
 */
export async function collect(task: ItemTask, collector: Collector): Promise<Collected> {
	const begin = beginOf(collector.query, task);
	const result: Collected = { ...nothingOf(task.list, begin), reason: 'end' };
	try {
		await gather(task, collector, result);
	} catch (error) {
		Object.assign(result, { reason: 'failure', failure: unexpected(error) });
	}
	if (collector.watch) result.watched = collector.watch.end(result.reason);
	return result;
}

async function gather(task: ItemTask, collector: Collector, result: Collected): Promise<void> {
	const { query, watch } = collector;
	const stop = (reason: StopReason, next: IDataObject | null): void => {
		result.reason = reason;
		result.next = next;
		if (!watch?.failure || result.failure) return;
		result.reason = 'failure';
		result.failure = watch.failure;
	};
	if (task.isEnded) return stop('end', null);

	const known = new KnownRecords(query, task.seen);
	const asked = new Set<string>();
	const placeOf = (input: ApiInput) => JSON.stringify(positionOf(query, input));
	const nextAt = (input: ApiInput, skip: number, seen: string[]) =>
		toNext({ list: task.list, position: positionOf(query, input), skip, seen });
	let { input, skip, seen } = task;
	let room = task.limit;
	const doubt = query.doubtAbout?.(input);
	if (doubt) result.notices.push(doubt);

	while (result.pages < task.maxPages) {
		const outcome = await collector.buy(input, skip);
		if ('ended' in outcome) return stop(outcome.ended, nextAt(input, skip, seen));
		if ('failure' in outcome) {
			const isMoved = result.pages > 0 || task.isResumed;
			result.failure = isMoved ? withExpiry(outcome.failure, query) : outcome.failure;
			return stop('failure', nextAt(input, skip, seen));
		}
		const { page, spending, age, isAskedBefore } = outcome;
		result.pages += 1;
		if (isAskedBefore) result.askedBefore += 1;
		if (age !== undefined) {
			result.reused.pages += 1;
			result.reused.age = Math.max(result.reused.age, age);
		}
		asked.add(placeOf(input));

		const found = known.look(page.records);
		await giveWayFor(page.records);
		const isRepetition = !found.isNew && query.endsUnannounced === true;
		const delivered = found.fresh.filter((index) => isRepetition || index < skip).length;
		const wanted = found.fresh.slice(delivered);
		const areNew = await watch?.look(found.freshNames.slice(delivered));
		const share = shareOf(wanted.length, room, areNew, watch?.limitCountsNew);
		const records = share.taken.map(
			(place) => page.records[wanted[place] as number] as IDataObject,
		);
		result.records += records.length;
		room -= share.counted;
		const handOn = (next: IDataObject | null) => {
			collector.deliver({ page: result.pages, records, next, spending });
			watch?.take(share.cutAt);
		};

		const nextInput = inputAt(input, page.next ?? {});
		const isRepeated = page.next !== null && asked.has(placeOf(nextInput));
		const end = endOfPage(page, found.isNew, isRepeated, query.endsUnannounced === true);
		if (end.notice) result.notices.push(end.notice);

		if (share.cutAt !== undefined) {
			const firstLeft = wanted[share.cutAt] as number;
			collector.keepRest(page, firstLeft);
			const next = nextAt(input, firstLeft, seen);
			handOn(next);
			return stop('limit', next);
		}
		const onPage = fingerprintsOf(found);
		const next = end.isEnd ? null : nextAt(nextInput, 0, onPage);
		handOn(next);
		if (end.reason) return stop(end.reason, next);
		if (room <= 0) return stop('limit', next);
		if (watch?.isDone) return stop('known', next);
		known.add(found);
		[input, skip, seen] = [nextInput, 0, onPage];
		// Where an exception leaves the list.
		result.next = next;
	}
	stop('maxPages', nextAt(input, skip, seen));
}
