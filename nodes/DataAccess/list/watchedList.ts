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
	/** The first run left records further down, which are old from now on. */
	leavesOld: boolean;
	/** The run ended above records that may be new: a later run comes to them. */
	hasGap: boolean;
	/** Max Cost, or the time of a poll, would end every run here: records further down count as old. */
	givesUp: boolean;
	/** A poll was cut: the next one goes on where it ended. */
	isCut: boolean;
}

/** One list of a run, compared with what earlier runs delivered of it. */
export interface WatchedList {
	/** Why the new records could not be told from known ones: all then count as new. */
	readonly failure: Failure | undefined;
	/**
	 * Compares a page's records with what is remembered; never throws.
	 * @param isLast whether the service says that nothing follows
	 * @param wanted records that Limit still allows
	 * @returns which of them are new, and whether the list is read on
	 */
	judge(
		records: readonly ListRecord[],
		isLast: boolean,
		wanted: number,
	): Promise<Omit<PageToTake, 'count' | 'end'>>;
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
