import type { Collected } from '../list/collected';
import type { WatchSummary } from '../list/judgement';
import { doubtOf } from './doubt';
import type { JudgedRecord, ListFacts } from './facts';
import { floorsOfFirst, handoverOf, someFloors } from './handover';
import type { Handover } from './handover';
import type { ReadingMode, SoFar } from './reading';

/** How a list ended. */
export type ListEnding = Pick<Collected, 'reason' | 'claimsMore' | 'cutByLimit' | 'reused'>;

/** What a run reports and remembers of a list, if it delivers the records. */
export interface Conclusion {
	summary: WatchSummary;
	/** Facts that hold from now on, in the order in which they are to be stored. */
	facts: string[];
	/** Facts that must not be forgotten if they hold. Not all of them were recalled, so some may not hold. */
	lasting: string[];
}

/** Returns the conclusion of a list, after its last page has been read. */
export function conclusionOf(
	{ mode, facts, hasHadShare }: { mode: ReadingMode; facts: ListFacts; hasHadShare: boolean },
	soFar: SoFar,
	ending: ListEnding,
): Conclusion {
	const { isFirst, isBaseline, pages } = soFar;
	const read = pages.flat();
	const passed = read.slice(0, read.length - ending.cutByLimit);
	const newRecords = passed.filter(({ state }) => state === 'new').length;
	// On one page, loose records alone prove nothing: an outage may send these few day after day.
	const proving = pages.length > 1 ? ['done', 'loose'] : ['done'];
	const handover = handoverOf({
		isResumed: mode.isResumed,
		isNewestFirst: mode.isNewestFirst,
		isFirst,
		isBaseline,
		reason: ending.reason,
		claimsMore: ending.claimsMore,
		hasHadShare,
		pages: pages.length,
		records: read.length,
		newRecords,
		hasMetKnown: passed.some(({ state }) => proving.includes(state)),
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
	// A fact that was not recalled may hold already. Store it only if something is new; otherwise an earlier run has.
	const isMissing = (fact: string) =>
		facts.isUnrecalled(fact) ? newRecords > 0 : !facts.holds(fact);
	return {
		summary,
		facts: holding.filter(isMissing),
		lasting: [
			facts.watched,
			...(mode.isNewestFirst ? read.map(facts.floor) : []),
			// If the records above it are deleted, a record between two floors is recognized only by its known fact.
			...read.map(facts.known),
		].filter(facts.mayHold),
	};
}

/** The fact that says that a run has delivered a record. */
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
 * Returns the facts that records were delivered, by this run or by an earlier incomplete one. The facts of the lowest
 * records come first, because n8n forgets the first ones first: a forgotten record then has no known one below it, and
 * counts as old.
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

/** Returns the facts that everything below these records is done. */
function floorFacts(
	facts: ListFacts,
	records: readonly JudgedRecord[],
	handover: Handover,
): string[] {
	const isDoneBelow = ['complete', 'givenUp'].includes(handover);
	return isDoneBelow ? records.map(facts.floor) : [];
}
