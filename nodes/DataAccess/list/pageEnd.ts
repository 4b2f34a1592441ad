import type { ReadPage } from '../operations/operation';

/** Why an input item's list ended. */
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

/** What a page's end means for the list. */
export interface PageEnd {
	/** Why no further page may be bought; undefined where one may. */
	reason?: StopReason;
	/** Nothing follows this page, or nothing leads there. */
	isEnd: boolean;
	/** What the user should know about it, as a sentence without its period. */
	notice?: string;
}

/**
 * What a page's end means for the list, before any limit of the user (docs/development/gateway.md,
 * Paging).
 * @param isNew whether the page brought a record that no earlier one had
 * @param isRepeated whether the next position was asked for before
 * @param endsUnannounced whether the platform never says that a list has ended
 */
export function endOfPage(
	page: Pick<ReadPage, 'next' | 'notice'> & { records: { length: number } },
	isNew: boolean,
	isRepeated: boolean,
	endsUnannounced: boolean,
): PageEnd {
	if (page.next === null) return { reason: 'end', isEnd: true, notice: page.notice };
	const hasNoRecords = page.records.length === 0;
	if (!isNew && endsUnannounced) return { reason: 'end', isEnd: true };
	if (isRepeated) {
		const notice = 'The service gave the same position again, so no further page was bought';
		return { reason: 'repeatedPosition', isEnd: true, notice };
	}
	if (isNew) return { isEnd: false, notice: page.notice };
	const what = hasNoRecords ? 'an empty page' : 'a page without a new record';
	const notice = `The service sent ${what} but says there is more, so no further page was bought`;
	return { reason: hasNoRecords ? 'emptyPage' : 'noNewRecord', isEnd: false, notice };
}
