import type { ItemTask } from '../list/itemTask';
import type { StopReason } from '../list/pageEnd';
import { roundDollars } from '../shared/dollars';
import { FLOORS } from './floors';

/** How a run of a list has ended. */
export interface RunEnd {
	reason: StopReason;
	begins: ItemTask['begins'];
	/** Nothing of the list was remembered. */
	isFirst: boolean;
	isNewestFirst: boolean;
	/** What a first run finds is remembered instead of delivered. */
	isBaseline: boolean;
	/** Pages that were read. */
	pages: number;
	/** Whether the last of them had a new record. */
	hasNew: boolean;
	/** Records that were delivered, or remembered as existing. */
	delivered: number;
	/** US dollars per call, and the most that the run may spend. */
	price: number;
	cap: number;
}

/** What a run leaves to the next ones. */
export interface Leavings {
	/** Which of the times that it passed become floors: all of them, the newest ones, or none. */
	floors: 'all' | 'newest' | 'none';
	/** The list is watched from now on. */
	isWatched: boolean;
	/** A first run has not reached the list's end: what it did not return is old from now on. */
	leavesOld: boolean;
	/** Something new may stand further down, and a later run comes to it. */
	hasGap: boolean;
	/** What stands further down counts as old from now on, since no run can come to it. */
	givesUp: boolean;
	/** The next poll goes on where this one was cut. */
	isCut: boolean;
}

/** Ends of a walk from the top after which nothing follows. */
const COMPLETE: readonly StopReason[] = ['known', 'end', 'repeatedPosition'];

/** Bounds that cut a poll, whose next one can go on. */
const POLL_BOUNDS: readonly StopReason[] = ['maxPages', 'maxCost', 'outOfTime'];

/** Ends of a baseline that nobody chose: the next run takes it again, instead of returning the rest. */
const INTERRUPTED: readonly StopReason[] = ['failure', 'halted'];

/**
 * Whether every run would end here among known records, and pay for them each time: the list's own
 * pages, with one more, cost more than the cap, or take longer than n8n waits for a poll.
 */
function isStuck({ begins, reason, pages, hasNew, price, cap }: RunEnd): boolean {
	if (begins !== 'top' || hasNew) return false;
	if (reason === 'outOfTime') return true;
	return reason === 'maxCost' && roundDollars((pages + 1) * price) > cap;
}

/** What a run of a watched list leaves beside the records that it makes known. */
export function leavingsOf(run: RunEnd): Leavings {
	const { reason, begins, isFirst, isNewestFirst, isBaseline, pages, delivered } = run;
	const isCut = POLL_BOUNDS.includes(reason);
	const nothing: Leavings = {
		floors: 'none',
		isWatched: false,
		leavesOld: false,
		hasGap: false,
		givesUp: false,
		isCut: false,
	};
	if (pages === 0) return { ...nothing, isCut: isCut && begins === 'detour' };
	if (isFirst) {
		const isRepeated = isBaseline && !isNewestFirst && INTERRUPTED.includes(reason);
		const counts = !isRepeated && (delivered > 0 || reason === 'end');
		if (!counts) return nothing;
		if (!isNewestFirst) return { ...nothing, isWatched: true };
		// What a first run has not delivered is old, whatever ended it.
		const leavesOld = !isBaseline && !COMPLETE.includes(reason);
		return { ...nothing, floors: 'all', isWatched: true, leavesOld };
	}
	// A resumed run says nothing of what stands above the place where it began.
	if (begins === 'resumed') return nothing;
	if (!isNewestFirst) return { ...nothing, isWatched: true };
	// What was pinned or deleted since the poll before would be passed over on a detour: only a walk
	// from the top completes anything.
	const givesUp = isStuck(run);
	const isComplete = begins === 'top' && (givesUp || COMPLETE.includes(reason));
	return {
		floors: isComplete ? 'newest' : 'none',
		isWatched: true,
		leavesOld: false,
		hasGap: !isComplete && !(begins === 'detour' && COMPLETE.includes(reason)),
		givesUp,
		isCut: !isComplete && isCut,
	};
}

/** The times that become floors. */
export function floorsAmong(times: readonly number[], which: Leavings['floors']): number[] {
	const newest = [...new Set(times)].sort((a, b) => b - a);
	return newest.slice(0, { all: Infinity, newest: FLOORS, none: 0 }[which]);
}
