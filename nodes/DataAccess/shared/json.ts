/** The fewest digits of an integer that a JavaScript number may not hold exactly. */
const LONG = 16;

const [QUOTE, MINUS, DOT, ZERO, NINE] = [34, 45, 46, 48, 57];
const [COLON, COMMA, BRACKET, BRACE, BACKSLASH] = [58, 44, 91, 123, 92];
const [CAPITAL_E, SMALL_E] = [69, 101];

const isDigit = (code: number) => code >= ZERO && code <= NINE;
const isBlank = (code: number) => code === 32 || code === 10 || code === 13 || code === 9;

/** The index of the first character before `index` that is no blank; -1 where there is none. */
function beforeBlanks(text: string, index: number): number {
	let at = index - 1;
	while (isBlank(text.charCodeAt(at))) at--;
	return at;
}

function afterBlanks(text: string, index: number): number {
	let at = index;
	while (isBlank(text.charCodeAt(at))) at++;
	return at;
}

/** Whether an odd number of backslashes stands before `index`. */
function isEscaped(text: string, index: number): boolean {
	let at = index;
	while (text.charCodeAt(at - 1) === BACKSLASH) at--;
	return (index - at) % 2 === 1;
}

/** The index after the string that begins at `start`. */
function endOfString(text: string, start: number): number {
	let at = text.indexOf('"', start + 1);
	while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
	return at === -1 ? text.length : at + 1;
}

/**
 * Whether a number is in a string. Mostly the characters before it tell, since a value follows its
 * key's closing quote; undefined where they do not.
 */
function isInString(text: string, start: number): boolean | undefined {
	const before = beforeBlanks(text, start);
	if (before === -1) return false;
	const sign = text.charCodeAt(before);
	if (sign === COMMA || sign === BRACKET) return undefined;
	if (sign !== COLON) return true;
	const quote = beforeBlanks(text, before);
	if (text.charCodeAt(quote) !== QUOTE) return true;
	const last = text.charCodeAt(quote - 1);
	if (last === BACKSLASH) return isEscaped(text, quote);
	// Such a quote may as well open a string that begins with a colon.
	const mayOpen = quote === 0 || [COMMA, COLON, BRACKET, BRACE].includes(last) || isBlank(last);
	return mayOpen ? undefined : false;
}

function isInexactInteger(text: string, start: number, end: number): boolean {
	const next = text.charCodeAt(end);
	if (next === DOT || next === CAPITAL_E || next === SMALL_E) return false;
	// A leading zero and a number as a key are no JSON: they are left for JSON.parse to refuse.
	const first = text.charCodeAt(start) === MINUS ? start + 1 : start;
	if (text.charCodeAt(first) === ZERO) return false;
	if (text.charCodeAt(afterBlanks(text, end)) === COLON) return false;
	// Most are too long to be exact, so that they need not be parsed.
	return end - first > LONG || !Number.isSafeInteger(Number(text.slice(start, end)));
}

/** The strings of a text from left to right, each looked at once. */
class Strings {
	/** Everything before this index was looked at, and the index is in no string. */
	private known = 0;
	private nextQuote = -1;

	constructor(private readonly text: string) {}

	/** The index after the string that `index` is in; undefined where it is in none. */
	endOfStringAt(index: number): number | undefined {
		for (;;) {
			if (this.nextQuote < this.known) {
				const found = this.text.indexOf('"', this.known);
				this.nextQuote = found === -1 ? this.text.length : found;
			}
			if (this.nextQuote >= index) return undefined;
			this.known = endOfString(this.text, this.nextQuote);
			if (this.known > index) return this.known;
		}
	}

	/** Goes on at an index that is in no string. */
	skipTo(index: number): void {
		this.known = index;
	}
}

/** Puts quotes around the integers that a JavaScript number cannot hold. */
function quoteLongIntegers(text: string): string {
	const strings = new Strings(text);
	let quoted = '';
	let copied = 0;
	// A longer integer cannot hide between two looks.
	for (let look = LONG - 1; look < text.length; look += LONG) {
		if (!isDigit(text.charCodeAt(look))) continue;
		let start = look;
		while (isDigit(text.charCodeAt(start - 1))) start--;
		let end = look + 1;
		while (end - start < LONG && isDigit(text.charCodeAt(end))) end++;
		look = end;
		if (end - start < LONG) continue;
		if (text.charCodeAt(start - 1) === MINUS) start--;

		const inString = isInString(text, start);
		if (inString === true) {
			// Native, where a string of nothing but digits would take long.
			look = text.indexOf('"', end);
			if (look === -1) break;
			continue;
		}
		while (isDigit(text.charCodeAt(end))) end++;
		look = end;
		if (!isInexactInteger(text, start, end)) continue;
		const endOfItsString = inString === undefined ? strings.endOfStringAt(start) : undefined;
		if (endOfItsString !== undefined) {
			look = endOfItsString - 1;
			continue;
		}
		quoted += `${text.slice(copied, start)}"${text.slice(start, end)}"`;
		copied = end;
		strings.skipTo(end);
	}
	return copied === 0 ? text : quoted + text.slice(copied);
}

/**
 * Parses JSON without losing a digit: an integer beyond 2^53, as which the platforms send ids
 * (docs/development/gateway.md, Records), becomes a text of the same digits. Decimals and exponents
 * stay numbers. Linear in the text, whatever it holds; a page of 30 kB with long ids costs about
 * half as much again as with JSON.parse alone.
 * @throws SyntaxError when the text is not JSON
 */
export function parseJson(text: string): unknown {
	return JSON.parse(quoteLongIntegers(text));
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
