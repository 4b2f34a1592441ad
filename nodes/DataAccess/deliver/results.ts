import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { nothingOf } from '../list/listReading';
import type { Collected } from '../list/listReading';

/** An input item's share of the output, and how its list ended. */
export interface ItemResult extends Omit<Collected, 'begin' | 'next'> {
	/** Left out, as `next`, where nothing is known of the list: null would say that it has ended. */
	begin?: IDataObject | null;
	next?: IDataObject | null;
	itemIndex: number;
	items: INodeExecutionData[];
}

/** An input item with a failure. */
export type FailedResult = ItemResult & { failure: Failure };

/** Whether a call, or what was asked for, failed for an item. */
export function hasFailed(result: ItemResult): result is FailedResult {
	return result.failure !== undefined;
}

/**
 * An item whose list failed before anything of it was asked for.
 * @param list the list, where it is known, so that its place in a list of positions is kept
 * @param begin where it would have begun
 */
export function failed(
	itemIndex: number,
	failure: Failure,
	list = '',
	begin?: IDataObject | null,
): ItemResult {
	return {
		...nothingOf(list),
		begin,
		next: begin,
		itemIndex,
		items: [],
		reason: 'failure',
		failure,
	};
}

/** An item whose items were made without a call. */
export function madeFree(itemIndex: number, items: INodeExecutionData[]): ItemResult {
	return { ...nothingOf(), itemIndex, items, reason: 'end' };
}

/** An item that was not looked at, since the run had ended before. */
export function untouched(itemIndex: number): ItemResult {
	return { ...nothingOf(), itemIndex, items: [], reason: 'halted' };
}

/**
 * Adds what an error item says of a list that nothing was wrong with: NOT_CALLED where another
 * item's failure ended the calls, MAX_COST where the cap left the item nothing.
 */
export function withWhatWasLeftOut(result: ItemResult): ItemResult {
	if (result.reason === 'halted') return { ...result, failure: failureOf('NOT_CALLED') };
	if (result.reason === 'maxCost' && result.items.length === 0) {
		return { ...result, failure: failureOf('MAX_COST') };
	}
	return result;
}
