import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../failure';
import type { ApiInput, Query, ReadPage } from '../operations/operation';
import { Spending } from '../buy/account';
import type { PageOutcome } from '../buy/buyer';
import { fingerprintOf } from './fingerprint';
import { positionOf, toNext } from '../ask/resumeFrom';

/** Why an input item's list ended. */
export type StopReason =
	| 'end'
	| 'limit'
	| 'emptyPage'
	| 'noNewRecord'
	| 'repeatedPosition'
	| 'maxPages'
	| 'maxCost'
	| 'failure'
	| 'halted';

/** What one input item asks for. */
export interface ItemTask {
	itemIndex: number;
	input: ApiInput;
	/** Records to deliver, Infinity for all. */
	limit: number;
	/** Pages to ask for, Infinity for any number. */
	maxPages: number;
	/** Seconds for one call. */
	timeout: number;
	/** Records at the beginning of the first page that an earlier run delivered. */
	skip: number;
	/** Fingerprints of the ids of the page before the first one. */
	seen: string[];
}

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
	next: IDataObject | null;
	records: number;
	pages: number;
	/** Pages that came from a failed run, and the age in milliseconds of the oldest. */
	reused: { pages: number; age: number };
	notices: string[];
	failure?: Failure;
}

export interface Collector {
	operation: Query;
	/** Asks for a page; an `isRest` page was delivered in part by an earlier run. */
	buy(input: ApiInput, isRest: boolean): Promise<PageOutcome>;
	deliver(page: DeliveredPage): void;
	/** The limit cut this page: the rest of it is paid for. */
	keepRest(input: ApiInput): void;
}

/** Compares two records of one page that have the same id. */
const contentOf = (record: IDataObject) => JSON.stringify(record);

/**
 * The records of a page that no earlier page had. Two different records of one page may share an
 * id: both were paid for, both are delivered; only a true repetition is left out.
 */
function indexesOfNew(
	records: IDataObject[],
	isKnown: (id: string) => boolean,
	operation: Query,
): number[] {
	const onThisPage = new Map<string, IDataObject[]>();
	const fresh: number[] = [];
	records.forEach((record, index) => {
		const id = operation.idOf(record);
		if (id !== undefined) {
			if (isKnown(id)) return;
			const twins = onThisPage.get(id) ?? [];
			if (twins.some((twin) => contentOf(twin) === contentOf(record))) return;
			onThisPage.set(id, [...twins, record]);
		}
		fresh.push(index);
	});
	return fresh;
}

function idsOf(records: IDataObject[], operation: Query): string[] {
	const ids = records.map((record) => operation.idOf(record));
	return [...new Set(ids.filter((id) => id !== undefined))];
}

/** What a page's end means for the list, before any limit of the user. */
function endOf(
	page: ReadPage,
	isNew: boolean,
	isRepeated: boolean,
	endsUnannounced: boolean,
): { reason?: StopReason; isEnd: boolean; notice?: string } {
	if (page.next === null) return { reason: 'end', isEnd: true, notice: page.notice };
	const nothingNew = page.records.length === 0 ? 'emptyPage' : isNew ? undefined : 'noNewRecord';
	if (nothingNew && endsUnannounced) return { reason: 'end', isEnd: true };
	if (isRepeated) {
		const notice = 'The service gave the same position again, so no further page was bought';
		return { reason: 'repeatedPosition', isEnd: true, notice };
	}
	if (!nothingNew) return { isEnd: false, notice: page.notice };
	const what = nothingNew === 'emptyPage' ? 'an empty page' : 'a page without a new record';
	const notice = `The service sent ${what} but says there is more, so no further page was bought`;
	return { reason: nothingNew, isEnd: false, notice };
}

/**
 * Gathers one input item's records page by page, until the limit, the end, or a sign that the
 * list leads nowhere (shapes §3, traps). Hands each page on at once, so that it holds none.
 */
export async function collect(task: ItemTask, collector: Collector): Promise<Collected> {
	const { operation } = collector;
	const seen = new Set<string>();
	const seenBefore = new Set(task.seen);
	const isKnown = (id: string) =>
		seen.has(id) || (seenBefore.size > 0 && seenBefore.has(fingerprintOf(id)));
	const asked = new Set<string>();
	const result: Collected = {
		reason: 'end',
		next: null,
		records: 0,
		pages: 0,
		reused: { pages: 0, age: 0 },
		notices: [],
	};
	let { input, skip } = task;
	let previousPage = task.seen;
	const here = () => toNext({ position: positionOf(operation, input), skip, seen: previousPage });
	const stop = (reason: StopReason, next: IDataObject | null): Collected => {
		result.reason = reason;
		result.next = next;
		return result;
	};

	const doubt = operation.doubtAbout?.(input);
	if (doubt) result.notices.push(doubt);

	while (result.pages < task.maxPages) {
		const outcome = await collector.buy(input, skip > 0);
		if ('ended' in outcome) return stop(outcome.ended, here());
		if ('failure' in outcome) {
			result.failure = outcome.failure;
			return stop('failure', here());
		}
		const { page, spending, age } = outcome;
		result.pages += 1;
		if (age !== undefined) {
			result.reused.pages += 1;
			result.reused.age = Math.max(result.reused.age, age);
		}
		const positionKey = (of: ApiInput) => JSON.stringify(positionOf(operation, of));
		asked.add(positionKey(input));

		const fresh = indexesOfNew(page.records, isKnown, operation);
		const wanted = fresh.filter((index) => index >= skip);
		const taken = wanted.slice(0, task.limit - result.records);
		const records = taken.map((index) => page.records[index]);
		result.records += records.length;

		const nextInput: ApiInput = { ...input, ...(page.next as ApiInput | null) };
		const isRepeated = page.next !== null && asked.has(positionKey(nextInput));
		const end = endOf(page, fresh.length > 0, isRepeated, operation.endsUnannounced === true);
		if (end.notice) result.notices.push(end.notice);

		const isCut = taken.length < wanted.length;
		if (isCut) collector.keepRest(input);
		const ids = idsOf(page.records, operation);
		const onPage = ids.map(fingerprintOf);
		const behind = end.isEnd
			? null
			: toNext({ position: positionOf(operation, nextInput), skip: 0, seen: onPage });
		skip = isCut ? wanted[taken.length] : 0;
		const next = isCut ? here() : behind;
		collector.deliver({ page: result.pages, records, next, spending });

		if (isCut) return stop('limit', next);
		if (end.reason) return stop(end.reason, next);
		if (result.records >= task.limit) return stop('limit', next);
		for (const id of ids) seen.add(id);
		previousPage = onPage;
		input = nextInput;
	}
	return stop('maxPages', here());
}
