import type { StopReason } from '../list/pageEnd';
import type { ListRecord, WatchSummary } from '../list/watched';
import type { ListFacts } from './facts';
import { isFloorRank } from './floors';
import { roundDollars } from '../shared/dollars';
import type { SoFar, Watch } from './judge';

export interface Ending {
	reason: StopReason;
	/** Records of the last page that Limit left behind. */
	cut: number;
	/** Where Max Cost or the time of a poll ended it: no later run would get further. */
	hasHadShare: boolean;
}

type HowWatched = Pick<Watch, 'isResumed' | 'isNewestFirst' | 'takesBaseline'>;

/** What decides what a run leaves. */
export interface RunEnd extends HowWatched, Pick<Ending, 'reason' | 'hasHadShare'> {
	isFirst: boolean;
	/** Records were read, and none of them had a sort time. */
	isTimeless: boolean;
	pages: number;
	newRecords: number;
}

/** What a run leaves to the next ones, beside the records that it makes known. */
export interface Leavings {
	/** Which of the times that it passed leave floors: all of them, some (`isFloorRank`), or none. */
	floors: 'all' | 'some' | 'none';
	/** The list is watched from now on. */
	isWatched: boolean;
	/** What the run did not reach is old from now on, and the user is told. Of a baseline that goes without saying. */
	leavesOld: boolean;
}

/** Ends after which nothing new follows. */
const COMPLETE: readonly StopReason[] = ['known', 'date', 'end', 'repeatedPosition'];

/** Ends that no later run gets past, once the list has had its share. */
const BOUNDS: readonly StopReason[] = ['maxCost', 'outOfTime'];

/** Ends of a baseline that nobody chose: the next run takes it again, instead of returning the rest. */
const INTERRUPTED: readonly StopReason[] = ['failure', 'halted'];

/** Whether a later run that has ended in this way has read all that it had to. */
const isComplete = ({ reason }: Pick<RunEnd, 'reason'>) => COMPLETE.includes(reason);

export interface Spent {
	/** Its own pages. */
	pages: number;
	/** US dollars for one more. */
	price: number;
	/** US dollars that the execution may spend. */
	cap: number;
	/** All that the run reads. */
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

/** What a run leaves, as a table of how it ended. */
export function leavingsOf(run: RunEnd): Leavings {
	const { reason, isFirst, isNewestFirst, takesBaseline, isTimeless, hasHadShare } = run;
	const nothing: Leavings = { floors: 'none', isWatched: false, leavesOld: false };
	// A resumed run says nothing of what stands above the place where it began.
	if (run.pages === 0 || run.isResumed) return nothing;
	if (isFirst) {
		const isTakenAgain = takesBaseline && !isNewestFirst && INTERRUPTED.includes(reason);
		if (isTakenAgain || (run.newRecords === 0 && reason !== 'end')) return nothing;
	}
	if (!isNewestFirst) return { ...nothing, isWatched: true };
	// What a first run has not delivered is old, whatever ended it.
	if (isFirst) return { floors: 'all', isWatched: true, leavesOld: !isComplete(run) };
	if (isComplete(run)) return { floors: 'some', isWatched: true, leavesOld: false };
	// Else the next run would pay for known pages only to end at the same place.
	const leavesOld = isTimeless || (BOUNDS.includes(reason) && hasHadShare);
	return { floors: leavesOld ? 'some' : 'none', isWatched: true, leavesOld };
}

/** The records that become floors. */
export function floorsAmong<T extends ListRecord>(
	records: readonly T[],
	which: Leavings['floors'],
): T[] {
	if (which === 'none') return [];
	const times = new Set(records.map(({ time }) => time).filter((time) => time !== undefined));
	const newestFirst = [...times].sort((a, b) => b - a);
	const left = newestFirst.filter((_time, rank) => which === 'all' || isFloorRank(rank));
	const floors = new Set<number | undefined>(left);
	return records.filter(({ time }) => floors.has(time));
}

export interface ListOutcome {
	summary: WatchSummary;
	/** Facts that hold from now on, in the order in which they are to be stored. */
	facts: string[];
	/** Facts of the list itself that held before. */
	lasting: string[];
}

/** What comes of a list, if the run delivers it. */
export function outcomeOf(watch: Watch, soFar: SoFar, ending: Ending): ListOutcome {
	const { facts, isNewestFirst, takesBaseline } = watch;
	const { isFirst, pages, before } = soFar;
	const read = pages.flat();
	const passed = read.slice(0, read.length - ending.cut);
	const newOnes = passed.filter(({ isNew }) => isNew);
	const run: RunEnd = {
		...watch,
		...ending,
		isFirst,
		isTimeless: passed.length > 0 && before === undefined,
		pages: pages.length,
		newRecords: newOnes.length,
	};
	const { floors, isWatched, leavesOld } = leavingsOf(run);
	const isBaseline = isFirst && takesBaseline;
	const behindLimit = read.slice(passed.length);
	const below = floors === 'all' ? read : passed;
	const toStore = [
		// A baseline that is taken again has made nothing known.
		...(isBaseline && !isWatched ? [] : facts.known(newOnes)),
		...facts.floors(
			floorsAmong(
				below.filter(({ isOpen }) => isOpen),
				floors,
			),
		),
		...(floors === 'all' ? facts.old(behindLimit) : []),
		...(isWatched ? [facts.watched] : []),
	];
	return {
		summary: {
			isFirst,
			isBaseline: isBaseline && isWatched,
			leavesOld,
			isReadAgain: isNewestFirst && !isFirst && isWatched && !leavesOld && !isComplete(run),
		},
		facts: toStore.filter((fact) => !facts.hold([fact])),
		lasting: lastingFacts(facts, read, run).filter((fact) => facts.hold([fact])),
	};
}

/** What must not be forgotten of a list, as far as it holds. */
function lastingFacts(facts: ListFacts, read: readonly ListRecord[], run: RunEnd): string[] {
	// Records without a time, such as those dated ahead, stay on top, where no floor covers them.
	const timeless = run.isTimeless ? [] : read.filter(({ time }) => time === undefined);
	return [facts.watched, ...facts.floors(read), ...facts.old(read), ...facts.known(timeless)];
}
