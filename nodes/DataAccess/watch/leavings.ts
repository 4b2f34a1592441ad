import type { StopReason } from '../list/pageEnd';
import { roundDollars } from '../shared/dollars';
import { FLOORS } from './floors';

/** How a run of a list has ended. */
export interface RunEnd {
	reason: StopReason;
	/** It began where Resume From continues an earlier run. */
	isResumed: boolean;
	/** Nothing of the list was remembered. */
	isFirst: boolean;
	isNewestFirst: boolean;
	/** What a first run finds is remembered instead of delivered. */
	isBaseline: boolean;
	/** Records were read, and none of them had a sort time. */
	isTimeless: boolean;
	/** Pages that were read. */
	pages: number;
	/** Records that were new. */
	fresh: number;
	/** Where Max Cost or the time of a poll ended it: no later run would get further. */
	hasHadShare: boolean;
}

/** What a run leaves to the next ones, beside the records that it makes known. */
export interface Leavings {
	/** Which of the times that it passed become floors: all of them, the newest ones, or none. */
	floors: 'all' | 'newest' | 'none';
	/** The list is watched from now on. */
	isWatched: boolean;
	/** What the run did not reach is old from now on, and told; a baseline leaves it old untold. */
	leavesOld: boolean;
}

/** Ends after which nothing new follows. */
const COMPLETE: readonly StopReason[] = ['known', 'date', 'end', 'repeatedPosition'];

/** Ends that no later run gets past once the list has had its share. */
const BOUNDS: readonly StopReason[] = ['maxCost', 'outOfTime'];

/** Ends of a baseline that nobody chose: the next run takes it again, instead of returning the rest. */
const INTERRUPTED: readonly StopReason[] = ['failure', 'halted'];

/** Whether a later run that has ended in this way has read all that it had to. */
export const isComplete = ({ reason }: Pick<RunEnd, 'reason'>) => COMPLETE.includes(reason);

export function leavingsOf(run: RunEnd): Leavings {
	const { reason, isFirst, isNewestFirst, isBaseline, isTimeless, hasHadShare } = run;
	const nothing: Leavings = { floors: 'none', isWatched: false, leavesOld: false };
	// A resumed run says nothing of what stands above the place where it began.
	if (run.pages === 0 || run.isResumed) return nothing;
	if (isFirst) {
		const isTakenAgain = isBaseline && !isNewestFirst && INTERRUPTED.includes(reason);
		if (isTakenAgain || (run.fresh === 0 && reason !== 'end')) return nothing;
	}
	if (!isNewestFirst) return { ...nothing, isWatched: true };
	// What a first run has not delivered is old, whatever ended it.
	if (isFirst) return { floors: 'all', isWatched: true, leavesOld: !isComplete(run) };
	if (isComplete(run)) return { floors: 'newest', isWatched: true, leavesOld: false };
	// Else the next run would pay for known pages only to end at the same place.
	const leavesOld = isTimeless || (BOUNDS.includes(reason) && hasHadShare);
	return { floors: leavesOld ? 'newest' : 'none', isWatched: true, leavesOld };
}

/** The times that become floors. */
export function floorsAmong(times: readonly number[], which: Leavings['floors']): number[] {
	const newest = [...new Set(times)].sort((a, b) => b - a);
	return newest.slice(0, { all: Infinity, newest: FLOORS, none: 0 }[which]);
}

/** What tells whether a list has had its share of a run. */
export interface Spent {
	/** Its own pages. */
	pages: number;
	/** US dollars for one more. */
	price: number;
	/** US dollars that the execution may spend. */
	cap: number;
	/** Lists that the run reads. */
	lists: number;
}

/**
 * Whether a list has had its share of Max Cost: its pages and one more cost more than the cap divided
 * by the lists, which is taken as at least two calls and at most the cap.
 */
export function hasSpentShare({ pages, price, cap, lists }: Spent): boolean {
	const share = Math.min(cap, Math.max(2 * price, cap / lists));
	return roundDollars((pages + 1) * price) > roundDollars(share);
}
