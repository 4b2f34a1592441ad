import type { Failure } from '../shared/failure';
import type { RecordName } from './newRecords';
import type { StopReason } from './pageEnd';

/** What a run has found out about a list of which it delivers only what is new. */
export interface Watched {
	isNewestFirst: boolean;
	/** Records that earlier runs have delivered, among those looked at. */
	known: number;
	/**
	 * Calls that were not made since nothing new was to be expected, and what they would have cost in
	 * US dollars; null for a list of unknown length.
	 */
	saved: { calls: number; cost: number } | null;
	/** Something new may lie beyond what was looked at. */
	hasGap: boolean;
}

/** One list of a run, beside what earlier runs have delivered of it. */
export interface Watch {
	/** Whether Limit counts only new records; else it counts those that were looked at. */
	readonly limitCountsNew: boolean;
	/** Why it could not be told which records are new: they were taken for new then. */
	readonly failure: Failure | undefined;
	/** Whether no page behind the one that was taken last is wanted. */
	readonly isDone: boolean;
	/**
	 * Looks at a page's records; never throws.
	 * @param names what tells each of them from others
	 * @returns for each of them, whether it is new; all are where n8n cannot tell
	 */
	look(names: readonly RecordName[]): Promise<boolean[]>;
	/**
	 * Takes over what the run delivers of the page that was looked at last.
	 * @param count so many of its records were looked at before the limit; undefined for all
	 */
	take(count: number | undefined): void;
	/** Ends the watch. */
	end(reason: StopReason): Watched;
}

/** What the user should know about the memory of a run, as a sentence. */
export interface Remark {
	text: string;
	isWarning: boolean;
}
