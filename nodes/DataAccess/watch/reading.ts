import type { Judgement } from '../list/judgement';
import type { RunEnd } from './endOfRun';
import type { JudgedRecord } from './facts';

/** How a run reads a list. */
export interface ReadingMode {
	/** It begins where Resume From continues an earlier run. */
	isResumed: boolean;
	isNewestFirst: boolean;
	/** What a first run finds is remembered instead of delivered. */
	takesBaseline: boolean;
}

/** From the top of a list that is newest first: only so a run can tell that all that follows is old. */
export const isFromTop = ({ isNewestFirst, isResumed }: ReadingMode) => isNewestFirst && !isResumed;

/** In a list that is newest first, a later run returns all that is new, and a baseline takes all of its page. */
export function countedByLimit(mode: ReadingMode, isFirst: boolean): Judgement['limitCounts'] {
	if (!mode.isNewestFirst) return 'all';
	return mode.isResumed || (isFirst && !mode.takesBaseline) ? 'new' : 'none';
}

/** What a run has read of a list so far. */
export interface SoFar {
	/** Nothing of it is remembered: its first page tells. */
	isFirst: boolean;
	pages: ReadonlyArray<readonly JudgedRecord[]>;
	/** A record has shown a time, though it be one that lies ahead. */
	isTimed: boolean;
	/** Where it met what is done. */
	end?: RunEnd;
}
