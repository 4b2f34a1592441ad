import { opened } from './json';
import { isNothing } from './nothing';
import { isHolder, isObject } from './values';

/** The names of a list that PHP or JavaScript has written as an object. */
const PLACE = /^(?:\d+|length)$/;

/** Of a list of lists of objects the objects, else the list. */
const unnested = (list: unknown[]) =>
	list.every(Array.isArray) && list.flat().every(isObject) ? list.flat() : list;

/**
 * The entries of a list, as services write one, too: as JSON text, in lists of their own, or as an object whose
 * names are all numbers; null, false, "", "null" and {} are empty. undefined where there is none. Never throws.
 */
export function entriesOf(written: unknown): unknown[] | undefined {
	if (typeof written === 'string' && isNothing(written)) return [];
	const value = opened(written);
	if (value === null || value === false) return [];
	if (Array.isArray(value)) return unnested(value);
	if (!isHolder(value)) return undefined;
	const names = Object.keys(value);
	if (!names.every((name) => PLACE.test(name))) return undefined;
	return unnested(names.flatMap((name) => (name === 'length' ? [] : [value[name]])));
}
