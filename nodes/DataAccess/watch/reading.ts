import type { Judgement } from '../list/judgement';
import type { EndOfReading } from './endOfRun';
import type { JudgedRecord } from './facts';

/** How a run reads a list. */
export interface ReadingMode {
	/** Resume From continues an earlier run. */
	isResumed: boolean;
	isNewestFirst: boolean;
	/** A first run remembers its records instead of delivering them, unless the list was empty before. */
	takesBaseline: boolean;
}

/** Returns whether a run reads from the top, newest first. Only then can it tell that all further records are old. */
export const isFromTop = ({ isNewestFirst, isResumed }: ReadingMode) => isNewestFirst && !isResumed;

/** Returns what Limit counts. Newest first, a later run returns all new records; a baseline takes its whole page. */
export function countedByLimit(
	mode: ReadingMode,
	{ isFirst, isBaseline }: Pick<SoFar, 'isFirst' | 'isBaseline'>,
): Judgement['limitCounts'] {
	if (!mode.isNewestFirst) return 'all';
	return mode.isResumed || (isFirst && !isBaseline) ? 'new' : 'none';
}

/** What a run has read of a list so far. */
export interface SoFar {
	/** Nothing of the list is remembered, as its first page shows. */
	isFirst: boolean;
	/** It is a first run that remembers its records instead of delivering them. */
	isBaseline: boolean;
	pages: ReadonlyArray<readonly JudgedRecord[]>;
	/** A record has shown a time, even a future one. */
	isTimed: boolean;
	/** Set once the run has met done records that end it. */
	end?: EndOfReading;
}
