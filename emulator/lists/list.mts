import type { OperationName } from '../settings.mts';
import type { Arrangement } from './changes.mts';

/** The settings of one list, named by operation and key. */
export interface ListSettings {
	size: number;
	/** Number of records from the end of a page that the next page repeats. */
	repeats: number;
	/** The page, counted from 1, that is empty although the list continues; null for none. */
	emptyPageAt: number | null;
	/** The last page always claims that there is more, with the cursor that led to it. */
	endless: boolean;
	/** The second record of every page has the ID of the first. */
	equalIds: boolean;
	/** Pages after the end repeat the last page and claim that there is more, each with a new cursor. */
	lastPageRepeats: boolean;
	/** Every second page has three records fewer, although it is not the last. */
	shortPages: boolean;
	/** Number of replies counted in reply_total that an answer with all_pages omits. */
	replyTotalMissing: number;
}

/** A list of records, named by an operation, a key and the filters that select records. */
export interface List extends ListSettings, Arrangement {
	operation: OperationName;
	/** The keyword or ID that names it. */
	key: string;
	/** All its names, the most exact first. */
	keys: readonly string[];
	/** Operation, keys and filters as one text, which seeds the records and their IDs. */
	identity: string;
	/** The list is sorted by time, newest first. */
	isByTime: boolean;
	/** Number of old records pinned above the newest. */
	pinned: number;
	/** Number of changes so far. */
	version: number;
}
