import type { IDataObject } from 'n8n-workflow';

import type { Collected } from '../list/collect';
import type { StopReason } from '../list/pageEnd';
import { endedNext } from '../list/position';
import type { ItemResult } from './results';

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

/**
 * What to paste into Resume From to continue all lists that were cut short: one position for one
 * item, else a JSON list with an entry for each list, done or not. Undefined if none was cut short.
 */
export function positionsOf(
	results: readonly ItemResult[],
): IDataObject | IDataObject[] | undefined {
	const known = results.filter(({ list }) => list !== '');
	if (!known.some(isCutShort) || known.every(isAtBeginning)) return undefined;
	const [only] = results;
	if (results.length === 1 && only?.next) return only.next;
	const positions = known.map((result) =>
		isCutShort(result) && result.next ? result.next : endedNext(result.list),
	);
	return withoutRepetitions(positions);
}

/** Whether the run got no further in this list: its position is then the one that it began with. */
export function isAtBeginning({ begin, next }: Pick<Collected, 'begin' | 'next'>): boolean {
	return JSON.stringify(begin) === JSON.stringify(next);
}

/** Items with equal lists that ended at the same position need it only once. */
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
