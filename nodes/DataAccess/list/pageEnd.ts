import type { ReadPage } from '../operations/operation';

export type StopReason =
	| 'end'
	| 'limit'
	| 'known'
	| 'date'
	| 'emptyPage'
	| 'noNewRecord'
	| 'repeatedPosition'
	| 'maxCost'
	| 'failure'
	| 'outOfTime'
	| 'halted';

/**
 * Why no page is bought behind this one, whatever the user wants; undefined where one may be
 * (docs/development/gateway.md, Paging).
 * @param hasUnshown the page brought a record that no earlier one had
 * @param isRepeated the next position was asked for before
 * @param endsUnannounced the platform never says that a list has ended
 */
export function endOfPage(
	page: Pick<ReadPage, 'next'> & { records: { length: number } },
	hasUnshown: boolean,
	isRepeated: boolean,
	endsUnannounced: boolean,
): StopReason | undefined {
	if (page.next === null || (!hasUnshown && endsUnannounced)) return 'end';
	if (isRepeated) return 'repeatedPosition';
	if (hasUnshown) return undefined;
	return page.records.length === 0 ? 'emptyPage' : 'noNewRecord';
}

/** Whether nothing follows a page behind which no other may be bought for this reason. */
export const isEndOfList = (reason?: StopReason): boolean =>
	reason === 'end' || reason === 'repeatedPosition';
