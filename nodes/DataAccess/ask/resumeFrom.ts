import type { IDataObject } from 'n8n-workflow';

import { fingerprintsIn } from '../list/fingerprint';
import type { Place } from '../list/place';
import type { Position, Query } from '../operations/operation';
import { isEmpty } from '../operations/parts/blank';
import { isTooDeep } from '../operations/parts/path';
import { Refusal } from '../operations/parts/refusal';
import { jsonIn } from '../shared/json';
import { beginningOf } from '../shared/text';
import { isObject, isPlain, textOf } from '../shared/values';
import type { Parameters } from './parameters';

/**
 * @returns undefined where the option is left out, null where the list has ended
 * @throws Refusal where the option Resume From cannot be used for this list
 */
export function resumePointOf(
	value: unknown,
	list: string,
	query: Query,
): Place | null | undefined {
	// A text that is no JSON is empty, or refused as it is.
	const json = typeof value === 'string' ? jsonIn(value) : undefined;
	const given = json === undefined ? value : json;
	if (given === null) return null;
	if (isEmpty(given)) return undefined;
	const next = readNext(given, query);
	if (next.list !== list) {
		throw new Refusal(
			"'Resume From' belongs to a different list. Give each item its own position by an expression, null for one that is done",
		);
	}
	return next;
}

/** @throws Refusal where it is no `next` of this operation */
function readNext(value: unknown, query: Query): Place & { list: string } {
	if (!isObject(value)) {
		throw new Refusal(
			'\'Resume From\' must be the JSON object of one earlier "next", null for a list that has ended, or empty',
		);
	}
	const { list, seen = '', at = 0, ...position } = value;
	const foreign = Object.keys(position).find((name) => !query.positionInputs.includes(name));
	if (foreign !== undefined) {
		const known = query.positionInputs.join(', ');
		throw new Refusal(
			`'Resume From' holds "${beginningOf(foreign, 100)}", which is not a position of this operation (it has ${known})`,
		);
	}
	if (Object.values(position).some(isTooDeep)) {
		throw new Refusal("'Resume From' holds a position that is nested too deeply");
	}
	if (typeof list !== 'string' || list === '') {
		throw new Refusal(
			'\'Resume From\' does not say which list it belongs to: copy the whole "next", with its "list". To begin at a position of your own, use \'Start Position\'',
		);
	}
	if (typeof seen !== 'string') {
		throw new Refusal('\'Resume From\' holds a "seen" that is not text');
	}
	if (typeof at !== 'number' || !(at >= 0)) {
		throw new Refusal('\'Resume From\' holds an "at" that is no time');
	}
	const fingerprints = fingerprintsIn(seen.replace(/\s/g, ''));
	return { list, position: position as Position, seen: fingerprints, after: at };
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
