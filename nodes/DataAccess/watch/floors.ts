import type { ListRecord } from '../list/watched';

/**
 * Where on a page the part begins of which everything is done. For example, by place and time, where the
 * records with 8 and 7 have left floors:
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
	doneFrom: number;
}

/**
 * Whether a time that a run has passed leaves a floor, by its rank among them, 0 for the newest: 0, 1, 2, 4, 8
 * and so on. Those on top may be deleted, edited or pinned by the next run, all of them on a busy day.
 */
export const isFloorRank = (rank: number): boolean => Number.isInteger(Math.log2(rank || 1));

/**
 * Finds the floor of a page: the topmost record at a floor behind which all is sorted and something is
 * older. So it is no pinned record, which newer ones follow, and no edited one, whose new time is no floor.
 * @param before the last record with a time of the pages before, which this page may prove
 */
export function floorOf(
	before: ListRecord | undefined,
	records: readonly ListRecord[],
	isFloor: (record: ListRecord) => boolean,
): Floor | undefined {
	let topmost: Pick<Floor, 'time' | 'place'> | undefined;
	let [oldest, below] = [Infinity, -Infinity];
	const all = withBefore(before, records);
	// From the end, so that each record is looked at once.
	for (let index = all.length - 1; index >= 0; index--) {
		const record = all[index] as ListRecord;
		const { time } = record;
		if (time === undefined) continue;
		if (time < below) break;
		[oldest, below] = [Math.min(oldest, time), time];
		const place = Math.max(0, index - (all.length - records.length));
		if (time > oldest && isFloor(record)) topmost = { time, place };
	}
	return topmost && { ...topmost, doneFrom: 1 + records.findLastIndex(isFloor) };
}

/** The records of a page behind the last one with a time of the pages before. */
export const withBefore = (
	before: ListRecord | undefined,
	records: readonly ListRecord[],
): readonly ListRecord[] => (before ? [before, ...records] : records);

/** Whether no floor covers a record. */
export function isOpenAbove(
	floor: Floor | undefined,
	time: number | undefined,
	place: number,
): boolean {
	if (!floor || place < floor.place) return true;
	return time === undefined ? place < floor.doneFrom : time >= floor.time;
}
