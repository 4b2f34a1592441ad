import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Failure } from '../failure';
import { nothingOf } from '../list/collect';
import type { Collected } from '../list/collect';
import { endedNext } from '../list/position';

/** An input item's share of the output, and how its list ended. */
export interface ItemResult extends Collected {
	itemIndex: number;
	items: INodeExecutionData[];
}

const NOT_CALLED: Failure = {
	code: 'NOT_CALLED',
	layer: 'node',
	httpStatus: null,
	what: 'No further call was made for this item, because an earlier failure of this execution would have met it too',
	charged: 'no',
	retry: 'never',
};

const TOO_DEAR: Failure = {
	code: 'MAX_COST',
	layer: 'node',
	httpStatus: null,
	what: 'Nothing was bought for this item, because Max Cost (USD) does not allow a further call',
	charged: 'no',
	retry: 'never',
	advice: 'Raise Max Cost (USD), or run the items that are left in another execution.',
};

/** An item whose list failed before anything of it was asked for. */
export function failed(itemIndex: number, failure: Failure): ItemResult {
	return { ...nothingOf(), itemIndex, items: [], reason: 'failure', failure };
}

/** An item that was not looked at, since the run had ended before. */
export function untouched(itemIndex: number): ItemResult {
	return { ...nothingOf(), itemIndex, items: [], reason: 'halted' };
}

/**
 * A list that another item's failure cut short is told so, wherever it stood. The cap is no failure:
 * it is told only to an item that got nothing.
 */
export function withWhatWasLeftOut(result: ItemResult): ItemResult {
	if (result.reason === 'halted') return { ...result, failure: NOT_CALLED };
	if (result.reason === 'maxCost' && result.items.length === 0) {
		return { ...result, failure: TOO_DEAR };
	}
	return result;
}

/** Whether the user would want to go on where this item ended. */
export function isCutShort({ reason, next }: Pick<Collected, 'reason' | 'next'>): boolean {
	return next !== null && ['failure', 'halted', 'maxCost', 'maxPages'].includes(reason);
}

/**
 * What Resume From takes to go on with every item of the run that was cut short: one position for
 * one item, else a list that names each list, done or not; undefined where there is nothing to go on
 * with.
 */
export function positionsOf(
	results: readonly ItemResult[],
): IDataObject | IDataObject[] | undefined {
	const known = results.filter(({ list }) => list !== '');
	const [only] = results;
	if (results.length === 1 && only) {
		// Behind what is known there is nothing to go on for.
		return only.reason !== 'known' && hasPlace(only.next) ? only.next : undefined;
	}
	if (!known.some(isCutShort)) return undefined;
	const positions = known.map((result) =>
		isCutShort(result) && result.next ? result.next : endedNext(result.list),
	);
	return withoutRepetitions(positions);
}

/** Whether a position leads further than to the beginning of its list. */
export function hasPlace(next: IDataObject | null): next is IDataObject {
	return next !== null && Object.keys(next).length > 1;
}

/** Items of equal lists that ended alike need one position between them. */
function withoutRepetitions(positions: IDataObject[]): IDataObject[] {
	const texts = new Map<unknown, Set<string>>();
	for (const position of positions) {
		const ofList = texts.get(position.list) ?? new Set();
		texts.set(position.list, ofList.add(JSON.stringify(position)));
	}
	const told = new Set<unknown>();
	return positions.filter(({ list }) => {
		if (texts.get(list)?.size !== 1) return true;
		if (told.has(list)) return false;
		return Boolean(told.add(list));
	});
}

/** The words for a run's end that workflows and traces get (the contract of the node's report). */
export type Reason =
	'end' | 'limit' | 'known' | 'repeatedPosition' | 'maxPages' | 'maxCost' | 'halted' | 'failure';

/** Where one word must stand for several items, the last of these that occurred. */
const REASONS: readonly Reason[] = [
	'end',
	'limit',
	'known',
	'repeatedPosition',
	'maxPages',
	'maxCost',
	'halted',
	'failure',
];

/** Why an item's list ended, in the fixed words: a list that leads nowhere has ended. */
function reasonOf({ reason }: Pick<Collected, 'reason'>): Reason {
	return reason === 'emptyPage' || reason === 'noNewRecord' ? 'end' : reason;
}

/** What a run delivered, and why it ended. */
export function summaryOf(results: readonly ItemResult[]): {
	records: number;
	reusedPages: number;
	reason: Reason;
} {
	let last = 0;
	let [records, reusedPages] = [0, 0];
	for (const result of results) {
		records += result.records;
		reusedPages += result.reused.pages + result.askedBefore;
		last = Math.max(last, REASONS.indexOf(reasonOf(result)));
	}
	return { records, reusedPages, reason: REASONS[last] ?? 'end' };
}
