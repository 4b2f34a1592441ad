import type { Failure } from '../shared/failure';
import type { RecordName } from './newRecords';
import type { StopReason } from './pageEnd';
import type { Position } from '../operations/operation';
import type { PageToTake } from './step';

/** What is remembered of a record. */
export interface ListRecord {
	name: RecordName;
	/** Whole seconds, by which the list is sorted; undefined where nothing is known of it. */
	time?: number;
}

/** What a run has found out about a list of which it delivers only what is new. */
export interface WatchSummary {
	isNewestFirst: boolean;
	/** Nothing of it was delivered before. */
	isFirst: boolean;
	/** Records that earlier runs have delivered, among those looked at. */
	known: number;
	/** Records of a first run that were remembered instead of delivered. */
	baseline: number;
	/** The first run left records beyond its bounds, which stay old. */
	leavesOld: boolean;
	/**
	 * Calls that were not made since nothing new was to be expected, and what they would have cost in
	 * US dollars; null for a list of unknown length.
	 */
	saved: { calls: number; cost: number } | null;
	/** Something new may lie beyond what was looked at. */
	hasGap: boolean;
	/** US dollars for another page, where Max Cost ended the run among known records; else 0. */
	lacks: number;
}

/** What becomes of a page's records, as far as the memory tells. */
export interface Judged extends Omit<PageToTake, 'count' | 'end'> {
	/** Everything up to this place was delivered: the list is read on from there. */
	goOnAt?: Position;
}

/** One list of a run, compared with what earlier runs delivered of it. */
export interface WatchedList {
	/** Why the new records could not be told from known ones: all then count as new. */
	readonly failure: Failure | undefined;
	/**
	 * Looks at a page's records; never throws.
	 * @param isLast whether the service says that nothing follows
	 * @returns which of them are new, and whether the list is read on
	 */
	look(records: readonly ListRecord[], isLast: boolean): Promise<Judged>;
	/**
	 * Takes over what the run delivers of the page that was looked at last.
	 * @param cutAt the index of the first new record that the limit left behind
	 */
	take(cutAt: number | undefined): void;
	/**
	 * The list is read no further.
	 * @param rest where it goes on; null where nothing follows
	 */
	end(reason: StopReason, rest: Position | null): WatchSummary;
}

/** What the user should know about the memory of a run, as a sentence. */
export interface Remark {
	text: string;
	isWarning: boolean;
}
