/** A text with few escapes or a short number, and what follows. */
const SHORT = /"[^"\\]*(?:\\[^][^"\\]*){0,9}"[^"\\\d-]*|-?\d[\d.eE+-]{0,13}[^"\\\d.eE+-]+/;

const PIECE_OF_TEXT = /"[^"\\]*|(?:\\[^][^"\\]*){1,99}"?/;

const NUMBER = /-?\d[\d.eE+-]*/;

// Few matches, since each costs a call; and no group repeats without an end: megabytes of that throw.
const TEXTS_AND_NUMBERS = new RegExp(
	`(?:${SHORT.source}){1,99}|${PIECE_OF_TEXT.source}|${NUMBER.source}`,
	'g',
);

const INTEGER = /^-?[1-9]\d*$/;

/** Where a number may begin; most long ids stand in quotes. */
const LONG_NUMBER = /(?:^|[:,[\s-])\d{16}/;

/** Puts quotes around the integers that a JavaScript number cannot hold; most pages have none. */
function quoteLongIntegers(text: string): string {
	let quoted = '';
	let copied = 0;
	for (const { 0: match, index } of text.matchAll(TEXTS_AND_NUMBERS)) {
		if (!INTEGER.test(match) || Number.isSafeInteger(Number(match))) continue;
		quoted += `${text.slice(copied, index)}"${match}"`;
		copied = index + match.length;
	}
	return copied === 0 ? text : quoted + text.slice(copied);
}

/**
 * Parses JSON without losing a digit: an integer beyond 2^53, such as an id, becomes text. Linear in the text.
 * @throws SyntaxError when the text is not JSON
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

/** What some services hand on as the JSON text of an object or a list; all else as it is. Never throws. */
export function parsedWithin(value: unknown): unknown {
	const isJson = typeof value === 'string' && /^\s*[[{]/.test(value);
	return isJson ? (jsonIn(value) ?? value) : value;
}
