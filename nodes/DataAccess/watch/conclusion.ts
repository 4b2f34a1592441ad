import type { Collected } from '../list/collected';
import type { Doubt, WatchSummary } from '../list/judgement';
import type { ListFacts } from './facts';
import { floorPlace, hasDoneRow } from './floor';
import type { JudgedRecord } from './floor';
import { leavingsOf, someFloors } from './leave';
import type { ReadingMode } from './leave';

type Page = readonly JudgedRecord[];

/** What a run has read of a list so far. */
export interface SoFar {
	/** Nothing of it is remembered: its first page tells. */
	isFirst: boolean;
	pages: readonly Page[];
	/** A record has shown a time, though it be one that lies ahead. */
	isTimed: boolean;
}

/** What comes of a list, if the run delivers it. */
export interface Conclusion {
	summary: WatchSummary;
	/** Facts that hold from now on, in the order in which they are to be stored. */
	facts: string[];
	/** Facts that must not be forgotten, if they hold: not all of them were asked for. */
	lasting: string[];
}

/** What comes of a list that is read no further. */
export function conclude(
	{ mode, facts, hasHadShare }: { mode: ReadingMode; facts: ListFacts; hasHadShare: boolean },
	soFar: SoFar,
	{ reason, cut }: Pick<Collected, 'reason' | 'cut'>,
): Conclusion {
	const { isFirst, pages } = soFar;
	const read = pages.flat();
	const passed = read.slice(0, read.length - cut);
	const newRecords = passed.filter(({ isNew }) => isNew).length;
	const run = { ...mode, reason, hasHadShare, isFirst, pages: pages.length, newRecords };
	const leavings = leavingsOf(run);
	const { leavesOld = false, isReadAgain = false } = leavings ?? {};
	const isBaseline = leavings !== undefined && isFirst && mode.takesBaseline;
	const doubt = doubtOf(soFar, mode.isResumed);
	const summary = { isFirst, isBaseline, leavesOld, isReadAgain, doubt };
	if (!leavings) return { summary, facts: [], lasting: [] };
	// With what a cut run has delivered before, which is then known.
	const delivered = passed.filter(({ isDone, isOld, isTooOld }) => !isDone && !isOld && !isTooOld);
	const floors = isFirst ? read : someFloors(passed);
	const holding = [
		// The lowest first: what n8n then forgets has nothing known below it, and stays old.
		...[...delivered].reverse().map(facts[leavings.delivered]),
		...(leavings.isSettled ? floors : []).map(facts.floor),
		...(mode.isResumed ? [] : [facts.watched]),
	];
	// Where nothing is new, what was not asked for is as the run before left it.
	const isMissing = (fact: string) => (facts.isUnasked(fact) ? newRecords > 0 : !facts.holds(fact));
	// Where floors tell, a known record may be forgotten: it comes again only if it is edited or pinned.
	const lastingOf = (record: JudgedRecord) =>
		record.time === undefined ? facts.known(record) : facts.floor(record);
	return {
		summary,
		facts: holding.filter(isMissing),
		lasting: [facts.watched, ...read.map(lastingOf)].filter(facts.mayHold),
	};
}

/** Why a run may have missed something, unless it was cut. */
function doubtOf({ isFirst, pages, isTimed }: SoFar, isResumed: boolean): Doubt | undefined {
	if (pages.some(isUnsorted)) return 'unsorted';
	if (isFirst || isResumed) return undefined;
	const read = pages.flat();
	const areAllNew = read.length > 0 && read.every(({ isNew }) => isNew);
	if (areAllNew && read.every(({ name }) => name.startsWith('content '))) return 'allNewByContent';
	// Only a list with the newest first has times; in any other order, it is no wonder.
	if (!isTimed) return undefined;
	if (areAllNew) return 'allNew';
	return hasDoneRow(read, isTimed) && floorPlace(read) < 0 ? 'inARow' : undefined;
}

const DAY = 86_400;

/** Below most of its records, one is newer by more than a day. So pins, and disorder within a day, are none. */
function isUnsorted(page: Page): boolean {
	let newest = -Infinity;
	const above = [...page].reverse().filter(({ time = NaN }) => {
		newest = time > newest ? time : newest;
		return time + DAY < newest;
	});
	return above.length > page.length / 2;
}
