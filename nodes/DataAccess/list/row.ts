import type { ListRecord } from './judgement';
import type { ShownRecord } from './shownRecords';

/** One record of a page, with everything that the list knows about it. */
export interface Row extends ShownRecord, ListRecord {
	/** It shows a time, even if that is in the future. */
	showsTime: boolean;
	isTooOld: boolean;
}

/**
 * Returns the row of a record.
 * @param time epoch seconds; undefined if it shows none
 * @param newerThan epoch seconds; omitted if all records are wanted
 */
export function rowOf(shown: ShownRecord, time: number | undefined, newerThan = -Infinity): Row {
	const at = time ?? NaN;
	return {
		...shown,
		// A time in the future does not count: as a floor, it would hide every record until then.
		time: at > Date.now() / 1000 ? undefined : time,
		showsTime: time !== undefined,
		isTooOld: at < newerThan,
	};
}

/** A list is past the date once a page has more than this many older records for each newer one. */
export const OLDER_PER_NEWER = 4;

/**
 * Returns whether only records older than Newer Than can follow this page. Pinned old records at the top do not end a
 * list, nor do a few scattered ones.
 */
export function isPastDate(page: readonly Row[]): boolean {
	const older = page.filter(({ isTooOld }) => isTooOld).length;
	const shown = page.filter(({ showsTime }) => showsTime).length;
	return older > OLDER_PER_NEWER * (shown - older);
}
