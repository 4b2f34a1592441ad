import { wellFormed } from './text';
import { isPlain, setOwn } from './values';

/** Returns a value as JSON. The text does not depend on the order of keys. */
export const sortedJson = (value: unknown): string => JSON.stringify(sorted(value));

// A replacer of JSON.stringify would take three times as long.
function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (!isPlain(value)) return value;
	const names = Object.keys(value).sort();
	return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}

/** Returns a copy of a value, or the value itself if it is too deep to copy. */
export function copyOfJson<T>(value: T, ofText = (text: string) => text): T {
	try {
		return copied(value, ofText) as T;
	} catch {
		return value;
	}
}

/** Returns such a copy with each text well formed. */
export const wellFormedJson = <T>(value: T): T => copyOfJson(value, wellFormed);

// Copies name by name, because lists of entries take three times as long.
function copied(value: unknown, ofText: (text: string) => string): unknown {
	if (typeof value === 'string') return ofText(value);
	if (Array.isArray(value)) return value.map((inner) => copied(inner, ofText));
	// Dates and other objects with a prototype of their own are values.
	if (!isPlain(value)) return value;
	const copy: Record<string, unknown> = {};
	for (const key of Object.keys(value)) {
		const [name, inner] = [ofText(key), copied(value[key], ofText)];
		if (name === '__proto__') setOwn(copy, name, inner);
		else copy[name] = inner;
	}
	return copy;
}
