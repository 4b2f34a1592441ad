import type { Collected } from '../list/collected';
import type { WatchSummary } from '../list/judgement';
import { doubtOf } from './doubt';
import type { JudgedRecord, ListFacts } from './facts';
import { leavingsOf, someFloors } from './leavings';
import type { Leavings } from './leavings';
import type { ReadingMode, SoFar } from './reading';

/** What comes of a list, if the run delivers it. */
export interface Conclusion {
	summary: WatchSummary;
	/** Facts that hold from now on, in the order in which they are to be stored. */
	facts: string[];
	/** Facts that must not be forgotten, if they hold: not all of them were asked for. */
	lasting: string[];
}

/** What comes of a list that is read no further. */
export function conclusionOf(
	{ mode, facts, hasHadShare }: { mode: ReadingMode; facts: ListFacts; hasHadShare: boolean },
	soFar: SoFar,
	{ reason, cutByLimit }: Pick<Collected, 'reason' | 'cutByLimit'>,
): Conclusion {
	const { isFirst, pages } = soFar;
	const read = pages.flat();
	const passed = read.slice(0, read.length - cutByLimit);
	const newRecords = passed.filter(({ state }) => state === 'new').length;
	const run = { ...mode, reason, hasHadShare, isFirst, pages: pages.length, newRecords };
	const leavings = leavingsOf(run);
	const summary = {
		isFirst,
		isBaseline: leavings !== 'nothing' && isFirst && mode.takesBaseline,
		leavesOld: leavings === 'givenUp',
		isReadAgain: leavings === 'incomplete',
		doubt: doubtOf(soFar, mode.isResumed),
	};
	if (leavings === 'nothing') return { summary, facts: [], lasting: [] };
	const holding = [
		...deliveredFacts(facts, passed, leavings),
		...floorFacts(facts, isFirst ? read : someFloors(passed), leavings),
		...(mode.isResumed ? [] : [facts.watched]),
	];
	// A fact that nobody asked for may hold already: it is stored where something is new, else the run before did so.
	const isMissing = (fact: string) => (facts.isUnasked(fact) ? newRecords > 0 : !facts.holds(fact));
	return {
		summary,
		facts: holding.filter(isMissing),
		lasting: [facts.watched, ...read.map(lastingFact(facts))].filter(facts.mayHold),
	};
}

/**
 * That records were delivered: by this run, or by an incomplete one before it. They are loose, or known. The lowest come
 * first, since n8n forgets these first: what is forgotten then has nothing known below it, and counts as old.
 */
function deliveredFacts(
	facts: ListFacts,
	passed: readonly JudgedRecord[],
	leavings: Leavings,
): string[] {
	const areLoose = leavings === 'incomplete' || leavings === 'resumed';
	return passed
		.filter(({ state, isTooOld }) => (state === 'new' || state === 'loose') && !isTooOld)
		.reverse()
		.map(areLoose ? facts.loose : facts.known);
}

/** That everything behind these records is done. */
function floorFacts(
	facts: ListFacts,
	records: readonly JudgedRecord[],
	leavings: Leavings,
): string[] {
	const isDoneBehind = leavings === 'complete' || leavings === 'givenUp';
	return isDoneBehind ? records.map(facts.floor) : [];
}

/**
 * The fact by which a record that stays in the list is told as done. That it is known may be forgotten where it is at a
 * floor: it comes again only if it is edited or pinned.
 */
const lastingFact = (facts: ListFacts) => (record: JudgedRecord) =>
	record.time === undefined ? facts.known(record) : facts.floor(record);
