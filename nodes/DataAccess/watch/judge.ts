import type { Judgement, ListRecord, PageToJudge } from '../list/onlyNew';
import type { ListFacts } from './facts';

/** A run's way of reading a list, and what is remembered of it. */
export interface Watch {
	facts: ListFacts;
	/** Whether a fact holds; undefined where it was not asked for. */
	recall(fact: string): boolean | undefined;
	/** The run begins where Resume From continues an earlier one. */
	isResumed: boolean;
	isNewestFirst: boolean;
	/** What a first run finds is remembered instead of delivered. */
	takesBaseline: boolean;
}

/** A record, by the facts of it that hold. */
export interface Judged extends ListRecord {
	isKnown: boolean;
	isAtFloor: boolean;
	isLoose: boolean;
	/** Known or at a floor. */
	isDone: boolean;
	/** Neither done nor loose, nor below all that is new. */
	isNew: boolean;
}

/** What a run has found out about a list so far. */
export interface SoFar {
	/** Nothing of it is remembered: its first page tells. */
	isFirst: boolean;
	pages: ReadonlyArray<readonly Judged[]>;
	/** A record has shown a time, though it be one that lies ahead. */
	isTimed: boolean;
}

export const NOTHING_READ: SoFar = { isFirst: false, pages: [], isTimed: false };

/** So many done records in a row end a run, whatever their times; fewer where no record has shown a time. */
const IN_A_ROW = { timed: 20, timeless: 5 };

/** So many must be older for each one that is newer and not done. */
const OLDER_PER_NEWER = 4;

/** So many floors are tried, which bounds the work: only pinned records stand above a proven one. */
const FLOORS_TRIED = 50;

/** The newest times that a run has passed leave floors, so that a quiet list is known by these. */
const ASKED_FIRST = 3;

/** A run from the top of a list that is newest first: it ends where all that follows is done. */
export const isFromTop = ({
	isNewestFirst,
	isResumed,
}: Pick<Watch, 'isNewestFirst' | 'isResumed'>) => isNewestFirst && !isResumed;

function withFacts({ facts, recall }: Watch, records: readonly ListRecord[]): Judged[] {
	return records.map((record) => {
		const isKnown = recall(facts.known(record)) === true;
		const isAtFloor = recall(facts.floor(record)) === true;
		const isLoose = recall(facts.loose(record)) === true;
		const isDone = isKnown || isAtFloor;
		return { ...record, isKnown, isAtFloor, isLoose, isDone, isNew: !isDone && !isLoose };
	});
}

/**
 * The place of the topmost record at a proven floor, one that older records follow; -1 for none. So it is no
 * pinned record, which newer ones follow, and no edited one, whose new time is no floor; an advertisement
 * below, or some disorder, changes nothing.
 * @param read all that the run has read
 */
function floorPlace(read: readonly Judged[]): number {
	// A first run has none, and may be long.
	if (!read.some(({ isAtFloor }) => isAtFloor)) return -1;
	// NaN, for none, is neither older nor newer.
	const times = Float64Array.from(read, ({ time = NaN }) => time);
	const undone = Float64Array.from(read, ({ time = NaN, isDone }) => (isDone ? NaN : time));
	let tried = 0;
	return read.findIndex(({ isAtFloor, time }, place) => {
		if (!isAtFloor || time === undefined || (tried += 1) > FLOORS_TRIED) return false;
		const older = times.subarray(place).filter((other) => other < time).length;
		const newer = undone.subarray(place).filter((other) => other > time).length;
		return older > OLDER_PER_NEWER * newer;
	});
}

function hasRow(read: readonly Judged[], isTimed: boolean): boolean {
	const enough = isTimed ? IN_A_ROW.timed : IN_A_ROW.timeless;
	let row = 0;
	return read.some(({ isDone }) => {
		row = isDone ? row + 1 : 0;
		return row >= enough;
	});
}

