import type { Doubt } from '../list/judgement';
import { isContent } from '../list/shownRecords';
import type { JudgedRecord } from './facts';
import type { SoFar } from './reading';

/** Why a run may have missed something, though nothing cut it short. */
export function doubtOf(
	{ isFirst, pages, isTimed, end }: SoFar,
	isResumed: boolean,
): Doubt | undefined {
	if (pages.some(isUnsorted)) return 'unsorted';
	if (isFirst || isResumed) return undefined;
	const read = pages.flat();
	const areAllNew = read.length > 0 && read.every(({ state }) => state === 'new');
	if (areAllNew && read.every(({ name }) => isContent(name))) return 'allNewByContent';
	// Only lists that are newest first have times. In any other order, it is no wonder that all is new.
	if (!isTimed) return undefined;
	if (areAllNew) return 'allNew';
	return end?.by === 'row' ? 'inARow' : undefined;
}

const DAY = 86_400;

/** Below most of its records, one is newer by more than a day. So pins, and disorder within a day, are none. */
function isUnsorted(page: readonly JudgedRecord[]): boolean {
	let newest = -Infinity;
	const above = [...page].reverse().filter(({ time = NaN }) => {
		newest = time > newest ? time : newest;
		return time + DAY < newest;
	});
	return above.length > page.length / 2;
}
