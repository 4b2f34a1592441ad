import { OLDER_PER_NEWER } from '../list/row';
import type { JudgedRecord } from './facts';

type Records = readonly JudgedRecord[];

/** The point in a list below which a run reads no further. */
export interface EndOfReading {
	/** The evidence: a proven floor, or many done records in a row, whatever their times. */
	by: 'floor' | keyof typeof IN_A_ROW;
	/** An index on the last page: the records below it are old. */
	lastAboveOld: number;
}

/**
 * Returns the end of a run that reads from the top; undefined if it must read on.
 * @param before the records of all pages before the last one
 * @param isTimed whether a record has shown a time, even a future one
 */
export function endOfRun(
	before: Records,
	lastPage: Records,
	isTimed: boolean,
): EndOfReading | undefined {
	const read = [...before, ...lastPage];
	const floor = provenFloor(read);
	if (floor >= 0) {
		// The page is paid, and search indexes show some records late: above a known record, they are new at any time.
		const lastAboveOld = Math.max(
			floor - before.length,
			lastPage.findLastIndex(({ isKnown }) => isKnown),
		);
		return { by: 'floor', lastAboveOld };
	}
	const by = isTimed ? 'timedRow' : 'timelessRow';
	if (!hasDoneRow(read, IN_A_ROW[by])) return undefined;
	// A record at a floor counts as known here, because its known fact may have been forgotten.
	return { by, lastAboveOld: lastPage.findLastIndex(({ state }) => state === 'done') };
}

/**
 * Returns the end of a resumed run; undefined if it must read on. The run has fetched its records once many done
 * records in a row follow one that was not done. Done records above that one may have moved down past the resume point.
 */
export function endOfResumed(read: Records): EndOfReading | undefined {
	const first = read.findIndex(({ state }) => state !== 'done');
	return first >= 0 && hasDoneRow(read.slice(first), IN_A_ROW.timedRow)
		? { by: 'timedRow', lastAboveOld: Infinity }
		: undefined;
}

/** How many floors are tried, to bound the work: only pinned records are above a proven one. */
const FLOORS_TRIED = 50;

/**
 * Returns the index of the topmost floor with mostly older records below it; -1 if there is none. A pinned record fails
 * this test, because newer records follow it. An edited record has no floor at its new time. An advertisement below the
 * floor, or some disorder, changes nothing.
 */
export function provenFloor(read: Records): number {
	const floors = [...read.entries()].filter(
		([, { isAtFloor, time }]) => isAtFloor && time !== undefined,
	);
	const proven = floors.slice(0, FLOORS_TRIED).find(([index, { time = NaN }]) => {
		const below = read.slice(index);
		// A missing time is NaN, which is neither older nor newer.
		const older = below.filter(({ time: other = NaN }) => other < time);
		const newer = below.filter(({ time: other = NaN, state }) => state !== 'done' && other > time);
		return older.length > OLDER_PER_NEWER * newer.length;
	});
	return proven?.[0] ?? -1;
}

/** How many done records in a row end a run; fewer if no record has shown a time. */
export const IN_A_ROW = { timedRow: 20, timelessRow: 5 };

function hasDoneRow(read: Records, enough: number): boolean {
	let row = 0;
	return read.some(({ state }) => {
		row = state === 'done' ? row + 1 : 0;
		return row >= enough;
	});
}
