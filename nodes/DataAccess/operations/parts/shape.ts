import type { IDataObject } from 'n8n-workflow';

/** The payload is not of a shape that shapes §3 describes; never to be taken for "no records". */
export class UnrecognisedShape extends Error {
	/** @param missing what was looked for and not found, e.g. "a list at data.items" */
	constructor(readonly missing: string) {
		super(`The answer holds no ${missing}`);
	}
}

/** The value as an object, or an empty one: for reading tolerantly along a path. */
export function objectAt(value: unknown): IDataObject {
	return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The objects of a list; anything else in it (null, text) is no record.
 * @param where what the list is called in the error
 * @throws UnrecognisedShape when there is no list
 */
export function recordsAt(value: unknown, where: string): IDataObject[] {
	if (!Array.isArray(value)) throw new UnrecognisedShape(`list of records at ${where}`);
	return value.filter(isObject);
}

/** A flag as the platforms spell it: true, 1, "1", "true"; undefined where it is not there. */
export function flagOf(value: unknown): boolean | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'string') return !['', '0', 'false', 'no'].includes(value.toLowerCase());
	return Boolean(value);
}

/** An opaque value (cursor, id) as text, word for word; undefined where there is none. */
export function tokenOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value === '' ? undefined : value;
	return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}

/** An integer that may come as text; undefined where it is none. */
export function integerOf(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
	return Number.isSafeInteger(number) ? (number as number) : undefined;
}
