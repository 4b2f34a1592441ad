import type { Collected } from '../list/collected';
import type { WatchSummary } from '../list/judgement';
import { doubtOf } from './doubt';
import type { JudgedRecord, ListFacts } from './facts';
import { floorsOfFirst, handoverOf, someFloors } from './handover';
import type { Handover } from './handover';
import type { ReadingMode, SoFar } from './reading';

/*
 * An example: a list with the newest first. The first run reads the records e d c b a, from the newest to the oldest, and
 * Limit lets it deliver three. It gives up the other two: c, d and e are known, and all five are floors.
 *
 * Then f and g are added. The next run reads g f e d c, and ends at the floor e, because older records follow it. It is
 * complete: it delivers g and f, which are known, and floors.
 *
 * If Max Cost had ended that run after g, it would be incomplete, and g would be loose. The run after it reads g f e d c:
 * g is not new, but the run reads on below it, delivers f, and is complete. Only now is g known, too.
 */

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
	const { list, delivered, hasFloors } = REMEMBERED[handover];
	const floors = isFirst ? floorsOfFirst(read, isBaseline ? 0 : passed.length) : someFloors(passed);
	const holding = [
		...newlyDelivered(passed).map(facts[delivered]),
		...(hasFloors ? floors.map(facts.floor) : []),
		...(mode.isResumed ? [] : [facts[list]]),
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

/** What is remembered after a run: a fact of its list, one of each record that it delivered, and perhaps floors. */
interface Remembered {
	list: 'watched' | 'empty';
	delivered: 'known' | 'loose';
	hasFloors: boolean;
}

const REMEMBERED: Record<Exclude<Handover, 'nothing'>, Remembered> = {
	empty: { list: 'empty', delivered: 'known', hasFloors: false },
	delivered: { list: 'watched', delivered: 'known', hasFloors: false },
	complete: { list: 'watched', delivered: 'known', hasFloors: true },
	givenUp: { list: 'watched', delivered: 'known', hasFloors: true },
	incomplete: { list: 'watched', delivered: 'loose', hasFloors: false },
	loose: { list: 'watched', delivered: 'loose', hasFloors: false },
};

/**
 * Returns the records that this run delivered, or an earlier incomplete one. The lowest come first, because n8n forgets
 * the first facts first: a forgotten record then has no known one below it, and counts as old.
 */
function newlyDelivered(passed: readonly JudgedRecord[]): JudgedRecord[] {
	return passed
		.filter(({ state, isTooOld }) => ['new', 'loose'].includes(state) && !isTooOld)
		.reverse();
}
