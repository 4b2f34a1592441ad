/** What is remembered of a record. */
export interface ListRecord {
	/** What identifies it. */
	name: string;
	/** Whole seconds, by which the list is sorted; undefined where nothing is known of it. */
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
	/** Records that Limit still allows. */
	wanted: number;
}

/** What a run has found out about a list of which it delivers only what is new. */
export interface WatchSummary {
	/** Nothing of it was delivered before. */
	isFirst: boolean;
	/** What a first run found was remembered instead of delivered. */
	isBaseline: boolean;
	/** What the run did not reach is old from now on. */
	leavesOld: boolean;
	/** The run ended above records that may be new: the next one reads the list again. */
	isReadAgain: boolean;
	/** Times of known records did not tell where the new ones end. */
	isUnproven: boolean;
}

/** What the user should know about the memory of a run. */
export type MemoryRemark = 'manualRun' | 'forgetting' | 'memoryFull';
