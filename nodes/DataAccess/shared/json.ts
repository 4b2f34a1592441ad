/**
 * What ends or begins a text, what only looks so, and an integer that a JavaScript number may not
 * hold exactly. Each match is short: an expression that takes megabytes as one match throws.
 */
const MARK_OR_INTEGER = /(?:\\[^]){1,99}|"|(?<![\d.eE+-])-?[1-9]\d{15,999}(?![\d.eE])/g;

/** Puts quotes around the integers, of up to a thousand digits, that a number cannot hold. */
function quoteLongIntegers(text: string): string {
	let isInText = false;
	return text.replace(MARK_OR_INTEGER, (match) => {
		if (match === '"') isInText = !isInText;
		const isLong = !isInText && match.length >= 16 && !match.startsWith('\\');
		return isLong && !Number.isSafeInteger(Number(match)) ? `"${match}"` : match;
	});
}

/**
 * Parses JSON without losing a digit: an integer beyond 2^53, as which the platforms send ids
 * (docs/development/gateway.md, Records), becomes a text of the same digits. Decimals and exponents
 * stay numbers. Linear in the text, whatever it holds.
 * @throws SyntaxError when the text is not JSON
 */
export function parseJson(text: string): unknown {
	return JSON.parse(/\d{16}/.test(text) ? quoteLongIntegers(text) : text);
}

/** A copy of what was parsed from JSON. */
export const copyOfJson = <T>(value: T): T => copied(value) as T;

/** What JSON makes of a field of this name; to set it would change the prototype. */
const OWN = { enumerable: true, configurable: true, writable: true };

// Name by name: by lists of entries it takes three times as long.
function copied(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(copied);
	const copy: Record<string, unknown> = {};
	for (const name of Object.keys(value)) {
		const inner = copied((value as Record<string, unknown>)[name]);
		if (name === '__proto__') Object.defineProperty(copy, name, { ...OWN, value: inner });
		else copy[name] = inner;
	}
	return copy;
}
