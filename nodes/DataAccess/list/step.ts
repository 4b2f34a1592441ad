import type { PageEnd, StopReason } from './pageEnd';

/** What decides which records of a page are delivered. */
export interface PageToTake {
	/** Records of the page that are fresh in this run. */
	count: number;
	/** Which of them are new to the user; left out, all are. */
	isNew?: readonly boolean[];
	/** Nothing new can follow. */
	isDone?: boolean;
	/** Whether Limit counts the new records only; else all of them. */
	countsNew?: boolean;
	/** Whether Max Pages counts pages without a new record; left out, it does. */
	countsKnownPages?: boolean;
	end: PageEnd;
}

/** How much more of the list is wanted, Infinity for all. */
export interface Remaining {
	records: number;
	pages: number;
}

/** What a page's records become. */
export interface Step {
	/** Which of the page's fresh records are delivered, by index. */
	delivered: number[];
	/** The index of the first record that the limit leaves behind; undefined where it leaves none. */
	cutAt?: number;
	/** What is still wanted after this page. */
	remaining: Remaining;
	/** Why no further page is bought; undefined where one is. */
	stop?: StopReason;
}

/** One page of a list: what is new, where it is cut, and whether the list is read on. */
export function stepOf(page: PageToTake, remaining: Remaining): Step {
	const { count, isNew, isDone = false, countsNew = true, countsKnownPages = true, end } = page;
	const all = Array.from({ length: count }, (_, index) => index);
	const wanted = isNew ? all.filter((index) => isNew[index]) : all;
	const counting = countsNew ? wanted : all;
	const cutAt = counting[remaining.records];
	const delivered = cutAt === undefined ? wanted : wanted.filter((index) => index < cutAt);
	const rest = {
		records: remaining.records - Math.min(remaining.records, counting.length),
		pages: remaining.pages - (countsKnownPages || delivered.length > 0 ? 1 : 0),
	};
	return { delivered, cutAt, remaining: rest, stop: stopOf() };

	function stopOf(): StopReason | undefined {
		if (cutAt !== undefined) return 'limit';
		if (end.reason === 'end') return 'end';
		if (isDone) return 'known';
		if (end.reason) return end.reason;
		if (rest.records <= 0) return 'limit';
		return rest.pages <= 0 ? 'maxPages' : undefined;
	}
}
