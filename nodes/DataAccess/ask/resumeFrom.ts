import type { IDataObject } from 'n8n-workflow';

import { readPosition } from '../list/position';
import type { ResumePoint } from '../list/position';
import { jsonIn } from '../shared/json';
import type { Query } from '../operations/operation';
import { isEmpty } from '../operations/parts/validator';
import { isTooDeep } from '../operations/parts/path';
import { Refusal } from '../operations/parts/refusal';
import { isPlain, textOf } from '../shared/values';
import type { Parameters } from './parameters';

const OTHER_LIST =
	"'Resume From' belongs to a different list. Give each item its own position by an expression, null for one that is done";

/**
 * @returns undefined where the list begins at its beginning, null where it has ended
 * @throws Refusal where the option Resume From cannot be used for this list
 */
export function resumePointOf(
	value: unknown,
	list: string,
	query: Query,
): ResumePoint | null | undefined {
	// A text that is no JSON is empty, or refused as it is.
	const json = typeof value === 'string' ? jsonIn(value) : undefined;
	const given = json === undefined ? value : json;
	if (given === null) return null;
	if (isEmpty(given)) return undefined;
	const point = readPosition(given, query);
	if ('refusal' in point) throw new Refusal(point.refusal);
	if (point.list !== list) throw new Refusal(OTHER_LIST);
	return point;
}

/** The position that an input item was given, unread, since a refusal must not lose it; undefined where it has none. */
export function givenPosition(
	parameters: Parameters,
	itemIndex: number,
): IDataObject | null | undefined {
	try {
		const value = parameters.option('resumeFrom', itemIndex);
		const given = typeof value === 'string' ? jsonIn(value) : value;
		const isPosition = isPlain(given) && textOf(given.list) && !isTooDeep(given);
		return given === null || isPosition ? (given as IDataObject | null) : undefined;
	} catch {
		return undefined;
	}
}
