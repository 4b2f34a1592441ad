import type { IDataObject } from 'n8n-workflow';

import type { ApiInput, Position, Query } from '../operations/operation';
import { isTooDeep, pathOf, withValueAt } from '../operations/parts/path';
import type { Failure } from '../shared/failure';
import { fingerprintsIn } from './fingerprint';
import { valueAt } from '../shared/values';
import { beginningOf } from '../shared/text';

/** Where a list continues: what `next` holds and `resumeFrom` takes. */
export interface ResumePoint {
	/** The list that it belongs to. */
	list: string;
	/** Inputs of the page to ask for, by API names. */
	position: Position;
	/** Fingerprints of the records of that page which an earlier run has delivered. */
	seen: string[];
}

/** The inputs that say where in the list a page is. In a known operation, an empty one counts as left out. */
export function positionOf(query: Query, input: ApiInput): Position {
	const values = query.positionInputs.map((name) => [name, valueAt(input, pathOf(name))] as const);
	const isLeftOut = (value: unknown) => value === undefined || (value === '' && query.input);
	return Object.fromEntries(values.filter(([, value]) => !isLeftOut(value))) as Position;
}

/** The input that asks for another place of the same list. */
export function inputAt(input: ApiInput, position: Position): ApiInput {
	return Object.entries(position).reduce(
		(moved, [name, value]) => withValueAt(moved, pathOf(name), value),
		input,
	);
}

/**
 * The failure of a call for a page behind the first one. Its position may have expired: then the list can
 * only be read from its beginning.
 */
export function withExpiry(
	failure: Failure,
	{ positionInputs }: Pick<Query, 'positionInputs'>,
): Failure {
	const isPosition = failure.field !== undefined && positionInputs.includes(failure.field);
	if (failure.code !== 'INVALID_INPUT' || !isPosition) return failure;
	return { ...failure, particular: 'positionExpired' };
}

/** The point as it stands in items and errors. */
export function toNext({ list, position, seen }: ResumePoint): IDataObject {
	return {
		list,
		...position,
		...(seen.length > 0 ? { seen: breakable(seen) } : {}),
	};
}

/** Fingerprints as text that a narrow panel can break into lines: four are a word. */
const breakable = (fingerprints: readonly string[]): string =>
	fingerprints.map((one, index) => (index > 0 && index % 4 === 0 ? ` ${one}` : one)).join('');

/** Reads one `next`, or says why it is none of this operation. */
export function readPosition(value: unknown, query: Query): ResumePoint | { refusal: string } {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		return {
			refusal:
				'\'Resume From\' must be the JSON object of one earlier "next", null for a list that has ended, or empty',
		};
	}
	const { list, seen = '', ...position } = value as IDataObject;
	const foreign = Object.keys(position).find((name) => !query.positionInputs.includes(name));
	if (foreign !== undefined) {
		const known = query.positionInputs.join(', ');
		return {
			refusal: `'Resume From' holds "${beginningOf(foreign, 100)}", which is not a position of this operation (it has ${known})`,
		};
	}
	if (Object.values(position).some((inner) => isTooDeep(inner))) {
		return { refusal: "'Resume From' holds a position that is nested too deeply" };
	}
	if (typeof list !== 'string' || list === '') {
		return {
			refusal:
				'\'Resume From\' does not say which list it belongs to: copy the whole "next", with its "list". To begin at a position of your own, use \'Start Position\'',
		};
	}
	if (typeof seen !== 'string') {
		return { refusal: '\'Resume From\' holds a "seen" that is not text' };
	}
	return { list, position: position as Position, seen: fingerprintsIn(seen.replace(/\s/g, '')) };
}