/**
 * The facts that must be asked for next, until none is left and the page can be judged. What does not hold has to be
 * taken out of n8n's memory again, which is slow: so few are asked for that mostly do not.
 */
export function factsToAsk(watch: Watch, { pages }: SoFar, page: PageToJudge): string[] {
	const { facts, recall, isResumed, isNewestFirst } = watch;
	const { records, wanted } = page;
	const unasked = (of: string[]) => of.filter((fact) => recall(fact) === undefined);
	const floors = isFromTop(watch) ? records.map(facts.floor) : [];
	const isOnTop = pages.length === 0;
	const first = unasked([
		...(isOnTop ? [facts.watched] : []),
		...(isNewestFirst || isResumed ? records : records.slice(0, wanted)).map(facts.known),
		...floors.slice(0, isOnTop ? ASKED_FIRST : Infinity),
		// Further pages mostly are new: one access for all takes less than two.
		...(isOnTop || !isNewestFirst ? [] : records.map(facts.loose)),
	]);
	if (first.length > 0 || !isNewestFirst) return first;
	const found = withFacts(watch, records);
	const undone = found.filter(({ isDone }) => !isDone);
	const isProven = floorPlace([...pages.flat(), ...found]) >= 0;
	const ofUndone = isFromTop(watch) ? undone.map(facts.floor) : [];
	return unasked([...(isProven ? ofUndone : floors), ...undone.map(facts.loose)]);
}

/** What the next page of a list means, given what is remembered of it. */
export function judge(watch: Watch, soFar: SoFar, page: PageToJudge): Judgement & { soFar: SoFar } {
	const { pages } = soFar;
	const isFirst = pages.length > 0 ? soFar.isFirst : isUnwatched(watch, page);
	const isBaseline = isFirst && watch.takesBaseline;
	const isTimed = soFar.isTimed || page.showsTimes;
	const records = withFacts(watch, page.records);
	const before = pages.flat();
	const read = [...before, ...records];
	const place = floorPlace(read);
	const isMet = isFromTop(watch) && (place >= 0 || hasRow(read, isTimed));
	// Of the last page, which is paid, that is new which stands above the floor or a known record, whatever its
	// time: an index shows some records late. What stands below is old.
	const lastKnown = records.findLastIndex(({ isKnown }) => isKnown);
	const oldFrom = isMet ? Math.max(place - before.length, lastKnown) : Infinity;
	const judged = records.map((each, at) => ({ ...each, isNew: each.isNew && at < oldFrom }));
	// A later run returns all that is new; so does a baseline, of its page.
	const isLimited = watch.isResumed || (isFirst && !isBaseline);
	return {
		soFar: { isFirst, pages: [...pages, judged], isTimed },
		isNew: judged.map(({ isNew }) => isNew),
		// All behind the first page of a baseline is older than what comes later.
		isDone: isFromTop(watch) && records.length > 0 && (isBaseline || isMet),
		limitCounts: !watch.isNewestFirst ? 'all' : isLimited ? 'new' : 'none',
		isBaseline,
	};
}

/** `watched` may be forgotten: any other fact of the first page shows that a list is watched. */
function isUnwatched(watch: Watch, { records }: PageToJudge): boolean {
	if (watch.isResumed || watch.recall(watch.facts.watched) === true) return false;
	return withFacts(watch, records).every(({ isDone }) => !isDone);
}

/** Times of known records did not tell where new ones end: the run read on behind a page of them, or ended in a row. */
export function isUnproven(watch: Watch, { isFirst, isTimed, pages }: SoFar): boolean {
	// What Resume From delivered of an unknown list has no floors.
	if (!isFromTop(watch) || isFirst || !isTimed) return false;
	const read = pages.flat();
	const hasReadOn = pages
		.slice(0, -1)
		.some((page) => page.length > 1 && page.every(({ isDone }) => isDone));
	return hasReadOn || (hasRow(read, isTimed) && floorPlace(read) < 0);
}
