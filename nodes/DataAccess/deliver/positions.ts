import type { IDataObject } from 'n8n-workflow';

import type { Collected } from '../list/collect';
import type { StopReason } from '../list/pageEnd';
import { endedNext } from '../list/position';
import type { ItemResult } from './results';

/** Behind a limit, or known records, a user has what was wanted. */
const CUT_SHORT: readonly StopReason[] = [
	'failure',
	'halted',
	'maxCost',
	'maxPages',
	'emptyPage',
	'noNewRecord',
];

/** Whether the user would want to go on where this item ended. */
export function isCutShort({ reason, next }: Pick<Collected, 'reason' | 'next'>): boolean {
	return next !== null && CUT_SHORT.includes(reason);
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
	if (!known.some(isCutShort) || known.every(isAtBeginning)) return undefined;
	const [only] = results;
	if (results.length === 1 && only?.next) return only.next;
	const positions = known.map((result) =>
		isCutShort(result) && result.next ? result.next : endedNext(result.list),
	);
	return withoutRepetitions(positions);
}

/** Whether a run has left a list where it began, so that its position tells nothing new. */
export function isAtBeginning({ begin, next }: Pick<Collected, 'begin' | 'next'>): boolean {
	return JSON.stringify(begin) === JSON.stringify(next);
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
