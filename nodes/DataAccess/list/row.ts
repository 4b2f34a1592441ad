import type { ListRecord } from './judgement';
import type { ShownRecord } from './shownRecords';

/** All that is known of one record of a page. */
export interface Row extends ShownRecord, ListRecord {
	/** It shows a time, though that may lie ahead. */
	showsTime: boolean;
	isTooOld: boolean;
}

/**
 * A record with its time.
 * @param time whole seconds; undefined where it shows none
 * @param newerThan whole seconds; left out where all are wanted
 */
export function rowOf(shown: ShownRecord, time: number | undefined, newerThan = -Infinity): Row {
	const at = time ?? NaN;
	return {
		...shown,
		// A time that lies ahead is none: as a floor, it would hide all that comes until then.
		time: at > Date.now() / 1000 ? undefined : time,
		showsTime: time !== undefined,
		isTooOld: at < newerThan,
	};
}

/** Only older records follow where more than so many are older for each that is not, whatever is pinned or strewn in. */
export const OLDER_PER_NEWER = 4;

/**
 * Whether only older records than are wanted can follow this page: on it alone, more than four are older for each one
 * that is not. So neither pinned old records on top nor some that are strewn in end anything.
 */
export function isPastDate(page: readonly Row[]): boolean {
	const older = page.filter(({ isTooOld }) => isTooOld).length;
	const shown = page.filter(({ showsTime }) => showsTime).length;
	return older > OLDER_PER_NEWER * (shown - older);
}
