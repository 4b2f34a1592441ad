import { OLDER_PER_NEWER } from '../list/row';
import type { JudgedRecord } from './facts';

type Records = readonly JudgedRecord[];

/** Where a run that reads from the top meets what earlier runs have done. */
export interface RunEnd {
	/** What told it: a proven floor, or many done records in a row, whatever their times. */
	by: 'floor' | keyof typeof IN_A_ROW;
	/** An index on the last page: what stands below it is old. */
	lastAboveOld: number;
}

/**
 * Where the run ends; undefined where it reads on.
 * @param before what it has read before its last page
 * @param isTimed a record has shown a time, though it be one that lies ahead
 */
export function endOfRun(before: Records, lastPage: Records, isTimed: boolean): RunEnd | undefined {
	const read = [...before, ...lastPage];
	const floor = provenFloor(read);
	if (floor >= 0) {
		// The page is paid, and an index shows some records late: above a known record they are new, whatever their times.
		const lastAboveOld = Math.max(
			floor - before.length,
			lastPage.findLastIndex(({ isKnown }) => isKnown),
		);
		return { by: 'floor', lastAboveOld };
	}
	const by = isTimed ? 'timedRow' : 'timelessRow';
	if (!hasDoneRow(read, IN_A_ROW[by])) return undefined;
	// Here a record at a floor counts like a known one: that it is known may have been forgotten.
	return { by, lastAboveOld: lastPage.findLastIndex(({ state }) => state === 'done') };
}

/**
 * Where a run that Resume From has begun ends. It has what it was to fetch when many known records in a row follow one
 * that was not known: those above that one may have moved down, from above the place where the run began.
 */
export function endOfResumed(read: Records): RunEnd | undefined {
	// Where there is none, -1 leaves one record, which is no row.
	const fetched = read.slice(read.findIndex(({ state }) => state !== 'done'));
	return hasDoneRow(fetched, IN_A_ROW.timedRow)
		? { by: 'timedRow', lastAboveOld: Infinity }
		: undefined;
}

/** So many floors are tried, which bounds the work: only pinned records stand above a proven one. */
const FLOORS_TRIED = 50;

/**
 * The index of the topmost record whose floor is proven: older records follow it. So it is no pinned record, which newer
 * ones follow. Nor is it an edited one, which has left its floor with its time. An advertisement below it, or some
 * disorder, changes nothing.
 * @returns -1 for none
 */
export function provenFloor(read: Records): number {
	const floors = read.flatMap(({ isAtFloor, time }, index) =>
		isAtFloor && time !== undefined ? [{ index, time }] : [],
	);
	const proven = floors.slice(0, FLOORS_TRIED).find(({ index, time }) => {
		const below = read.slice(index);
		// NaN, for none, is neither older nor newer.
		const older = below.filter(({ time: other = NaN }) => other < time);
		const newer = below.filter(({ time: other = NaN, state }) => state !== 'done' && other > time);
		return older.length > OLDER_PER_NEWER * newer.length;
	});
	return proven?.index ?? -1;
}

/** So many done records in a row end a run; fewer where no record has shown a time. */
export const IN_A_ROW = { timedRow: 20, timelessRow: 5 };

function hasDoneRow(read: Records, enough: number): boolean {
	let row = 0;
	return read.some(({ state }) => {
		row = state === 'done' ? row + 1 : 0;
		return row >= enough;
	});
}
