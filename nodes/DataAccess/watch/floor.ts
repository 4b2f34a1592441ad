import { OLDER_PER_NEWER } from '../list/judgement';
import type { ListRecord } from '../list/judgement';

/** A record, by the facts of it that hold. */
export interface JudgedRecord extends ListRecord {
	isKnown: boolean;
	isAtFloor: boolean;
	/** Known or at a floor. */
	isDone: boolean;
	/** Neither done nor loose, nor old. */
	isNew: boolean;
	/** It stands below all that is new. */
	isOld?: boolean;
}

/** So many done records in a row end a run, whatever their times; fewer where no record has shown a time. */
const IN_A_ROW = { timed: 20, timeless: 5 };

/** So many floors are tried, which bounds the work: only pinned records stand above a proven one. */
const FLOORS_TRIED = 50;

/**
 * The place of the topmost record at a proven floor, one that older records follow; -1 for none. So it is no
 * pinned record, which newer ones follow, and no edited one, whose new time is no floor; an advertisement
 * below, or some disorder, changes nothing.
 * @param read all that the run has read
 */
export function floorPlace(read: readonly JudgedRecord[]): number {
	const floors = read.flatMap(({ isAtFloor, time }, place) =>
		isAtFloor && time !== undefined ? [{ place, time }] : [],
	);
	const proven = floors.slice(0, FLOORS_TRIED).find(({ place, time }) => {
		const behind = read.slice(place);
		// NaN, for none, is neither older nor newer.
		const older = behind.filter(({ time: other = NaN }) => other < time);
		const newer = behind.filter(({ time: other = NaN, isDone }) => !isDone && other > time);
		return older.length > OLDER_PER_NEWER * newer.length;
	});
	return proven?.place ?? -1;
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

/** The place on the last page behind which all is old; Infinity where the run has not met what is done. */
export function lastPlace(
	before: readonly JudgedRecord[],
	lastPage: readonly JudgedRecord[],
	isTimed: boolean,
): number {
	const read = [...before, ...lastPage];
	const floor = floorPlace(read);
	if (floor < 0 && !hasDoneRow(read, isTimed)) return Infinity;
	// The page is paid. New is what stands above the floor or a known record, whatever its time: an index shows some
	// records late. Without a floor, whatever is done is like a known one: that it is may have been forgotten.
	const last = lastPage.findLastIndex(({ isKnown, isDone }) => (floor < 0 ? isDone : isKnown));
	return Math.max(floor - before.length, last);
}
