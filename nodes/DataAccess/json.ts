const LONG_NUMBER = /\d{16}/;

// Strings are matched too, so that digits inside them are passed over whole.
const STRING_OR_NUMBER = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function keepDigits(token: string): string {
	const isInteger = /^-?\d{16,}$/.test(token);
	return isInteger && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
}

/**
 * Parses JSON without losing a digit: an integer beyond 2^53, as which the platforms send ids
 * (shapes §3), becomes a text of the same digits. As fast as JSON.parse where there is none.
 * @throws SyntaxError when the text is not JSON
 */
export function parseJson(text: string): unknown {
	return JSON.parse(LONG_NUMBER.test(text) ? text.replace(STRING_OR_NUMBER, keepDigits) : text);
}

/**
 * A copy of what was parsed from JSON. A value that is nested too deeply to be copied is shared.
 */
export function copyOfJson<T>(value: T): T {
	try {
		return copied(value) as T;
	} catch {
		return value;
	}
}

function copied(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(copied);
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copied(inner)]));
}
