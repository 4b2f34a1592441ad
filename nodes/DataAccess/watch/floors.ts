/** Where on a page the part begins of which everything is done. */
export interface Floor {
	/** Whole seconds: what is older is done. */
	time: number;
	/** Places from here on are done, also those of records without a time. */
	end: number;
}

/** So many of the newest times that a run has passed become floors: one may be deleted, edited or pinned. */
export const FLOORS = 3;

/**
 * Finds the floor of a page: the topmost time that is one, behind which what was read is sorted and
 * shows something older, or the list's end. So it is the time of no pinned record, since newer ones
 * follow it, and of no edited one, since its new time is no floor.
 * @param before the time of the last record of the pages before, which this page may prove
 * @param times of the page's records, in whole seconds, undefined for those without
 * @param isLast whether the list ends with this page
 */
export function floorOf(
	before: number | undefined,
	times: ReadonlyArray<number | undefined>,
	isFloor: (time: number) => boolean,
	isLast: boolean,
): Floor | undefined {
	const timed = before === undefined ? [] : [before];
	for (const time of times) if (time !== undefined) timed.push(time);
	let topmost: number | undefined;
	// From the end, so that each time is looked at once: from here on, everything is sorted.
	for (let place = timed.length - 1; place >= 0; place--) {
		const time = timed[place] as number;
		if (time < (timed[place + 1] ?? -Infinity)) break;
		const isProven = isLast || time > (timed.at(-1) as number);
		if (isProven && isFloor(time)) topmost = time;
	}
	if (topmost === undefined) return undefined;
	const floor = topmost;
	const isAbove = (time: number | undefined) =>
		time !== undefined && (time >= floor || isFloor(time));
	return { time: floor, end: 1 + times.findLastIndex(isAbove) };
}

/**
 * Whether a floor leaves a record open: it is as new as the floor, or has no time and stands above
 * the last record at a floor.
 */
export function isOpenAbove(
	floor: Floor | undefined,
	time: number | undefined,
	place: number,
): boolean {
	if (!floor) return true;
	return time === undefined ? place < floor.end : time >= floor.time;
}
