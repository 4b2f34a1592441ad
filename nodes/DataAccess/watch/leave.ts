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
interface RunEnd extends ReadingMode {
	reason: StopReason;
	/** Where Max Cost ended it: no later run would get further. */
	hasHadShare: boolean;
	isFirst: boolean;
	pages: number;
	newRecords: number;
}

/** What a run leaves to the next ones. */
interface Leavings {
	/** What the records are from now on that it has delivered. */
	delivered: 'known' | 'loose';
	/** All behind what it delivered is done: it leaves floors. */
	isSettled: boolean;
	/** What the run did not reach is old from now on, and the user is told. Of a baseline that goes without saying. */
	leavesOld: boolean;
	/** It ended above records that may be new. */
	isReadAgain: boolean;
}

/** What a run leaves; undefined where it is as if it had not been. */
export function leavingsOf(run: RunEnd): Leavings | undefined {
	const { isFirst, hasHadShare, isNewestFirst, pages } = run;
	if (pages === 0 || (isFirst && !hasBegun(run))) return undefined;
	const stop = STOPS[run.reason];
	const isComplete = ['ended', 'reached'].includes(stop);
	// What a first run has not delivered is old, whatever ended it. So is what a later run has not reached, once the list
	// has had its share: the next run would pay for the same pages, and end at the same place.
	const isBound = isFirst || (stop === 'bounded' && hasHadShare);
	// Resume From says nothing of what stands above the place where it began.
	const isSettled = isFromTop(run) && (isComplete || isBound);
	return {
		delivered: isSettled || !isNewestFirst ? 'known' : 'loose',
		isSettled,
		leavesOld: isSettled && !isComplete,
		isReadAgain: isFromTop(run) && !isSettled,
	};
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

/** The ranks of times that become floors, 0 being the newest: the topmost may be deleted, edited or pinned. */
const FLOOR_RANKS = [0, 1, 2, 4, 8, 16];

/** The records that become floors, of those that a later run has passed. */
export function someFloors(passed: readonly JudgedRecord[]): JudgedRecord[] {
	const settled = passed.filter(({ isOld }) => !isOld);
	const times = new Set(settled.flatMap(({ time }) => time ?? []));
	const newestFirst = [...times].sort((a, b) => b - a);
	const ofRanks = new Set(FLOOR_RANKS.map((rank) => newestFirst[rank]));
	return settled.filter(({ time }) => time !== undefined && ofRanks.has(time));
}
