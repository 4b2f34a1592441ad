import type { Judgement } from '../list/step';
import type { ListRecord, PageToJudge } from '../list/watched';
import type { ListFacts } from './facts';
import { floorOf, isOpenAbove, withBefore } from './floors';
import type { Floor } from './floors';

export interface Watch {
	facts: ListFacts;
	/** The run begins where Resume From continues an earlier one. */
	isResumed: boolean;
	isNewestFirst: boolean;
	/** What a first run finds is remembered instead of delivered. */
	takesBaseline: boolean;
}

export interface Judged extends ListRecord {
	/** No floor covers it. */
	isOpen: boolean;
	isNew: boolean;
}

/** What a run has found out about a list so far. */
export interface SoFar {
	/** Nothing of it is remembered: its first page tells. */
	isFirst: boolean;
	/** What was judged, page by page. */
	pages: ReadonlyArray<readonly Judged[]>;
	/** The last record that has a time. */
	before?: ListRecord;
}

export interface JudgedPage extends Judgement {
	/** What is known of the list once the page is delivered. */
	soFar: SoFar;
}

export const NOTHING_READ: SoFar = { isFirst: false, pages: [] };

/** The newest times that a run has passed leave floors, so that a quiet list is known by these. */
const ASKED_FIRST = 3;

/**
 * The facts that are asked for first. Mostly a floor is among them, and the rest need not be asked for:
 * what does not hold has to be taken out of n8n's memory again, which is slow.
 */
export function factsAtTop(watch: Watch, soFar: SoFar, { records, wanted }: PageToJudge): string[] {
	const { facts, isResumed, isNewestFirst } = watch;
	// Nothing is remembered of it.
	if (soFar.isFirst) return [];
	if (isResumed) return facts.known(records);
	const begun = soFar.pages.length === 0 ? [facts.watched] : [];
	if (!isNewestFirst) return [...begun, ...facts.known(records.slice(0, wanted))];
	const floors = facts.floors(withBefore(soFar.before, records));
	// A record without a time may be new, even between floors.
	const isMixed = records.some(({ time }) => time === undefined);
	return [...begun, ...(isMixed ? floors : floors.slice(0, ASKED_FIRST))];
}

/** The facts that are asked for then, when it is known which of the first ones hold. */
export function factsBelow(watch: Watch, soFar: SoFar, { records }: PageToJudge): string[] {
	const { facts, isResumed, isNewestFirst } = watch;
	if (soFar.isFirst || isResumed || !isNewestFirst) return [];
	const floor = floorOn(watch, soFar, records);
	const open = records.filter(({ time }, place) => isOpenAbove(floor, time, place));
	const floors = floor ? [] : facts.floors(withBefore(soFar.before, records));
	return [...floors, ...facts.known(open), ...facts.old(open)];
}

/** What the next page of a list means, given what is remembered of it. */
export function judge(watch: Watch, soFar: SoFar, { records }: PageToJudge): JudgedPage {
	const { facts, isResumed, isNewestFirst, takesBaseline } = watch;
	const isFirst = soFar.pages.length === 0 ? isUnknown(watch, records) : soFar.isFirst;
	const isBaseline = isFirst && takesBaseline;
	const floor = floorOn(watch, soFar, records);
	const page = records.map((record, place) => {
		const isOpen = isOpenAbove(floor, record.time, place);
		const isOld = !isResumed && facts.hold(facts.old([record]));
		return { ...record, isOpen, isNew: isOpen && !isOld && !facts.hold(facts.known([record])) };
	});
	const before = records.findLast(({ time }) => time !== undefined) ?? soFar.before;
	// All behind the first page of a baseline is older than what comes later.
	const reachesOld =
		isBaseline || floor !== undefined || (before === undefined && endsAmongKnown(page));
	return {
		soFar: { isFirst, pages: [...soFar.pages, page], before },
		isNew: page.map(({ isNew }) => isNew),
		isDone: isNewestFirst && !isResumed && page.length > 0 && reachesOld,
		limitCounts: countedBy(watch, isFirst && !isBaseline),
		isBaseline,
	};
}

/**
 * Without times, a list ends where its last block of known records is longer than what follows it: new, known,
 * known, new ends it (one was deleted, so that an older one moved up); new, known, new, new does not.
 */
function endsAmongKnown(page: readonly Judged[]): boolean {
	const lastKnown = page.findLastIndex(({ isNew }) => !isNew);
	const lastAbove = page.findLastIndex(({ isNew }, place) => isNew && place < lastKnown);
	const [known, behind] = [lastKnown - lastAbove, page.length - 1 - lastKnown];
	return behind < known;
}

/** A later run of a list that is newest first returns all that is new; so does a baseline, of its page. */
function countedBy(
	{ isNewestFirst, isResumed }: Watch,
	isFirst: boolean,
): Judgement['limitCounts'] {
	if (!isNewestFirst) return 'all';
	return isResumed || isFirst ? 'new' : 'none';
}

/** `watched` may be forgotten: any other fact of the first page shows that a list is watched. */
function isUnknown({ facts, isResumed }: Watch, records: readonly ListRecord[]): boolean {
	const ofRecords = [facts.known, facts.old, facts.floors].flatMap((factsOn) => factsOn(records));
	return !isResumed && !facts.hold([facts.watched, ...ofRecords]);
}

function floorOn(
	{ isResumed, facts }: Watch,
	{ before }: SoFar,
	records: readonly ListRecord[],
): Floor | undefined {
	if (isResumed) return undefined;
	return floorOf(before, records, (record) => facts.hold(facts.floors([record])));
}
