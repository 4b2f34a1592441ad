import type { Collected } from '../list/collected';
import type { WatchSummary } from '../list/judgement';
import { doubtOf } from './doubt';
import type { JudgedRecord, ListFacts } from './facts';
import { floorsOfFirst, handoverOf, someFloors } from './handover';
import type { Handover } from './handover';
import type { ReadingMode, SoFar } from './reading';

/** How a list ended. */
export type ListEnding = Pick<Collected, 'reason' | 'claimsMore' | 'cutByLimit' | 'reused'>;

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
	ending: ListEnding,
): Conclusion {
	const { isFirst, isBaseline, pages } = soFar;
	const read = pages.flat();
	const passed = read.slice(0, read.length - ending.cutByLimit);
	const newRecords = passed.filter(({ state }) => state === 'new').length;
	const handover = handoverOf({
		...{ ...mode, ...ending, hasHadShare, isFirst, isBaseline, newRecords },
		pages: pages.length,
		records: read.length,
		// On one page, loose records alone prove nothing: an outage may send these few day after day.
		hasMetKnown: passed.some(({ state }) =>
			['done', 'loose'].slice(0, pages.length).includes(state),
		),
	});
	const summary = {
		isFirst,
		isBaseline: handover !== 'nothing' && isBaseline,
		leavesOld: handover === 'givenUp',
		isReadAgain: handover === 'incomplete',
		doubt: doubtOf(soFar, mode.isResumed, ending),
	};
	if (handover === 'nothing') return { summary, facts: [], lasting: [] };
	const holding = [
		...deliveredFacts(facts, passed, handover),
		...floorFacts(
			facts,
			isFirst ? floorsOfFirst(read, isBaseline ? 0 : passed.length) : someFloors(passed),
			handover,
		),
		...(mode.isResumed ? [] : [handover === 'empty' ? facts.empty : facts.watched]),
	];
	// A fact that nobody asked for may hold already: it is stored where something is new, else the run before did so.
	const isMissing = (fact: string) =>
		facts.isUnrecalled(fact) ? newRecords > 0 : !facts.holds(fact);
	return {
		summary,
		facts: holding.filter(isMissing),
		lasting: [
			facts.watched,
			...(mode.isNewestFirst ? read.map(facts.floor) : []),
			// If records above it are deleted, one between two floors is recognized by being known.
			...read.map(facts.known),
		].filter(facts.mayHold),
	};
}

/** Which fact tells that a run has delivered a record. */
const DELIVERED = {
	nothing: 'known',
	empty: 'known',
	delivered: 'known',
	complete: 'known',
	givenUp: 'known',
	incomplete: 'loose',
	loose: 'loose',
} as const satisfies Record<Handover, keyof ListFacts>;

/**
 * That records were delivered: by this run, or by an incomplete one before it. They are loose, or known. The lowest come
 * first, since n8n forgets these first: what is forgotten then has nothing known below it, and counts as old.
 */
function deliveredFacts(
	facts: ListFacts,
	passed: readonly JudgedRecord[],
	handover: Handover,
): string[] {
	return passed
		.filter(({ state, isTooOld }) => ['new', 'loose'].includes(state) && !isTooOld)
		.reverse()
		.map(facts[DELIVERED[handover]]);
}

/** That everything behind these records is done. */
function floorFacts(
	facts: ListFacts,
	records: readonly JudgedRecord[],
	handover: Handover,
): string[] {
	const isDoneBelow = ['complete', 'givenUp'].includes(handover);
	return isDoneBelow ? records.map(facts.floor) : [];
}
