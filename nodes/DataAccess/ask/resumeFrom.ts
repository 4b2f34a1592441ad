import type { IDataObject } from 'n8n-workflow';

import { fingerprintsIn } from '../list/fingerprint';
import { NEXT } from '../list/position';
import type { ListPosition } from '../list/position';
import type { PageInputs, Query } from '../operations/operation';
import { isEmpty } from '../operations/parts/blank';
import { isTooDeep } from '../operations/parts/path';
import { Refusal } from '../operations/parts/refusal';
import { jsonIn } from '../shared/json';
import type { Parameters } from './parameters';

/** Returns the value that a JSON text contains. Any other text is returned as it is: it is empty, or refused later. */
function parsedNext(value: unknown): unknown {
	const json = typeof value === 'string' ? jsonIn(value) : undefined;
	return json === undefined ? value : json;
}

/**
 * Returns the position in Resume From; null if the list has ended, undefined if it is omitted.
 * @throws Refusal if it cannot be used for this list
 */
export function readResumeFrom(
	value: unknown,
	list: string,
	query: Query,
): ListPosition | null | undefined {
	const given = parsedNext(value);
	if (given === null) return null;
	if (isEmpty(given)) return undefined;
	const read = NEXT.safeParse(given);
	if (!read.success) {
		throw new Refusal(
			'\'Resume From\' must be the whole "next" of an earlier page, report, error or hint, with its "list"; null for a list that has ended; or empty. To begin at a position of your own, use \'Start Position\'',
		);
	}
	const { list: own, seen, at, ...inputs } = read.data;
	const isKnown = (name: string) => query.positionInputs.has(name);
	if (own !== list || !Object.keys(inputs).every(isKnown) || isTooDeep(inputs)) {
		throw new Refusal(
			"'Resume From' belongs to a different list. Use an expression to give each input item its own position, or null if its list has ended",
		);
	}
	return { inputs: inputs as PageInputs, seen: fingerprintsIn(seen), previousPageAt: at };
}

/** Returns Resume From as it was given, so that a refused item does not lose it; undefined if it is no position. */
export function givenNext(
	parameters: Parameters,
	itemIndex: number,
): IDataObject | null | undefined {
	try {
		const given = parsedNext(parameters.option('resumeFrom', itemIndex));
		const isNext = NEXT.safeParse(given).success && !isTooDeep(given);
		return given === null || isNext ? (given as IDataObject | null) : undefined;
	} catch {
		return undefined;
	}
}
