import type { StopReason } from '../list/pageEnd';

import type { Standing } from './standing';

/** A gap of the list: records that may be new, below what an earlier run has delivered. */
export interface GapSearch {
	/** Earlier runs have left a gap. */
	wasOpen: boolean;
	/** This run has met the place where it begins. */
	isEdgePassed: boolean;
}

/**
 * Whether a list that is newest first holds nothing new behind this page: it brought nothing new,
 * and is not above a gap.
 * @param page the records that this page adds to those before it
 * @param search what is known of a gap, this page's records included
 */
export function isMet(page: readonly Standing[], search: GapSearch): boolean {
	if (page.length === 0 || page.includes('new')) return false;
	return !search.wasOpen || (search.isEdgePassed && page.at(-1) !== 'edge');
}

/** What becomes of the memory of a gap: none is left, it stays as it is, or one begins here. */
export type Gap = 'none' | 'stays' | 'begins';

/** How a run has left a list that is newest first. */
export interface RunEnd extends GapSearch {
	reason: StopReason;
	/** Nothing of this list was delivered before. */
	isFirst: boolean;
	/** The run did not begin at the list's beginning. */
	isResumed: boolean;
	/** The last record that was looked at; undefined where none was. */
	last: Standing | undefined;
	/** The limit has left new records on the last page. */
	isCut: boolean;
}

/** Ends behind which there is nothing, as far as anybody can tell. */
export const WHOLE: readonly StopReason[] = ['end', 'known', 'noNewRecord', 'repeatedPosition'];

/**
 * Whether something new may lie beyond where a run has ended. A first run has no gap: what it left
 * is older than all that it took.
 */
export function gapAfter(end: RunEnd): Gap {
	const asBefore: Gap = end.wasOpen ? 'stays' : 'none';
	// Only a run from the beginning has seen all that stands above.
	const closed: Gap = end.isResumed ? asBefore : 'none';
	if (WHOLE.includes(end.reason)) return closed;
	if (end.isFirst) return 'none';
	if (end.last === undefined || (end.wasOpen && !end.isEdgePassed)) return asBefore;
	const isAbove = end.last === 'new' || end.last === 'edge' || end.isCut;
	return isAbove ? 'begins' : closed;
}
