import type { IDataObject } from 'n8n-workflow';

import type { ApiInput, Position, Query } from '../operations/operation';
import { isTooDeep, pathOf, withValueAt } from '../operations/parts/path';
import { fingerprintsIn } from './fingerprint';
import { valueAt } from '../shared/values';
import { beginningOf } from '../shared/text';

/** Where a list continues: what `next` holds and `resumeFrom` takes. */
export interface ResumePoint {
	/** The list that it belongs to. */
	list: string;
	/** Inputs of the page to ask for, by API names. */
	position: Position;
	/** Records without an id at the beginning of that page which an earlier run has delivered. */
	skip: number;
	/** Fingerprints of the records of that page which an earlier run has delivered. */
	seen: string[];
	/** Fingerprints of the records of the page before, which the service may repeat. */
	before: string[];
}

/**
 * The inputs of `input` that say where in the list it is. In a known operation, an empty one counts as
 * left out.
 */
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

/** The point as it stands in items and errors: list, position, and what must not come twice. */
export function toNext({ list, position, skip, seen, before }: ResumePoint): IDataObject {
	return {
		list,
		...position,
		...(skip > 0 ? { skip } : {}),
		...(seen.length > 0 ? { seen: breakable(seen) } : {}),
		...(before.length > 0 ? { before: breakable(before) } : {}),
	};
}

// As long as any word that a narrow panel has room for.
const FINGERPRINTS_IN_A_WORD = 4;

/** Fingerprints as text that a narrow panel can break into lines. */
function breakable(fingerprints: readonly string[]): string {
	return fingerprints
		.map((fingerprint, index) =>
			index > 0 && index % FINGERPRINTS_IN_A_WORD === 0 ? ` ${fingerprint}` : fingerprint,
		)
		.join('');
}

// As much of a name as is worth reading.
const LONGEST_NAME = 100;

// More than any page has: an answer is one string, of half a billion characters at most, and a record
// takes hundreds.
const MOST_SKIPPED = 1_000_000;

/** Reads one `next`, or says why it is none of this operation. */
export function readPosition(value: unknown, query: Query): ResumePoint | { refusal: string } {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		return {
			refusal:
				'\'Resume From\' must be the JSON object of one earlier "next", null for a list that has ended, or empty',
		};
	}
	const { list, skip = 0, seen = '', before = '', ...position } = value as IDataObject;
	const foreign = Object.keys(position).find((name) => !query.positionInputs.includes(name));
	if (foreign !== undefined) {
		const known = query.positionInputs.join(', ');
		return {
			refusal: `'Resume From' holds "${beginningOf(foreign, LONGEST_NAME)}", which is not a position of this operation (it has ${known})`,
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
	if (!Number.isSafeInteger(skip) || (skip as number) < 0) {
		return { refusal: '\'Resume From\' holds a "skip" that is not a whole number' };
	}
	if ((skip as number) > MOST_SKIPPED) {
		return { refusal: '\'Resume From\' holds a "skip" of more records than a page can have' };
	}
	if (typeof seen !== 'string' || typeof before !== 'string') {
		const name = typeof seen === 'string' ? 'before' : 'seen';
		return { refusal: `'Resume From' holds a "${name}" that is not text` };
	}
	const read = (text: string) => fingerprintsIn(text.replace(/\s/g, ''));
	return {
		list,
		position: position as Position,
		skip: skip as number,
		seen: read(seen),
		before: read(before),
	};
}
