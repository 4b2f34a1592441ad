import { STOPS } from '../list/pageEnd';
import type { StopReason } from '../list/pageEnd';
import { roundDollars } from '../shared/dollars';
import type { JudgedRecord } from './facts';
import type { ReadingMode } from './reading';

/** What decides what a run leaves. */
interface EndedReading extends Pick<ReadingMode, 'isResumed' | 'isNewestFirst'> {
	reason: StopReason;
	/** The service counts or announces more records than it sent. */
	claimsMore: boolean;
	/** The list has had its share of Max Cost. */
	hasHadShare: boolean;
	isFirst: boolean;
	isBaseline: boolean;
	pages: number;
	/** How many records the run has read, and how many of those that it passed are new. */
	records: number;
	newRecords: number;
	/** It has met what earlier runs have left. */
	hasMetKnown: boolean;
}

/** What a run leaves to the next ones. */
export type Handover =
	/** It is as if it had not been. */
	| 'nothing'
	/** The list says that it is empty: this alone is remembered. */
	| 'empty'
	/** In any other order than newest first: what it delivered is known, and nothing is old. */
	| 'delivered'
	/** It has reached what is done: what it delivered is known, and everything behind it is done, so it leaves floors. */
	| 'complete'
	/** The same, though it ended above what is done: what it did not reach is old from now on. */
	| 'givenUp'
	/** It ended above records that may be new: what it delivered is loose, and the next run reads again from the top. */
	| 'incomplete'
	/**
	 * What it delivered is loose, and nothing else can be said: Resume From says nothing of what stands above the place
	 * where the run began; or all that the service sent is a few loose records.
	 */
	| 'loose';

/** What a run leaves, by how it ended. */
export function handoverOf(run: EndedReading): Handover {
	if (run.pages === 0) return 'nothing';
	return run.isFirst ? handoverOfFirst(run) : handoverOfLater(run);
}

/** A first run says what is old: all that it has not delivered, whatever ended it. It must have found something. */
function handoverOfFirst({ reason, records, newRecords, ...run }: EndedReading): Handover {
	const stop = STOPS[reason];
	// A list that hides its records is not empty.
	if (records === 0) return reason === 'end' && !run.claimsMore ? 'empty' : 'nothing';
	// Nobody chose where a baseline in any other order ends: the next run takes it again, instead of returning the rest.
	if (run.isBaseline && !run.isNewestFirst && stop === 'broken') return 'nothing';
	if (newRecords === 0 && reason !== 'end') return 'nothing';
	if (!run.isNewestFirst) return 'delivered';
	return ['ended', 'reached'].includes(stop) ? 'complete' : 'givenUp';
}

function handoverOfLater({ hasMetKnown, newRecords, ...run }: EndedReading): Handover {
	const stop = STOPS[run.reason];
	if (!run.isNewestFirst) return 'delivered';
	if (run.isResumed) return 'loose';
	if (stop === 'reached' || (stop === 'ended' && hasMetKnown)) return 'complete';
	// A list that ends without any record of earlier runs was sent only in part.
	if (stop === 'ended') return newRecords > 0 ? 'incomplete' : 'loose';
	// The next run would pay for the same pages, and end at the same place.
	return stop === 'bounded' && run.hasHadShare ? 'givenUp' : 'incomplete';
}

/**
 * Whether a list has had its share of Max Cost: its pages and one more cost more than the cap divided
 * by the lists that the run reads, which is taken as at least two calls and at most the cap.
 */
export function hasHadShare(pages: number, price: number, cap: number, lists: number): boolean {
	const share = Math.min(cap, Math.max(2 * price, cap / lists));
	return roundDollars((pages + 1) * price) > roundDollars(share);
}

/** Which of the times that a run has passed leave floors, 0 being the newest: the first may be deleted, edited or pinned. */
const FLOOR_RANKS = [0, 1, 2, 4, 8, 16];

/** The records that become floors, of those that a run has passed. */
export function someFloors(passed: readonly JudgedRecord[]): JudgedRecord[] {
	const aboveOld = passed.filter(({ state }) => state !== 'old');
	const times = new Set(aboveOld.flatMap(({ time }) => time ?? []));
	const newestFirst = [...times].sort((a, b) => b - a);
	const ofRanks = new Set<number | undefined>(
		newestFirst.filter((_time, rank) => FLOOR_RANKS.includes(rank)),
	);
	return aboveOld.filter(({ time }) => ofRanks.has(time));
}

/**
 * The records that become floors, of those that a first run has read. Of those that it passed, and so delivered, some
 * are enough. Each other one is a floor, as is one without a time, which no rank chooses.
 * @param passed how many it delivered; none for a baseline
 */
export function floorsOfFirst(read: readonly JudgedRecord[], passed: number): JudgedRecord[] {
	const delivered = read.slice(0, passed);
	const timeless = delivered.filter(({ time }) => time === undefined);
	return [...someFloors(delivered), ...timeless, ...read.slice(passed)];
}
