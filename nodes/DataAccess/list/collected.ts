import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../shared/failure';
import type { StopReason } from './pageEnd';

/** One page's share of the output. */
export interface DeliveredPage {
	/** 1 for the first page of this run. */
	page: number;
	/** The records of this page that are new, up to the limit. */
	records: IDataObject[];
	/** The ID of what they belong to, if the page has it. */
	parentId?: string;
	/** Returns what Resume From takes to continue after these records; null at the end. */
	next(): IDataObject | null;
}

/** What was read of an input item's list, and how it ended. */
export interface Collected {
	reason: StopReason;
	/** The list's ID; empty if no list was requested. */
	list: string;
	/** Where this run started, for a run that delivers nothing. */
	start: IDataObject | null;
	/** Where the list continues after what this run read; null at the end. */
	next: IDataObject | null;
	records: number;
	pages: number;
	/** Records of the last page that Limit cut off, although they are paid for; 0 if the page could not be judged. */
	cutByLimit: number;
	/**
	 * `pages`: how many of them other runs, or other uses of the tool, bought. `age`: milliseconds since the oldest page was
	 * requested, if that was before this pass; otherwise 0.
	 */
	reused: { pages: number; age: number };
	/** The platform counts or announces more records than it sent. */
	claimsMore: boolean;
	/** The operation's remarks about its pages, as sentences without their periods. */
	notices: string[];
	/** No page follows, but nothing says that the list has ended. */
	mayHaveMore: boolean;
	/** The operation's remark about that, in the same form. */
	endNotice?: string;
	failure?: Failure;
}

/** What was read of a list, without where it goes on, and why it does not. */
export type Read = Omit<Collected, 'reason' | 'next'>;

/** Returns what was read of a list before its first request. */
export function nothingOf(list = '', start: IDataObject | null = null): Read {
	return {
		list,
		start,
		records: 0,
		pages: 0,
		cutByLimit: 0,
		reused: { pages: 0, age: 0 },
		claimsMore: false,
		mayHaveMore: false,
		notices: [],
	};
}
