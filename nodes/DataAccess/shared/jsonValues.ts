import { wellFormed } from './text';
import { isPlain, setOwn } from './values';

/** A value as JSON, the same text whatever the order of keys. */
export const sortedJson = (value: unknown): string => JSON.stringify(sorted(value));

// Not by a replacer of JSON.stringify, which takes three times as long.
function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (!isPlain(value)) return value;
	const names = Object.keys(value).sort();
	return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}

/** A copy; as it is where it is too deep to be copied. */
export function copyOfJson<T>(value: T, ofText = (text: string) => text): T {
	try {
		return copied(value, ofText) as T;
	} catch {
		return value;
	}
}

/** The same with each text well formed. */
export const wellFormedJson = <T>(value: T): T => copyOfJson(value, wellFormed);

// Name by name: by lists of entries it takes three times as long.
function copied(value: unknown, ofText: (text: string) => string): unknown {
	if (typeof value === 'string') return ofText(value);
	if (Array.isArray(value)) return value.map((inner) => copied(inner, ofText));
	// A Date is a value, too.
	if (!isPlain(value)) return value;
	const copy: Record<string, unknown> = {};
	for (const key of Object.keys(value)) {
		const [name, inner] = [ofText(key), copied(value[key], ofText)];
		if (name === '__proto__') setOwn(copy, name, inner);
		else copy[name] = inner;
	}
	return copy;
}
