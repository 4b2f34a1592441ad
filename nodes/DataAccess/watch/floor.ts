import type { ListRecord } from '../list/judgement';

/** A record, by the facts of it that hold. */
export interface JudgedRecord extends ListRecord {
	isKnown: boolean;
	isAtFloor: boolean;
	/** Known or at a floor. */
	isDone: boolean;
	isLoose: boolean;
	/** Neither done nor loose, nor old. */
	isNew: boolean;
}

/** So many done records in a row end a run, whatever their times; fewer where no record has shown a time. */
const IN_A_ROW = { timed: 20, timeless: 5 };

/** So many must be older for each one that is newer and not done. */
const OLDER_PER_NEWER = 4;

/** So many floors are tried, which bounds the work: only pinned records stand above a proven one. */
const FLOORS_TRIED = 50;

/**
 * The place of the topmost record at a proven floor, one that older records follow; -1 for none. So it is no
 * pinned record, which newer ones follow, and no edited one, whose new time is no floor; an advertisement
 * below, or some disorder, changes nothing.
 * @param read all that the run has read
 */
export function floorPlace(read: readonly JudgedRecord[]): number {
	// A first run has none, and may be long.
	if (!read.some(({ isAtFloor }) => isAtFloor)) return -1;
	// NaN, for none, is neither older nor newer.
	const times = Float64Array.from(read, ({ time = NaN }) => time);
	const undone = Float64Array.from(read, ({ time = NaN, isDone }) => (isDone ? NaN : time));
	let tried = 0;
	return read.findIndex(({ isAtFloor, time }, place) => {
		if (!isAtFloor || time === undefined || tried === FLOORS_TRIED) return false;
		tried += 1;
		const older = times.subarray(place).filter((other) => other < time).length;
		const newer = undone.subarray(place).filter((other) => other > time).length;
		return older > OLDER_PER_NEWER * newer;
	});
}

/**
 * So many records in a row are done that the run ends.
 * @param isTimed a record has shown a time
 */
export function hasDoneRow(read: readonly JudgedRecord[], isTimed: boolean): boolean {
	const enough = isTimed ? IN_A_ROW.timed : IN_A_ROW.timeless;
	let row = 0;
	return read.some(({ isDone }) => {
		row = isDone ? row + 1 : 0;
		return row >= enough;
	});
}

/** Where on the last page all begins that is old; undefined where the run has not met what is done. */
export function oldFrom(
	before: readonly JudgedRecord[],
	lastPage: readonly JudgedRecord[],
	isTimed: boolean,
): number | undefined {
	const read = [...before, ...lastPage];
	const floor = floorPlace(read);
	if (floor < 0 && !hasDoneRow(read, isTimed)) return undefined;
	// The page is paid. New is what stands above the floor or a known record, whatever its time: an index shows some
	// records late.
	const lastKnown = lastPage.findLastIndex(({ isKnown }) => isKnown);
	return Math.max(floor - before.length, lastKnown);
}
