import type { Collected } from '../list/collected';
import type { WatchSummary } from '../list/judgement';
import type { ListFacts } from './facts';
import { floorPlace, hasDoneRow } from './floor';
import type { JudgedRecord } from './floor';
import { isFromTop, leavingsOf, someFloors } from './leave';
import type { Leavings, ReadingMode, RunEnd } from './leave';

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
		...[...delivered].reverse().map(facts[left.delivered]),
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
