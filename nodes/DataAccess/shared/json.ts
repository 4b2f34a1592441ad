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

const NO_VALUE = /[-+]?(?:nan|infinity|undefined|none)/iy;

const BEGINS_NO_VALUE = /[-+inu]/i;

/** What stands in a text for a raw control character: that of a blank stays, any other one goes. */
const ESCAPES: Record<string, string> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A page has a few; millions would hold the thread for seconds. */
const MOST_REPAIRS = 100_000;

/** The same text without what some services write, and JSON does not have. Linear in the text. */
function repaired(text: string): string {
	let clean = '';
	let copied = 0;
	let repairs = 0;
	let isText = false;
	const replace = (from: number, to: number, by: string) => {
		clean += text.slice(copied, from) + by;
		copied = to;
		repairs += 1;
	};
	for (let at = 0; at < text.length && repairs < MOST_REPAIRS; at++) {
		const code = text.charCodeAt(at);
		if (code === 0x22) isText = !isText;
		else if (isText && code === 0x5c) at++;
		else if (isText && code < 0x20) replace(at, at + 1, ESCAPES[text.charAt(at)] ?? '');
		else if (!isText && BEGINS_NO_VALUE.test(text.charAt(at))) {
			NO_VALUE.lastIndex = at;
			const [found] = NO_VALUE.exec(text) ?? [];
			if (found === undefined) continue;
			replace(at, at + found.length, 'null');
			at += found.length - 1;
		}
	}
	return clean + text.slice(copied);
}

/**
 * Parses JSON without losing a digit: an integer beyond 2^53, such as an id, becomes text. A bare NaN, Infinity
 * or undefined is null, and a raw control character is read over: the answer was paid for. Linear in the text.
 * @throws SyntaxError when the text is not JSON
 */
export function parseJson(text: string): unknown {
	const exact = LONG_NUMBER.test(text) ? quoteLongIntegers(text) : text;
	try {
		return JSON.parse(exact);
	} catch {
		// A word alone is none: a person may have written it.
		return JSON.parse(/^\s*[[{]/.test(exact) ? repaired(exact) : exact);
	}
}

export function jsonIn(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

/** What some services hand on as the JSON text of an object or a list; all else as it is. Never throws. */
export function opened(value: unknown): unknown {
	const isJson = typeof value === 'string' && /^\s*[[{]/.test(value);
	return isJson ? (jsonIn(value) ?? value) : value;
}
