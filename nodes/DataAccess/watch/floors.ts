/**
 * Where on a page the part begins of which everything is done. For example, by place and time, where 8 and
 * 7 are remembered as floors:
 *
 *     0:  3   pinned: a newer one follows, so it proves nothing
 *     1:  9   new
 *     2:  8   the floor: all behind it is sorted, and something is older
 *     3:      without a time, above a record at a floor: may be new
 *     4:  7   done
 *     5:      done, since no record at a floor follows
 *     6:  5   done
 */
export interface Floor {
	/** Whole seconds: what is older is done. */
	time: number;
	/** The place of the record at the floor: what stands above it is not done, whatever its time. */
	place: number;
	/** Places from here on are done, also those of records without a time. */
	end: number;
}

/** So many of the newest times that a run has passed become floors: one may be deleted, edited or pinned. */
export const FLOORS = 3;

/**
 * Finds the floor of a page: the topmost record at a floor behind which all is sorted and something is
 * older. So it is no pinned record, which newer ones follow, and no edited one, whose new time is no floor.
 * @param before the time of the last record of the pages before, which this page may prove
 * @param times of the page's records, in whole seconds, undefined for those without
 */
export function floorOf(
	before: number | undefined,
	times: ReadonlyArray<number | undefined>,
	isFloor: (time: number) => boolean,
): Floor | undefined {
	const timed = before === undefined ? [] : [{ time: before, place: 0 }];
	for (const [place, time] of times.entries()) if (time !== undefined) timed.push({ time, place });
	const oldest = timed.at(-1);
	let topmost: { time: number; place: number } | undefined;
	let below = -Infinity;
	// From the end, so that each time is looked at once.
	for (const record of timed.reverse()) {
		if (record.time < below) break;
		below = record.time;
		if (oldest && record.time > oldest.time && isFloor(record.time)) topmost = record;
	}
	const isAtFloor = (time: number | undefined) => time !== undefined && isFloor(time);
	return topmost && { ...topmost, end: 1 + times.findLastIndex(isAtFloor) };
}

/** Whether no floor covers a record. */
export function isOpenAbove(
	floor: Floor | undefined,
	time: number | undefined,
	place: number,
): boolean {
	if (!floor || place < floor.place) return true;
	return time === undefined ? place < floor.end : time >= floor.time;
}
