import type { Collected } from '../list/collected';
import type { WatchSummary } from '../list/onlyNew';
import { STOPS } from '../list/pageEnd';
import type { StopReason } from '../list/pageEnd';
import { roundDollars } from '../shared/dollars';
import { isFromTop, isUnproven } from './judge';
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
	delivered: 'known' | 'loose';
	/** Which records are floors: all that it read, some that it passed (`someFloors`), or none. */
	floors: 'all' | 'some' | 'none';
	/** What the run did not reach is old from now on, and the user is told. Of a baseline that goes without saying. */
	leavesOld: boolean;
}

/**
 * Whether a list has had its share of Max Cost: its pages and one more cost more than the cap divided
 * by the lists that the run reads, which is taken as at least two calls and at most the cap.
 */
export function hasSpentShare(pages: number, price: number, cap: number, lists: number): boolean {
	const share = Math.min(cap, Math.max(2 * price, cap / lists));
	return roundDollars((pages + 1) * price) > roundDollars(share);
}

/** What a run leaves; undefined where it is as if it had not been. */
export function leavingsOf(run: RunEnd): Leavings | undefined {
	const { reason, isFirst, isNewestFirst } = run;
	const stop = STOPS[reason];
	// Nobody chose where a baseline in any other order ends: the next run takes it again, instead of returning the rest.
	const isTakenAgain = run.takesBaseline && !isNewestFirst && stop === 'broken';
	const hasBegun = !isTakenAgain && (run.newRecords > 0 || reason === 'end');
	if (run.pages === 0 || (isFirst && !hasBegun)) return undefined;
	const isComplete = stop === 'ended' || stop === 'reached';
	// What a first run has not delivered is old, whatever ended it. So it is behind a later run that has had its share:
	// else the next one would pay for known pages only to end at the same place.
	const hasBound = isFirst || (stop === 'bounded' && run.hasHadShare);
	const leavesOld = isFromTop(run) && !isComplete && hasBound;
	const isSettled = isComplete || leavesOld;
	// A resumed run says nothing of what stands above the place where it began.
	const hasFloors = isFromTop(run) && isSettled;
	return {
		delivered: isNewestFirst && !isSettled ? 'loose' : 'known',
		floors: !hasFloors ? 'none' : isFirst ? 'all' : 'some',
		leavesOld,
	};
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
	const { isFirst, pages, isTimed } = soFar;
	const read = pages.flat();
	const passed = read.slice(0, read.length - cut);
	const newRecords = passed.filter(({ isNew }) => isNew).length;
	const run = { ...watch, reason, hasHadShare, isFirst, pages: pages.length, newRecords };
	const left = leavingsOf(run);
	const nothing = { isBaseline: false, leavesOld: false, isReadAgain: false, isUnproven: false };
	if (!left) return { summary: { isFirst, ...nothing }, facts: [], lasting: [] };
	const delivered = passed.filter(({ isNew, isLoose, isTooOld }) =>
		isNew ? !isTooOld : isLoose && left.delivered === 'known',
	);
	const floors = { all: read, some: someFloors(passed), none: [] }[left.floors];
	const toStore = [
		// The lowest first: what n8n then forgets has nothing known below it, and stays old.
		...delivered.reverse().map(facts[left.delivered]),
		...floors.map(facts.floor),
		...(isResumed ? [] : [facts.watched]),
	];
	// Records without a time, such as those dated ahead, stay on top, where only this tells that they are done.
	const timeless = isTimed ? read.filter(({ time }) => time === undefined) : [];
	const lasting = [facts.watched, ...read.map(facts.floor), ...timeless.map(facts.known)];
	return {
		summary: {
			isFirst,
			isBaseline: isFirst && takesBaseline,
			leavesOld: left.leavesOld,
			isReadAgain: left.delivered === 'loose' && !isResumed,
			isUnproven: isUnproven(watch, soFar),
		},
		// Where nothing is new, what was not asked for is as the run before left it.
		facts: toStore.filter((fact) => !(recall(fact) ?? newRecords === 0)),
		lasting: lasting.filter((fact) => recall(fact) === true),
	};
}
