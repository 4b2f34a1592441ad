import type { Collected } from '../list/collected';
import type { Doubt } from '../list/judgement';
import { STOPS } from '../list/pageEnd';
import { isContent } from '../list/shownRecords';
import type { JudgedRecord } from './facts';
import type { SoFar } from './reading';

/** Why a run may have missed something, though nothing cut it short. */
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
	// A page that was bought before is older than the floors of the runs that came since.
	return end?.by === 'timedRow' && reused.pages === 0 ? 'inARow' : undefined;
}

const DAY = 86_400;

/** A service may pin so many records above those that are sorted. */
const MOST_PINNED = 3;

/**
 * Below most of its records, one is newer by more than a day. So pins, and disorder within a day, are none: of a small
 * page, pins may be the greater part.
 */
function isUnsorted(page: readonly JudgedRecord[]): boolean {
	let newest = -Infinity;
	const above = [...page].reverse().filter(({ time = NaN }) => {
		newest = time > newest ? time : newest;
		return time + DAY < newest;
	});
	return above.length > Math.max(MOST_PINNED, page.length / 2);
}
