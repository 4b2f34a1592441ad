// Where only new records are wanted: what a list asks of whoever knows earlier runs (watch/), and what that tells.

import type { Failure } from '../shared/failure';

/** What is remembered of a record. */
export interface ListRecord {
	/** What identifies it. */
	name: string;
	/** Whole seconds, by which a list is sorted that is newest first; undefined where nothing is known of it. */
	time?: number;
	/** Newer Than leaves it out: it is not delivered, though it may count as old. */
	isTooOld?: boolean;
}

/** A page as it is judged. */
export interface PageToJudge {
	/** Its fresh records. */
	records: readonly ListRecord[];
	/** A record of it shows a time, though it be one that lies ahead. */
	showsTimes: boolean;
}

/** What earlier runs make of a page. */
export interface Judgement {
	/** Those of its fresh records that are new to the user. */
	newRecords: ReadonlySet<ListRecord>;
	/** Nothing new can follow. */
	isLast: boolean;
	/** With `none`, Limit ends nothing. */
	limitCounts: 'new' | 'all' | 'none';
	/** A first run of which nothing is delivered. */
	isBaseline: boolean;
	/** Why new records could not be told from known ones. */
	failure?: Failure;
	/** To be called when the page is delivered: only then it counts as read. Left out where nothing is remembered of it. */
	accept?(): void;
}

/** A page of which nobody knows anything from earlier runs. */
export function allNew({ records }: PageToJudge): Judgement {
	const newRecords = new Set(records);
	return { newRecords, isLast: false, limitCounts: 'new', isBaseline: false };
}

/** Whoever knows what earlier runs have delivered of a list. */
export interface EarlierRuns {
	judge(page: PageToJudge): Judgement;
}

/** What a run has found out about a list. */
export interface WatchSummary {
	/** Nothing of it was delivered before. */
	isFirst: boolean;
	/** What a first run found was remembered instead of delivered. */
	isBaseline: boolean;
	/** What the run did not reach is old from now on. */
	leavesOld: boolean;
	/** The run ended above records that may be new: the next one reads the list again. */
	isReadAgain: boolean;
	/** Why it may have missed something. */
	doubt?: Doubt;
}

/**
 * Why a run may have missed something in a list: a page that should begin with its newest records does not; nothing
 * that it knows was there, and nothing had an ID; no time, but a row of known records told where to end.
 */
export type Doubt = 'unsorted' | 'allNewByContent' | 'inARow';
