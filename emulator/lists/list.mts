import type { OperationName } from '../settings.mts';
import type { Arrangement } from './changes.mts';

/** What can be set for one list: one operation and key. */
export interface ListSettings {
	size: number;
	/** Records of the page before that stand again at the start of the next page. */
	repeats: number;
	/** The page (1-based) that comes empty although there is more; null = none. */
	emptyPageAt: number | null;
	/** The last page claims more for ever, with the cursor that led to it. */
	endless: boolean;
	/** The second record of every page has the id of the first. */
	equalIds: boolean;
	/** Pages after the end hold the last page's records and claim more, with fresh cursors. */
	lastPageRepeats: boolean;
	/** Every second page has three records fewer, without being the last. */
	shortPages: boolean;
	/** How many of reply_total an answer with all_pages lacks. */
	replyTotalMissing: number;
}

/** One list of records: an operation, a key and the filters that choose among its records. */
export interface List extends ListSettings, Arrangement {
	operation: OperationName;
	/** The keyword or id that names it. */
	key: string;
	/** All names it goes by, the most exact first. */
	keys: readonly string[];
	/** Operation, key and filters as one text; it seeds the records and their ids. */
	identity: string;
	/** The newest record stands first. */
	isByTime: boolean;
	/** Old records that stand on top of it all the same. */
	pinned: number;
	/** How many changes it has been through. */
	version: number;
}
