import { STOPS } from '../list/pageEnd';
import type { StopReason } from '../list/pageEnd';
import { roundDollars } from '../shared/dollars';
import type { JudgedRecord } from './facts';
import type { ReadingMode } from './reading';

/** What decides what a run leaves. */
interface EndedRun extends ReadingMode {
	reason: StopReason;
	/** The list has had its share of Max Cost. */
	hasHadShare: boolean;
	isFirst: boolean;
	pages: number;
	newRecords: number;
}

/** What a run leaves to the next ones. */
export type Leavings =
	/** It is as if it had not been. */
	| 'nothing'
	/** In any other order than newest first: what it delivered is known, and nothing is old. */
	| 'known'
	/** It has reached what is done: what it delivered is known, and everything behind it is done, so it leaves floors. */
	| 'complete'
	/** The same, though it ended above what is done: what it did not reach is old from now on. */
	| 'givenUp'
	/** It ended above records that may be new: what it delivered is loose, and the next run reads again from the top. */
	| 'incomplete'
	/** Resume From says nothing of what stands above the place where it began, so what it delivered is loose. */
	| 'resumed';

/** What a run leaves, by how it ended. */
export function leavingsOf(run: EndedRun): Leavings {
	const { isFirst, isNewestFirst, isResumed, pages, hasHadShare } = run;
	if (pages === 0 || (isFirst && !hasBegun(run))) return 'nothing';
	if (!isNewestFirst) return 'known';
	if (isResumed) return 'resumed';
	const stop = STOPS[run.reason];
	if (['ended', 'reached'].includes(stop)) return 'complete';
	// A first run says what is old: all that it has not delivered, whatever ended it.
	if (isFirst) return 'givenUp';
	// The next run would pay for the same pages, and end at the same place.
	return stop === 'bounded' && hasHadShare ? 'givenUp' : 'incomplete';
}

/** A first run has found something, or the list says that it is empty. */
function hasBegun({ takesBaseline, isNewestFirst, reason, newRecords }: EndedRun): boolean {
	// Nobody chose where a baseline in any other order ends: the next run takes it again, instead of returning the rest.
	if (takesBaseline && !isNewestFirst && STOPS[reason] === 'broken') return false;
	return newRecords > 0 || reason === 'end';
}

/**
 * Whether a list has had its share of Max Cost: its pages and one more cost more than the cap divided
 * by the lists that the run reads, which is taken as at least two calls and at most the cap.
 */
export function hasHadShare(pages: number, price: number, cap: number, lists: number): boolean {
	const share = Math.min(cap, Math.max(2 * price, cap / lists));
	return roundDollars((pages + 1) * price) > roundDollars(share);
}

/** Which of the times that a later run has passed leave floors, 0 being the newest: the first may be deleted, edited or pinned. */
const FLOOR_RANKS = [0, 1, 2, 4, 8, 16];

/** The records that become floors, of those that a later run has passed. */
export function someFloors(passed: readonly JudgedRecord[]): JudgedRecord[] {
	const aboveOld = passed.filter(({ state }) => state !== 'old');
	const times = new Set(aboveOld.flatMap(({ time }) => time ?? []));
	const newestFirst = [...times].sort((a, b) => b - a);
	const ofRanks = new Set(FLOOR_RANKS.map((rank) => newestFirst[rank]));
	return aboveOld.filter(({ time }) => time !== undefined && ofRanks.has(time));
}
