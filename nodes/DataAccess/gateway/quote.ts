import { createRedactor } from './redact';

const LONGEST_QUOTED = 400;

// A text of this length that is nothing but blanks is not worth another look.
const LONGEST_READ = 100_000;

/** So much is looked at: a key that stands where the text is cut is known by its beginning. */
const LONGEST_LOOKED = 2 * LONGEST_QUOTED;

const inOneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/**
 * Makes a function that cuts text of a foreign source to what fits an error, in one line and with
 * the API key taken out (see `createRedactor`). Takes any text, of any length, in a few milliseconds.
 */
export function createQuote(secret: string): (text: string) => string {
	// Built only where something failed: most executions quote nothing.
	let redact: ((text: string) => string) | undefined;
	return (text) => {
		redact ??= createRedactor(inOneLine(secret));
		const line = inOneLine(text.slice(0, LONGEST_READ));
		const isCut = text.length > LONGEST_READ || line.length > LONGEST_LOOKED;
		const quoted = redact(line.slice(0, LONGEST_LOOKED));
		if (!isCut && quoted.length <= LONGEST_QUOTED) return quoted;
		return `${quoted.slice(0, LONGEST_QUOTED).replace(/[\uD800-\uDBFF]$/, '')}…`;
	};
}
