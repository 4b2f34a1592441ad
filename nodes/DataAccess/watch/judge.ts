import type { Judgement } from '../list/step';
import type { ListRecord, PageToJudge } from '../list/watched';
import type { ListFacts } from './facts';
import { floorOf, FLOORS, isOpenAbove } from './floors';
import type { Floor } from './floors';

/** How a list is watched. */
export interface Watch {
	facts: ListFacts;
	/** The run begins where Resume From continues an earlier one. */
	isResumed: boolean;
	isNewestFirst: boolean;
	/** What a first run finds is remembered instead of delivered. */
	takesBaseline: boolean;
}

/** A record that was judged. */
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
	/** The time of the last record that has one. */
	before?: number;
}

export const NOTHING_READ: SoFar = { isFirst: false, pages: [] };

/** Whether a fact is remembered, as far as it was asked for. */
export type Holds = (fact: string) => boolean;

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
	const times = records.map(({ time }) => time);
	const newest = times.reduce((most, time) => Math.max(most ?? 0, time ?? 0), 0);
	const floors = facts.floors([soFar.before, ...times]);
	return [
		...begun,
		// A record without a time may be new, even between floors.
		...(times.includes(undefined) ? floors : floors.slice(0, FLOORS)),
		...facts.known(records.filter(({ time }) => time === newest)),
	];
}

/** The facts that are asked for then, when it is known which of the first ones hold. */
export function factsBelow(
	watch: Watch,
	soFar: SoFar,
	{ records }: PageToJudge,
	holds: Holds,
): string[] {
	const { facts, isResumed, isNewestFirst } = watch;
	if (soFar.isFirst || isResumed || !isNewestFirst) return [];
	const floor = floorOn(watch, soFar, records, holds);
	const open = records.filter(({ time }, place) => isOpenAbove(floor, time, place));
	const times = floor ? [] : [soFar.before, ...records.map(({ time }) => time)];
	return [...facts.floors(times), ...facts.known(open), ...facts.old(open)];
}

/** What the next page of a list means, given what is remembered of it. */
export function judge(
	watch: Watch,
	soFar: SoFar,
	{ records }: PageToJudge,
	holds: Holds,
): Judgement & { isNew: boolean[]; soFar: SoFar } {
	const { facts, isResumed, isNewestFirst, takesBaseline } = watch;
	const isFirst = soFar.pages.length === 0 ? isUnknown(watch, records, holds) : soFar.isFirst;
	const isBaseline = isFirst && takesBaseline;
	const floor = floorOn(watch, soFar, records, holds);
	const page = records.map((record, place) => {
		const isOpen = isOpenAbove(floor, record.time, place);
		const isOld = !isResumed && facts.old([record]).some(holds);
		return { ...record, isOpen, isNew: isOpen && !isOld && !facts.known([record]).some(holds) };
	});
	const before = records.findLast(({ time }) => time !== undefined)?.time ?? soFar.before;
	// Whatever follows the first page of a baseline is older than all that comes later.
	const isAtFloor = isBaseline || floor !== undefined;
	const isAtKnown = before === undefined && endsAmongKnown(page);
	return {
		soFar: { isFirst, pages: [...soFar.pages, page], before },
		isNew: page.map(({ isNew }) => isNew),
		isDone: isNewestFirst && !isResumed && page.length > 0 && (isAtFloor || isAtKnown),
		counts: countedBy(watch, isFirst && !isBaseline),
		isBaseline,
	};
}

/**
 * Without times, known records are all that tells where the old ones begin. Where some were deleted,
 * older ones that nobody knows have moved up behind them.
 */
function endsAmongKnown(page: readonly Judged[]): boolean {
	const last = page.findLastIndex(({ isNew }) => !isNew);
	const above = page.findLastIndex(({ isNew }, place) => isNew && place < last);
	return page.length - 1 - last < last - above;
}

/** A later run of a list that is newest first returns all that is new; so does a baseline, of its page. */
function countedBy({ isNewestFirst, isResumed }: Watch, isFirst: boolean): Judgement['counts'] {
	if (!isNewestFirst) return 'all';
	return isResumed || isFirst ? 'new' : 'none';
}

/** `watched` may be forgotten: any other fact of the first page shows that a list is watched. */
function isUnknown({ facts, isResumed }: Watch, records: readonly ListRecord[], holds: Holds) {
	const floors = facts.floors(records.map(({ time }) => time));
	const all = [facts.watched, ...floors, ...facts.known(records), ...facts.old(records)];
	return !isResumed && !all.some(holds);
}

function floorOn(
	{ isResumed, facts }: Watch,
	{ before }: SoFar,
	records: readonly ListRecord[],
	holds: Holds,
): Floor | undefined {
	if (isResumed) return undefined;
	const times = records.map(({ time }) => time);
	return floorOf(before, times, (time) => facts.floors([time]).some(holds));
}
