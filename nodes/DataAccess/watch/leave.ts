import type { Collected } from '../list/collected';
import type { WatchSummary } from '../list/judgement';
import { STOPS } from '../list/pageEnd';
import type { StopReason } from '../list/pageEnd';
import { roundDollars } from '../shared/dollars';
import type { ListFacts } from './facts';
import { floorPlace, hasDoneRow } from './floor';
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

/** What a run has read of a list so far. */
export interface SoFar {
	/** Nothing of it is remembered: its first page tells. */
	isFirst: boolean;
	pages: ReadonlyArray<readonly JudgedRecord[]>;
	/** A record has shown a time, though it be one that lies ahead. */
	isTimed: boolean;
}

/** What comes of a list, if the run delivers it. */
export interface Conclusion {
	summary: WatchSummary;
	/** Facts that hold from now on, in the order in which they are to be stored. */
	facts: string[];
	/** Facts that held before, and must not be forgotten. */
	lasting: string[];
}

/** What comes of a list that is read no further. */
export function conclude(
	{ mode, facts, hasHadShare }: { mode: ReadingMode; facts: ListFacts; hasHadShare: boolean },
	{ isFirst, pages, isTimed }: SoFar,
	{ reason, cut }: Pick<Collected, 'reason' | 'cut'>,
): Conclusion {
	const read = pages.flat();
	const passed = read.slice(0, read.length - cut);
	const newRecords = passed.filter(({ isNew }) => isNew).length;
	const run = { ...mode, reason, hasHadShare, isFirst, pages: pages.length, newRecords };
	const left = leavingsOf(run);
	if (!left) return { summary: summaryOf(run), facts: [], lasting: [] };
	const isDelivered = ({ isNew, isTooOld }: JudgedRecord) => isNew && !isTooOld;
	// A run that is not cut makes known what one before it left loose.
	const isMadeKnown = ({ isLoose }: JudgedRecord) => isLoose && left.delivered === 'known';
	const delivered = passed.filter((record) => isDelivered(record) || isMadeKnown(record));
	const floors = { all: read, some: someFloors(passed), none: [] }[left.floors];
	const holding = [
		// The lowest first: what n8n then forgets has nothing known below it, and stays old.
		...delivered.reverse().map(facts[left.delivered]),
		...floors.map(facts.floor),
		...(mode.isResumed ? [] : [facts.watched]),
	];
	// Where nothing is new, what was not asked for is as the run before left it.
	const isMissing = (fact: string) => (facts.isUnasked(fact) ? newRecords > 0 : !facts.holds(fact));
	// Records without a time, such as those dated ahead, stay on top, where only this tells that they are done.
	const timeless = isTimed ? read.filter(({ time }) => time === undefined) : [];
	const lasting = [facts.watched, ...read.map(facts.floor), ...timeless.map(facts.known)];
	return {
		summary: summaryOf(run, left, isTimed && isUnproven(pages)),
		facts: holding.filter(isMissing),
		lasting: lasting.filter(facts.holds),
	};
}

function summaryOf(run: RunEnd, left?: Leavings, isUnproven = false): WatchSummary {
	const { isFirst, takesBaseline, isResumed } = run;
	return {
		isFirst,
		isBaseline: left !== undefined && isFirst && takesBaseline,
		leavesOld: left?.leavesOld === true,
		isReadAgain: left?.delivered === 'loose' && !isResumed,
		// What Resume From delivered of an unknown list has no floors.
		isUnproven: isUnproven && isFromTop(run) && !isFirst,
	};
}

/** Times of known records did not tell where new ones end: the run read on behind a page of them, or ended in a row. */
function isUnproven(pages: SoFar['pages']): boolean {
	const hasReadOn = pages
		.slice(0, -1)
		.some((page) => page.length > 1 && page.every(({ isDone }) => isDone));
	const read = pages.flat();
	return hasReadOn || (hasDoneRow(read, true) && floorPlace(read) < 0);
}

/** What decides what a run leaves. */
export interface RunEnd extends ReadingMode {
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

/** What a run leaves; undefined where it is as if it had not been. */
export function leavingsOf(run: RunEnd): Leavings | undefined {
	const { isFirst, isNewestFirst, isResumed } = run;
	const stop = STOPS[run.reason];
	if (run.pages === 0 || (isFirst && !hasBegun(run))) return undefined;
	if (!isNewestFirst) return { delivered: 'known', floors: 'none', leavesOld: false };
	const isComplete = stop === 'ended' || stop === 'reached';
	// It says nothing of what stands above the place where it began.
	if (isResumed) {
		return { delivered: isComplete ? 'known' : 'loose', floors: 'none', leavesOld: false };
	}
	// What a first run has not delivered is old, whatever ended it. So it is behind a later run that has had its share:
	// else the next one would pay for known pages only to end at the same place.
	const isBound = isFirst || (stop === 'bounded' && run.hasHadShare);
	if (!isComplete && !isBound) return { delivered: 'loose', floors: 'none', leavesOld: false };
	return { delivered: 'known', floors: isFirst ? 'all' : 'some', leavesOld: !isComplete };
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

/** 0, 1, 2, 4, 8 and so on. */
const isFloorRank = (rank: number) => rank === 0 || Number.isInteger(Math.log2(rank));

/**
 * The records that become floors, of those that a later run has passed: those whose time has such a rank, 0 being the
 * newest. The topmost may be deleted, edited or pinned by the next run, all on a busy day.
 */
export function someFloors(passed: readonly JudgedRecord[]): JudgedRecord[] {
	const settled = passed.filter(({ isDone, isNew, isLoose }) => isDone || isNew || isLoose);
	const times = new Set(settled.flatMap(({ time }) => time ?? []));
	const newestFirst = [...times].sort((a, b) => b - a);
	const left = new Set(newestFirst.filter((_, rank) => isFloorRank(rank)));
	return settled.filter(({ time }) => time !== undefined && left.has(time));
}
