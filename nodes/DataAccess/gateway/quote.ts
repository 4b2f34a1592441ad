import { createRedactor } from './redact';

const LONGEST_QUOTED = 400;

// If so much of a text is blank, the rest is not read.
const LONGEST_READ = 100_000;

/** More than is quoted, so that a key at the cut is recognized. */
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
