import { STOPS } from '../list/pageEnd';
import type { StopReason } from '../list/pageEnd';
import { roundDollars } from '../shared/dollars';
import type { JudgedRecord } from './facts';
import type { ReadingMode } from './reading';

/** How a run has read a list, as far as it decides the handover. */
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
	/** It has met records that earlier runs delivered or handed over. */
	hasMetKnown: boolean;
}

/** What a run hands over to later runs. */
export type Handover =
	/** Nothing, as if the run had not happened. */
	| 'nothing'
	/** The list says that it is empty. Only this is remembered. */
	| 'empty'
	/** In any order but newest first: the delivered records are known, and nothing is old. */
	| 'delivered'
	/** The run has reached done records: its records are known, and floors, because everything below them is done. */
	| 'complete'
	/** The same, although the run ended above the done records: those that it did not reach are old from now on. */
	| 'givenUp'
	/** The run ended above records that may be new: its records are loose, and the next run starts at the top again. */
	| 'incomplete'
	/**
	 * The delivered records are loose, and nothing else is certain: a resumed run has not seen the records above its
	 * resume point, or the service sent nothing but a few loose records.
	 */
	| 'loose';

/** Returns what a run hands over, by how it ended. */
export function handoverOf(run: EndedReading): Handover {
	if (run.pages === 0) return 'nothing';
	return run.isFirst ? handoverOfFirst(run) : handoverOfLater(run);
}

/** A first run makes old whatever it has not delivered, however it ended. It must have found something. */
function handoverOfFirst({ reason, records, newRecords, ...run }: EndedReading): Handover {
	const stop = STOPS[reason];
	// A list that hides its records is not empty.
	if (records === 0) return reason === 'end' && !run.claimsMore ? 'empty' : 'nothing';
	// A failure, not the user, has ended this baseline. The next run takes it again, instead of returning the rest.
	if (run.isBaseline && !run.isNewestFirst && stop === 'broken') return 'nothing';
	if (newRecords === 0 && reason !== 'end') return 'nothing';
	if (!run.isNewestFirst) return 'delivered';
	return ['ended', 'reached'].includes(stop) ? 'complete' : 'givenUp';
}

function handoverOfLater({ hasMetKnown, newRecords, ...run }: EndedReading): Handover {
	const stop = STOPS[run.reason];
	if (!run.isNewestFirst) return 'delivered';
	if (run.isResumed) return 'loose';
	if (stop === 'reached') return 'complete';
	if (stop === 'ended') {
		if (hasMetKnown) return 'complete';
		// A list that ends without any record of earlier runs was sent only in part.
		return newRecords > 0 ? 'incomplete' : 'loose';
	}
	// The next run would pay for the same pages, and end at the same place.
	return stop === 'bounded' && run.hasHadShare ? 'givenUp' : 'incomplete';
}

/**
 * Returns whether a list has had its share of Max Cost: its pages and one more cost more than the cap divided
 * by the lists that the run reads, which is taken as at least two calls and at most the cap.
 */
export function hasHadShare(pages: number, price: number, cap: number, lists: number): boolean {
	const share = Math.min(cap, Math.max(2 * price, cap / lists));
	return roundDollars((pages + 1) * price) > roundDollars(share);
}

/** Ranks of the times that leave floors, 0 being the newest. The first ones may be deleted, edited or pinned. */
const FLOOR_RANKS = [0, 1, 2, 4, 8, 16];

/** Returns those of the passed records that become floors. */
export function someFloors(passed: readonly JudgedRecord[]): JudgedRecord[] {
	const aboveOld = passed.filter(({ state }) => state !== 'old');
	const times = new Set(aboveOld.flatMap(({ time }) => time ?? []));
	const newestFirst = [...times].sort((a, b) => b - a);
	const ofRanks = newestFirst.filter((_time, rank) => FLOOR_RANKS.includes(rank));
	return aboveOld.filter(({ time = NaN }) => ofRanks.includes(time));
}

/**
 * Returns those records of a first run that become floors: some of the delivered ones, all without a time, because
 * ranks are of times, and all that were not delivered.
 * @param passed how many records the run delivered; 0 for a baseline
 */
export function floorsOfFirst(read: readonly JudgedRecord[], passed: number): JudgedRecord[] {
	const delivered = read.slice(0, passed);
	const timeless = delivered.filter(({ time }) => time === undefined);
	return [...someFloors(delivered), ...timeless, ...read.slice(passed)];
}
