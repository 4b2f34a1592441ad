import type { Collected } from '../list/collect';
import type { StopReason } from '../list/pageEnd';

/**
 * At Limit or at known records, the user has what was wanted, and there is no reason to continue;
 * but for the first run of a watched list, whose rest no later run returns.
 */
const CUT_SHORT: readonly StopReason[] = [
	'failure',
	'halted',
	'maxCost',
	'maxPages',
	'emptyPage',
	'noNewRecord',
];

/** The service claims more after these, and could keep a loop buying pages for ever. */
export function isDeadEnd({ reason }: Pick<Collected, 'reason'>): boolean {
	return reason === 'emptyPage' || reason === 'noNewRecord';
}

/** Whether the user would want to continue this item's list. */
export function isCutShort({
	reason,
	next,
	watched,
}: Pick<Collected, 'reason' | 'next' | 'watched'>): boolean {
	return next !== null && (CUT_SHORT.includes(reason) || watched?.leavesOld === true);
}

/** Whether the run got no further in this list: its position is then the one that it began with. */
export function isAtBeginning({ begin, next }: Pick<Collected, 'begin' | 'next'>): boolean {
	return JSON.stringify(begin) === JSON.stringify(next);
}
