import type { StopReason } from '../list/pageEnd';
import type { ItemResult } from './results';

/**
 * At Limit or at known records, the user has what was wanted, and there is no reason to continue;
 * but where the rest of a watched list is old, so that no later run returns it.
 */
const CUT_SHORT: readonly StopReason[] = [
	'failure',
	'halted',
	'maxCost',
	'emptyPage',
	'noNewRecord',
];

/** The service claims more after these, and could keep a loop buying pages for ever. */
export function isDeadEnd({ reason }: Pick<ItemResult, 'reason'>): boolean {
	return reason === 'emptyPage' || reason === 'noNewRecord';
}

/** Whether the user would want to continue this item's list, and no later run does so by itself. */
export function isCutShort({
	reason,
	next,
	pages,
	watched,
}: Pick<ItemResult, 'reason' | 'next' | 'pages' | 'watched'>): boolean {
	if (!next || watched?.isReadAgain) return false;
	if (watched && pages === 0) return false;
	return CUT_SHORT.includes(reason) || watched?.leavesOld === true;
}

/** Whether the run got no further in this list: its position is then the one that it began with. */
export function isAtBeginning({ begin, next }: Pick<ItemResult, 'begin' | 'next'>): boolean {
	return JSON.stringify(begin) === JSON.stringify(next);
}
