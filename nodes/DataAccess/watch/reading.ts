import type { Judgement } from '../list/judgement';
import type { RunEnd } from './endOfRun';
import type { JudgedRecord } from './facts';

/** How a run reads a list. */
export interface ReadingMode {
	/** It begins where Resume From continues an earlier run. */
	isResumed: boolean;
	isNewestFirst: boolean;
	/** What a first run finds is remembered instead of delivered, unless the list was empty before. */
	takesBaseline: boolean;
}

/** From the top of a list that is newest first: only so a run can tell that all that follows is old. */
export const isFromTop = ({ isNewestFirst, isResumed }: ReadingMode) => isNewestFirst && !isResumed;

/** In a list that is newest first, a later run returns all that is new, and a baseline takes all of its page. */
export function countedByLimit(
	mode: ReadingMode,
	{ isFirst, isBaseline }: Pick<SoFar, 'isFirst' | 'isBaseline'>,
): Judgement['limitCounts'] {
	if (!mode.isNewestFirst) return 'all';
	return mode.isResumed || (isFirst && !isBaseline) ? 'new' : 'none';
}

/** What a run has read of a list so far. */
export interface SoFar {
	/** Nothing of it is remembered: its first page tells. */
	isFirst: boolean;
	/** It is a first run that remembers what it finds. */
	isBaseline: boolean;
	pages: ReadonlyArray<readonly JudgedRecord[]>;
	/** A record has shown a time, though it be one that lies ahead. */
	isTimed: boolean;
	/** Where it met what is done. */
	end?: RunEnd;
}
