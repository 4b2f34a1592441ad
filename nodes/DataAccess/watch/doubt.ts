import type { Collected } from '../list/collected';
import type { Doubt } from '../list/judgement';
import { STOPS } from '../list/pageEnd';
import { isContent } from '../list/shownRecords';
import type { JudgedRecord } from './facts';
import type { SoFar } from './reading';

/** Returns a reason to suspect missing records although the run was complete; undefined if there is none. */
export function doubtOf(
	{ isFirst, pages, end }: SoFar,
	isResumed: boolean,
	{ reason, reused }: Pick<Collected, 'reason' | 'reused'>,
): Doubt | undefined {
	// In a list that was read to its end, no order hides anything.
	if (STOPS[reason] !== 'ended' && pages.some(isUnsorted)) return 'unsorted';
	if (isFirst || isResumed) return undefined;
	const read = pages.flat();
	const isOther = ({ state, name }: JudgedRecord) => state === 'new' && isContent(name);
	if (read.length > 0 && read.every(isOther)) return 'allNewByContent';
	// A reused page is older than the floors of the runs since it was bought.
	return end?.by === 'timedRow' && reused.pages === 0 ? 'inARow' : undefined;
}

const DAY = 86_400;

/** How many records a service may pin above the sorted ones. */
const MOST_PINNED = 3;

/**
 * Returns whether most records of a page have one below them that is newer by more than a day. Disorder within a day
 * does not count. Nor do a few pinned records, which may be most of a small page.
 */
function isUnsorted(page: readonly JudgedRecord[]): boolean {
	let newest = -Infinity;
	const above = [...page].reverse().filter(({ time = NaN }) => {
		newest = time > newest ? time : newest;
		return time + DAY < newest;
	});
	return above.length > Math.max(MOST_PINNED, page.length / 2);
}
