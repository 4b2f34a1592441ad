import type { IDataObject } from 'n8n-workflow';

import type { ApiInput, Query, Position } from '../operations/operation';

/** Where a list goes on: what `next` holds and `resumeFrom` takes. */
export interface ResumePoint {
	/** Inputs of the page to ask for, by API names. */
	position: Position;
	/** Records at the beginning of that page which an earlier run has delivered. */
	skip: number;
	/** Fingerprints of the ids of the page before, which the service may repeat. */
	seen: string[];
}

// A space, so that the editor can break the line.
const SEPARATOR = ' ';

/** The inputs of `input` that say where in the list it is. */
export function positionOf(operation: Query, input: ApiInput): Position {
	const moved = operation.positionInputs.filter((name) => input[name] !== undefined);
	return Object.fromEntries(moved.map((name) => [name, input[name]]));
}

/** The point as it stands in items and errors: the position, and what must not come twice. */
export function toNext({ position, skip, seen }: ResumePoint): IDataObject {
	return {
		...position,
		...(skip > 0 ? { skip } : {}),
		...(seen.length > 0 ? { seen: seen.join(SEPARATOR) } : {}),
	};
}

function isEmpty(value: unknown): boolean {
	if (typeof value === 'string') return ['', 'undefined', 'null', '{}'].includes(value.trim());
	return value === undefined || value === null;
}

/**
 * Reads the option Resume From: an object or its JSON text.
 * @returns the point, undefined where the option is empty, or a refusal in words
 */
export function readResumePoint(
	value: unknown,
	operation: Query,
): ResumePoint | undefined | { refusal: string } {
	if (isEmpty(value)) return undefined;
	let given = value;
	if (typeof given === 'string') {
		try {
			given = JSON.parse(given);
		} catch {
			return { refusal: 'Resume From must be the JSON of an earlier "next"' };
		}
	}
	if (typeof given !== 'object' || given === null || Array.isArray(given)) {
		return { refusal: 'Resume From must be the JSON object of an earlier "next"' };
	}
	if (Object.keys(given).length === 0) return undefined;
	// The first page may have no position at all, and yet have been delivered in part.
	const { skip = 0, seen = '', ...position } = given as IDataObject;
	const foreign = Object.keys(position).find((name) => !operation.positionInputs.includes(name));
	if (foreign !== undefined) {
		const known = operation.positionInputs.join(', ');
		return {
			refusal: `Resume From holds "${foreign}", which is no position of this operation (it has ${known})`,
		};
	}
	if (!Number.isSafeInteger(skip) || (skip as number) < 0) {
		return { refusal: 'Resume From holds a "skip" that is not a whole number' };
	}
	if (typeof seen !== 'string') return { refusal: 'Resume From holds a "seen" that is not text' };
	return {
		position: position as Position,
		skip: skip as number,
		seen: seen === '' ? [] : seen.split(SEPARATOR),
	};
}
