import type { Collected } from '../list/listReading';
import type { StopReason } from '../list/pageEnd';
import type { WatchSummary } from '../list/watched';
import { roundDollars } from '../shared/dollars';
import type { Judged, SoFar, Watch } from './judge';

/** What decides what a run leaves. */
export interface RunEnd extends Omit<Watch, 'facts' | 'recall'> {
	reason: StopReason;
	/** Where Max Cost or the time of a poll ended it: no later run would get further. */
	hasHadShare: boolean;
	isFirst: boolean;
	pages: number;
	newRecords: number;
}

/** What a run leaves to the next ones. */
export interface Leavings {
	/** What the records are from now on that it has delivered. */
	delivered: 'known' | 'loose' | 'unknown';
	/** Which records are floors: all that it read, some that it passed (`someFloors`), or none. */
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

/**
 * Whether a list has had its share of Max Cost: its pages and one more cost more than the cap divided
 * by the lists that the run reads, which is taken as at least two calls and at most the cap.
 */
export function hasSpentShare(pages: number, price: number, cap: number, lists: number): boolean {
	const share = Math.min(cap, Math.max(2 * price, cap / lists));
	return roundDollars((pages + 1) * price) > roundDollars(share);
}

const KNOWN: Leavings = { delivered: 'known', floors: 'none', isWatched: true, leavesOld: false };

/** What a run leaves, as a table of how it ended. */
export function leavingsOf(run: RunEnd): Leavings {
	const { reason, isResumed, isFirst, isNewestFirst } = run;
	const isComplete = COMPLETE.includes(reason);
	const isTakenAgain = run.takesBaseline && !isNewestFirst && INTERRUPTED.includes(reason);
	const hasBegun = !isTakenAgain && (run.newRecords > 0 || reason === 'end');
	if (run.pages === 0 || (isFirst && !hasBegun)) {
		return { ...KNOWN, delivered: 'unknown', isWatched: false };
	}
	// A resumed run says nothing of what stands above the place where it began.
	if (!isNewestFirst) return { ...KNOWN, isWatched: !isResumed };
	if (isResumed) return { ...KNOWN, delivered: isComplete ? 'known' : 'loose', isWatched: false };
	// What a first run has not delivered is old, whatever ended it.
	if (isFirst) return { ...KNOWN, floors: 'all', leavesOld: !isComplete };
	// Else the next run would pay for known pages only to end at the same place.
	const leavesOld = BOUNDS.includes(reason) && run.hasHadShare;
	if (isComplete || leavesOld) return { ...KNOWN, floors: 'some', leavesOld };
	return { ...KNOWN, delivered: 'loose' };
}

/**
 * The records that become floors, of those that a later run has passed: those whose time, the newest first, has the
 * rank 0, 1, 2, 4, 8 and so on. The topmost may be deleted, edited or pinned by the next run, all on a busy day.
 */
export function someFloors(passed: readonly Judged[]): Judged[] {
	const settled = passed.filter(({ isDone, isNew, isLoose }) => isDone || isNew || isLoose);
	const times = new Set(settled.flatMap(({ time }) => time ?? []));
	const newestFirst = [...times].sort((a, b) => b - a);
	const left = new Set(newestFirst.filter((_, rank) => Number.isInteger(Math.log2(rank || 1))));
	return settled.filter(({ time }) => time !== undefined && left.has(time));
}

export interface ListOutcome {
	summary: WatchSummary;
	/** Facts that hold from now on, in the order in which they are to be stored. */
	facts: string[];
	/** Facts of the list itself that held before. */
	lasting: string[];
}

/** How a list ended, as far as it matters here. */
export type Ending = Pick<Collected, 'reason' | 'cut'>;

/** What comes of a list, if the run delivers it. */
export function outcomeOf(
	watch: Watch,
	soFar: SoFar,
	{ reason, cut }: Ending,
	hasHadShare: boolean,
): ListOutcome {
	const { facts, recall, takesBaseline, isResumed } = watch;
	const { isFirst, isUnproven } = soFar;
	const read = soFar.pages.flat();
	const passed = read.slice(0, read.length - cut);
	const newRecords = passed.filter(({ isNew }) => isNew).length;
	const run = { ...watch, reason, hasHadShare, isFirst, pages: soFar.pages.length, newRecords };
	const { delivered, isWatched, leavesOld, ...left } = leavingsOf(run);
	const factOf = { known: [facts.known], loose: [facts.loose], unknown: [] }[delivered];
	const floors = { all: () => read, some: () => someFloors(passed), none: () => [] }[left.floors]();
	// The lowest first: what n8n then forgets has nothing known below it, and stays old.
	const ownRecords = passed
		.filter(({ isNew, isLoose, isTooOld }) =>
			isNew ? !isTooOld : isLoose && delivered === 'known',
		)
		.reverse();
	const toStore = [
		...factOf.flatMap((fact) => ownRecords.map(fact)),
		...floors.map(facts.floor),
		...(isWatched ? [facts.watched] : []),
	];
	// Records without a time, such as those dated ahead, stay on top, where only this tells that they are done.
	const timeless = soFar.isTimed ? read.filter(({ time }) => time === undefined) : [];
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
