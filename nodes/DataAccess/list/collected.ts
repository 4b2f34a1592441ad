import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../shared/failure';
import type { StopReason } from './pageEnd';

/** One page's share of the output. */
export interface DeliveredPage {
	/** 1 for the first page of this run. */
	page: number;
	/** The records of this page that are new, up to the limit. */
	records: IDataObject[];
	/** The id of what they belong to, where the page tells. */
	parentId?: string;
	/** What `resumeFrom` takes to continue after these records; null at the end. */
	next(): IDataObject | null;
}

/** How an input item's list ended. */
export interface Collected {
	reason: StopReason;
	/** The list's id; empty where no list was asked for. */
	list: string;
	/** Where this run began, for a run that delivers nothing. */
	start: IDataObject | null;
	/** Where the list continues after what this run read; null at the end. */
	next: IDataObject | null;
	records: number;
	pages: number;
	/** Records that Limit left behind on the last page, which was bought with them; 0 where it could not be judged. */
	cutByLimit: number;
	/** Pages that were bought before, and the age in milliseconds of the oldest page that began before the run. */
	reused: { pages: number; age: number };
	/** The service counts or announces more records than it sent. */
	claimsMore: boolean;
	/** What the operation says of its pages, as sentences without their periods. */
	notices: string[];
	/** Nobody says that the list ends where it was read to, though no page follows. */
	mayHaveMore: boolean;
	/** What the operation says of that, in the same way. */
	endNotice?: string;
	failure?: Failure;
}

/** The state of a list of which nothing was read. */
export function nothingOf(list = '', start: IDataObject | null = null): Omit<Collected, 'reason'> {
	return {
		list,
		start,
		next: start,
		records: 0,
		pages: 0,
		cutByLimit: 0,
		reused: { pages: 0, age: 0 },
		claimsMore: false,
		mayHaveMore: false,
		notices: [],
	};
}
