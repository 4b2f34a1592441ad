/** A text with few escapes or a short number, with the characters up to the next one. */
const SHORT = /"[^"\\]*(?:\\[^][^"\\]*){0,9}"[^"\\\d-]*|-?\d[\d.eE+-]{0,13}[^"\\\d.eE+-]+/;

const PIECE_OF_TEXT = /"[^"\\]*|(?:\\[^][^"\\]*){1,99}"?/;

const NUMBER = /-?\d[\d.eE+-]*/;

// Matches much at once, because each match costs a call. Each group is bounded, because megabytes of repetition throw.
const TEXTS_AND_NUMBERS = new RegExp(
	`(?:${SHORT.source}){1,99}|${PIECE_OF_TEXT.source}|${NUMBER.source}`,
	'g',
);

const INTEGER = /^-?[1-9]\d*$/;

/** A long number outside quotes. Most long IDs are in quotes. */
const LONG_NUMBER = /(?:^|[:,[\s-])\d{16}/;

/** Puts quotes around the integers that a JavaScript number cannot hold. */
function quoteLongIntegers(text: string): string {
	let quoted = '';
	let copied = 0;
	for (const { 0: match, index } of text.matchAll(TEXTS_AND_NUMBERS)) {
		if (INTEGER.test(match) && !Number.isSafeInteger(Number(match))) {
			quoted += `${text.slice(copied, index)}"${match}"`;
			copied = index + match.length;
		}
	}
	return quoted + text.slice(copied);
}

/**
 * Parses JSON without losing a digit: an integer beyond 2^53, such as an ID, becomes text. Takes linear time.
 * @throws SyntaxError if the text is not JSON
 */
export const parseJson = (text: string): unknown =>
	JSON.parse(LONG_NUMBER.test(text) ? quoteLongIntegers(text) : text);

export function jsonIn(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

/** Parses an object or a list that a service sent as JSON text. Returns any other value unchanged. Never throws. */
export function parsedWithin(value: unknown): unknown {
	const isJson = typeof value === 'string' && /^\s*[[{]/.test(value);
	return isJson ? (jsonIn(value) ?? value) : value;
}
