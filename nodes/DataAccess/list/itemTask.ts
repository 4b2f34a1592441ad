import type { ApiInput } from '../operations/operation';

/** What one input item asks for. */
export interface ItemTask {
	/** A short id of the list. */
	list: string;
	/** The input of the first page. */
	input: ApiInput;
	/** Records to deliver, Infinity for all. */
	limit: number;
	/** Pages to ask for, Infinity for any number. */
	maxPages: number;
	/** Seconds for one call. */
	timeout: number;
	/** Records at the beginning of the first page that an earlier run delivered. */
	skip: number;
	/** Fingerprints of the records of the page before the first one. */
	seen: string[];
	/** An earlier run has delivered all that was wanted of this list. */
	isEnded: boolean;
	/** The list is continued where an earlier run stopped. */
	isResumed: boolean;
	/** The name under which what was delivered of this list is remembered; empty for the usual one. */
	memoryName: string;
}
