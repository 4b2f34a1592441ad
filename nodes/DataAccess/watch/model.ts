import type { StopReason } from '../list/pageEnd';

/** What is remembered of a record that a page shows. */
export interface Standing {
	/** Whole seconds, by which the list is sorted; undefined where nothing is known of it. */
	time?: number;
	/** It was delivered. */
	isKnown: boolean;
	/** It is sealed: when it last had this time, everything below it was delivered or old. */
	isSealed: boolean;
}

interface WatchedPage {
	records: readonly Standing[];
	/** Nothing follows. */
	isLast: boolean;
}

/** How a list is watched. */
export interface Rules {
	/** The list begins with its newest record. */
	isNewestFirst: boolean;
	/** Nothing of it was delivered before. */
	isFirst: boolean;
	/** What a first run finds is remembered instead of delivered. */
	takesBaseline: boolean;
	/** The run does not begin at the list's beginning: it delivers what is old, too. */
	isResumed: boolean;
}

/** What the pages so far have shown. */
export interface Reading {
	hasTimes: boolean;
	/** Sealed records in sequence at the end of what was read. */
	sealedInRow: number;
}

export const NOTHING_READ: Reading = { hasTimes: false, sealedInRow: 0 };

/** What a page comes to. */
interface Verdict {
	reading: Reading;
	isNew: boolean[];
	/** How many of its records are looked at. */
	reach: number;
	/** Nothing new can follow. */
	isMet: boolean;
}

/** One page of a watched list: which of its records are new, and whether anything new can follow. */
export function judge(reading: Reading, page: WatchedPage, rules: Rules): Verdict {
	const { isNewestFirst, isResumed } = rules;
	const isBaseline = rules.isFirst && rules.takesBaseline;
	const records = page.records.map((record): Standing =>
		isResumed ? { ...record, isSealed: record.isSealed && record.isKnown } : record,
	);
	const isNew = records.map((record) => !isBaseline && !record.isKnown && !record.isSealed);
	const all = { isNew, reach: records.length };
	const hasTimes = reading.hasTimes || records.some(({ time }) => time !== undefined);
	const [boundary, sealedInRow] = hasTimes
		? [boundaryOf(records, page.isLast), 0]
		: boundaryWithoutTimes(records, reading.sealedInRow);
	const after = { hasTimes, sealedInRow };
	// Whatever follows the first page is older than all that comes later.
	if (isBaseline) return { ...all, reading: after, isMet: isNewestFirst && records.length > 0 };
	if (!isNewestFirst || boundary < 0) return { ...all, reading: after, isMet: false };
	// Unknown records between sealed ones came late; the page is paid for, so they are delivered.
	const reach = records.findLastIndex(({ isSealed }) => isSealed) + 1;
	return { isNew, reach, isMet: true, reading: after };
}

/**
 * Index of the topmost record after which nothing new can follow, or -1. It is sealed, at least as
 * new as every record after it, and newer than all of these that are not sealed. Unless the page is
 * the last, an older record follows. So it is no pinned record (newer ones follow) and no edited
 * one (its seal has another time).
 */
export function boundaryOf(records: readonly Standing[], isLast: boolean): number {
	/** Of the records after it: the newest time, the oldest, and the newest that is not sealed. */
	let [newest, oldest, newestOpen] = [-Infinity, Infinity, -Infinity];
	let boundary = -1;
	for (let index = records.length - 1; index >= 0; index--) {
		const { time, isSealed } = records[index] as Standing;
		if (time === undefined) continue;
		const isSorted = newest <= time && newestOpen < time;
		if (isSealed && isSorted && (isLast || oldest < time)) boundary = index;
		newest = Math.max(newest, time);
		oldest = Math.min(oldest, time);
		if (!isSealed) newestOpen = Math.max(newestOpen, time);
	}
	return boundary;
}

/**
 * The same where nothing is known of times: as many sealed records in sequence as a page holds.
 * @param before sealed records in sequence at the end of the pages before
 * @returns where the sequence is long enough, and its length at the end of this page
 */
function boundaryWithoutTimes(records: readonly Standing[], before: number): [number, number] {
	let row = before;
	let boundary = -1;
	records.forEach(({ isSealed }, index) => {
		row = isSealed ? row + 1 : 0;
		if (row >= records.length) boundary = index;
	});
	return [boundary, row];
}

/** Ends after which nothing follows. */
const WHOLE: readonly StopReason[] = ['known', 'end', 'repeatedPosition'];

/** The user's own bounds on a list. */
const BOUNDS: readonly StopReason[] = ['limit', 'maxPages'];

/**
 * Whether everything after what a run has read is delivered or old: after a first run's own bounds,
 * the rest is old. Otherwise there is a gap.
 */
export function isSealedBy(reason: StopReason, isFirst: boolean): boolean {
	return WHOLE.includes(reason) || (isFirst && BOUNDS.includes(reason));
}
