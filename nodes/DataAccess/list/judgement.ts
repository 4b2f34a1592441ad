// For Only New Records: what a list asks of watch/, which knows earlier runs, and what watch/ returns.

import type { Failure } from '../shared/failure';

/** What is remembered of a record. */
export interface ListRecord {
	/** What identifies it. */
	name: string;
	/** Epoch seconds by which a newest-first list is sorted; undefined if unknown. */
	time?: number;
	/** Newer Than excludes it: it is not delivered, but it may count as old. */
	isTooOld?: boolean;
}

/** A page as it is judged. */
export interface PageToJudge<Each extends ListRecord = ListRecord> {
	/** Its fresh records. */
	records: readonly Each[];
	/** One of its records shows a time, even if that is in the future. */
	showsTimes: boolean;
}

/** What earlier runs say about a page. */
export interface Judgement<Each extends ListRecord = ListRecord> {
	/** Those of its fresh records that no earlier execution has delivered: the same objects, because copies match none. */
	newRecords: ReadonlySet<Each>;
	/** Nothing new can follow. */
	isLast: boolean;
	/** With `none`, Limit ends nothing. */
	limitCounts: 'new' | 'all' | 'none';
	/** The list's first run, which delivers nothing. */
	isBaseline: boolean;
	/** Why new records could not be distinguished from known ones. */
	failure?: Failure;
	/** Call this on delivery: only then does the page count as read. Omitted if nothing is remembered of it. */
	markRead?(): void;
}

/** Returns the judgement of a page if earlier runs do not count: everything is new. */
export function allNew<Each extends ListRecord>({ records }: PageToJudge<Each>): Judgement<Each> {
	const newRecords = new Set(records);
	return { newRecords, isLast: false, limitCounts: 'new', isBaseline: false };
}

/** Knows what earlier runs have delivered of a list. By its type, it can return only records of the page. */
export interface EarlierRuns {
	judge<Each extends ListRecord>(page: PageToJudge<Each>): Judgement<Each>;
}

/** What a run found out about a list. */
export interface WatchSummary {
	/** It was the list's first run. */
	isFirst: boolean;
	/** The first run remembered the records instead of delivering them. */
	isBaseline: boolean;
	/** No later run returns the records that this run did not reach. */
	leavesOld: boolean;
	/** The run ended above records that may be new, so the next run reads the list again. */
	isReadAgain: boolean;
	/** Why the run may have missed something. */
	doubt?: Doubt;
}

/**
 * Why a run may have missed something in a list: a page that should begin with its newest records does not; no record
 * was known, and none had an ID; a row of known records ended the run instead of a time.
 */
export type Doubt = 'unsorted' | 'allNewByContent' | 'inARow';
