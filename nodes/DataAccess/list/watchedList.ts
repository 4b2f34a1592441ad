import type { Failure } from '../shared/failure';
import type { RecordName } from './newRecords';
import type { StopReason } from './pageEnd';
import type { PageToTake } from './step';

/** What is remembered of a record. */
export interface ListRecord {
	name: RecordName;
	/** Whole seconds, by which the list is sorted; undefined where nothing is known of it. */
	time?: number;
}

/** What a run has found out about a list of which it delivers only what is new. */
export interface WatchSummary {
	/** Nothing of it was delivered before. */
	isFirst: boolean;
	/** Records that are known or old, among those that were read. */
	known: number;
	/** Records of a first run that were remembered instead of delivered. */
	baseline: number;
	/** What the run did not reach is old from now on. */
	leavesOld: boolean;
	/** The run ended above records that may be new: the next one reads the list again. */
	isReadAgain: boolean;
}

/** One list of a run, compared with what earlier runs delivered of it. */
export interface WatchedList {
	/** Why the new records could not be told from known ones: all then count as new. */
	readonly failure: Failure | undefined;
	/** Epoch milliseconds: pages that other runs bought before say nothing of it. */
	readonly since: number;
	/** Nothing of it is remembered, as far as it was judged. */
	readonly isFirst: boolean;
	/** A first run of which nothing is delivered. */
	readonly isBaseline: boolean;
	/** Whether to read on depends on what is remembered of the page before. */
	readonly isSteered: boolean;
	/**
	 * Takes the records of the next page.
	 * @param wanted records that Limit still allows
	 */
	read(records: readonly ListRecord[], wanted: number): void;
	/**
	 * Compares the earliest page that was not judged with what is remembered of it.
	 * @returns which of its records are new, and whether the list is read on
	 */
	judge(): Pick<PageToTake, 'isDone' | 'counts'> & { isNew: readonly boolean[] };
	/**
	 * The run delivers what is new on the page that was judged last.
	 * @param cutAt the index of the first record that the limit left behind
	 */
	deliver(cutAt: number | undefined): void;
	/** The list is read no further. */
	end(reason: StopReason): WatchSummary;
}

/** What the user should know about the memory of a run, as a sentence. */
export interface Remark {
	text: string;
	isWarning: boolean;
}
