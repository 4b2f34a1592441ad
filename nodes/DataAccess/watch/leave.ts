import { STOPS } from '../list/pageEnd';
import type { StopReason } from '../list/pageEnd';
import { roundDollars } from '../shared/dollars';
import type { JudgedRecord } from './floor';

/** How a run reads a list. */
export interface ReadingMode {
	/** It begins where Resume From continues an earlier run. */
	isResumed: boolean;
	isNewestFirst: boolean;
	/** What a first run finds is remembered instead of delivered. */
	takesBaseline: boolean;
}

/** From the top of a list that is newest first: the run ends where all that follows is done. */
export const isFromTop = ({ isNewestFirst, isResumed }: ReadingMode) => isNewestFirst && !isResumed;

/** What decides what a run leaves. */
export interface RunEnd extends ReadingMode {
	reason: StopReason;
	/** Where Max Cost ended it: no later run would get further. */
	hasHadShare: boolean;
	isFirst: boolean;
	pages: number;
	newRecords: number;
}

/** What a run leaves to the next ones. */
export interface Leavings {
	/** What the records are from now on that it has delivered. */
	delivered: 'known' | 'loose';
	/** Which records are floors: all that it read, some that it passed (`someFloors`), or none. */
	floors: 'all' | 'some' | 'none';
	/** What the run did not reach is old from now on, and the user is told. Of a baseline that goes without saying. */
	leavesOld: boolean;
}

/** What a run leaves; undefined where it is as if it had not been. */
export function leavingsOf(run: RunEnd): Leavings | undefined {
	const { isFirst, isNewestFirst, isResumed } = run;
	const stop = STOPS[run.reason];
	if (run.pages === 0 || (isFirst && !hasBegun(run))) return undefined;
	if (!isNewestFirst) return { delivered: 'known', floors: 'none', leavesOld: false };
	const isComplete = stop === 'ended' || stop === 'reached';
	// It says nothing of what stands above the place where it began.
	if (isResumed) {
		return { delivered: isComplete ? 'known' : 'loose', floors: 'none', leavesOld: false };
	}
	// What a first run has not delivered is old, whatever ended it. So it is behind a later run that has had its share:
	// else the next one would pay for known pages only to end at the same place.
	const isBound = isFirst || (stop === 'bounded' && run.hasHadShare);
	if (!isComplete && !isBound) return { delivered: 'loose', floors: 'none', leavesOld: false };
	return { delivered: 'known', floors: isFirst ? 'all' : 'some', leavesOld: !isComplete };
}

/** A first run has found something, or the list says that it is empty. */
function hasBegun({ takesBaseline, isNewestFirst, reason, newRecords }: RunEnd): boolean {
	// Nobody chose where a baseline in any other order ends: the next run takes it again, instead of returning the rest.
	if (takesBaseline && !isNewestFirst && STOPS[reason] === 'broken') return false;
	return newRecords > 0 || reason === 'end';
}

/**
 * Whether a list has had its share of Max Cost: its pages and one more cost more than the cap divided
 * by the lists that the run reads, which is taken as at least two calls and at most the cap.
 */
export function hasSpentShare(pages: number, price: number, cap: number, lists: number): boolean {
	const share = Math.min(cap, Math.max(2 * price, cap / lists));
	return roundDollars((pages + 1) * price) > roundDollars(share);
}

/** 0, 1, 2, 4, 8 and so on. */
const isFloorRank = (rank: number) => rank === 0 || Number.isInteger(Math.log2(rank));

/**
 * The records that become floors, of those that a later run has passed: those whose time has such a rank, 0 being the
 * newest. The topmost may be deleted, edited or pinned by the next run, all on a busy day.
 */
export function someFloors(passed: readonly JudgedRecord[]): JudgedRecord[] {
	const settled = passed.filter(({ isDone, isNew, isLoose }) => isDone || isNew || isLoose);
	const times = new Set(settled.flatMap(({ time }) => time ?? []));
	const newestFirst = [...times].sort((a, b) => b - a);
	const left = new Set(newestFirst.filter((_, rank) => isFloorRank(rank)));
	return settled.filter(({ time }) => time !== undefined && left.has(time));
}
