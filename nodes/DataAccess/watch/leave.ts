import type { StopReason } from '../list/pageEnd';
import type { WatchSummary } from '../list/watched';
import { roundDollars } from '../shared/dollars';
import { isFloorRank } from './floors';
import type { Judged, SoFar, Watch } from './judge';

export interface Ending {
	reason: StopReason;
	/** Records of the last page that Limit left behind. */
	cut: number;
	/** Where Max Cost or the time of a poll ended it: no later run would get further. */
	hasHadShare: boolean;
}

/** What decides what a run leaves. */
export interface RunEnd
	extends
		Pick<Watch, 'isResumed' | 'isNewestFirst' | 'takesBaseline'>,
		Pick<Ending, 'reason' | 'hasHadShare'> {
	isFirst: boolean;
	pages: number;
	newRecords: number;
}

/** What a run leaves to the next ones. */
export interface Leavings {
	/** What the records are from now on that it has delivered. */
	delivered: 'known' | 'loose' | 'unknown';
	/** Which records that it has passed are floors: all, those of some times (`isFloorRank`), or none. */
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
	const { reason, isFirst, isNewestFirst, takesBaseline, hasHadShare } = run;
	const isComplete = COMPLETE.includes(reason);
	const known: Leavings = {
		delivered: 'known',
		floors: 'none',
		isWatched: true,
		leavesOld: false,
	};
	const isTakenAgain = takesBaseline && !isNewestFirst && INTERRUPTED.includes(reason);
	const hasBegun = !isTakenAgain && (run.newRecords > 0 || reason === 'end');
	if (run.pages === 0 || (isFirst && !hasBegun)) {
		return { ...known, delivered: 'unknown', isWatched: false };
	}
	// A resumed run says nothing of what stands above the place where it began.
	const isWatched = !run.isResumed;
	if (!isNewestFirst) return { ...known, isWatched };
	if (run.isResumed) return { ...known, isWatched, delivered: isComplete ? 'known' : 'loose' };
	// What a first run has not delivered is old, whatever ended it.
	if (isFirst) return { ...known, floors: 'all', leavesOld: !isComplete };
	// Else the next run would pay for known pages only to end at the same place.
	const leavesOld = BOUNDS.includes(reason) && hasHadShare;
	if (isComplete || leavesOld) return { ...known, floors: 'some', leavesOld };
	return { ...known, delivered: 'loose' };
}

/** The records that become floors, of those that a later run has passed. */
export function someFloors(passed: readonly Judged[]): Judged[] {
	const settled = passed.filter(({ isDone, isNew, isLoose }) => isDone || isNew || isLoose);
	const times = new Set(settled.flatMap(({ time }) => time ?? []));
	const newestFirst = [...times].sort((a, b) => b - a);
	const left = new Set(newestFirst.filter((_time, rank) => isFloorRank(rank)));
	return settled.filter(({ time }) => time !== undefined && left.has(time));
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
	const { facts, recall, takesBaseline, isResumed } = watch;
	const { isFirst, isTimed, isUnproven } = soFar;
	const read = soFar.pages.flat();
	const passed = read.slice(0, read.length - ending.cut);
	const [pages, newRecords] = [soFar.pages.length, passed.filter(({ isNew }) => isNew).length];
	const left = leavingsOf({ ...watch, ...ending, isFirst, pages, newRecords });
	const { delivered, isWatched, leavesOld } = left;
	const factOf = { known: [facts.known], loose: [facts.loose], unknown: [] }[delivered];
	const floors = { all: () => read, some: () => someFloors(passed), none: () => [] }[left.floors]();
	// The lowest first: what n8n then forgets has nothing known below it, and stays old.
	const ownRecords = passed
		.filter(({ isNew, isLoose }) => isNew || (isLoose && delivered === 'known'))
		.reverse();
	const toStore = [
		...factOf.flatMap((fact) => ownRecords.map(fact)),
		...floors.map(facts.floor),
		...(isWatched ? [facts.watched] : []),
	];
	// Records without a time, such as those dated ahead, stay on top, where only this tells that they are done.
	const timeless = isTimed ? read.filter(({ time }) => time === undefined) : [];
	const lasting = [facts.watched, ...read.map(facts.floor), ...timeless.map(facts.known)];
	return {
		summary: {
			isFirst,
			isBaseline: isFirst && takesBaseline && isWatched,
			leavesOld,
			isReadAgain: delivered === 'loose' && !isResumed,
			isUnproven,
		},
		// Where nothing is new, what was not asked for is as the run before left it.
		facts: toStore.filter((fact) => !(recall(fact) ?? newRecords === 0)),
		lasting: lasting.filter((fact) => recall(fact) === true),
	};
}
