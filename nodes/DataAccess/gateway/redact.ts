import type { Failure, ForeignTexts } from '../shared/failure';
import { beginningOf, wellFormed } from '../shared/text';

const MASK = '•••';

/** Decodes JSON's character escapes at any depth of nested texts, because .NET writes `\u002B` for a plus. */
const decoded = (text: string) =>
	text.replace(/(?<!\\)\\+u([\da-f]{4})/gi, (_, code: string) =>
		String.fromCharCode(Number(`0x${code}`)),
	);

/** Returns the key in all its forms: plain, in JSON, decoded from JSON, and percent-encoded. */
function formsOf(key: string): string[] {
	const json = JSON.stringify(key).slice(1, -1);
	const url = encodeURIComponent(key);
	return [
		...[key, key.replaceAll('\\', '\\\\'), decoded(key), json, json.replaceAll('/', '\\/')],
		...[url, url.replace(/%../g, (escape) => escape.toLowerCase())],
	];
}

/** Returns a function that removes the API key from a text. The result is decoded. */
function createMask(secret: string): (text: string) => string {
	const forms = formsOf(secret);
	const mask = (text: string) =>
		forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
	return (text) => mask(decoded(mask(text)));
}

/**
 * Returns a function that tells whether a text contains the API key.
 * @param secret visible ASCII; this holds for all functions below
 */
export function createSecretFinder(secret: string): (text: string) => boolean {
	const mask = createMask(secret);
	return (text) => mask(text) !== decoded(text);
}

const LONGEST_QUOTED = 400;

// A quote reads more than it shows, because it drops blanks.
const LONGEST_BLANK = 100_000;

const BLANKS = /[\s\p{Cc}]+/gu;

/** Returns a function that removes the API key from foreign text, then cuts the text to one line that fits an error. */
function createQuote(secret: string): (text: string) => string {
	const mask = createMask(secret);
	return (text) => {
		const line = wellFormed(mask(text).slice(0, LONGEST_BLANK).replace(BLANKS, ' ')).trim();
		return line.length > LONGEST_QUOTED ? `${beginningOf(line, LONGEST_QUOTED)}…` : line;
	};
}

const FOREIGN: ReadonlyArray<keyof ForeignTexts> = ['words', 'field', 'excerpt', 'runId', 'detail'];

/** Returns a function that cleans the foreign texts of a failure. Its other fields are the node's own. */
export function failureCleaner(secret: string): (failure: Failure) => Failure {
	const quote = createQuote(secret);
	const quoted = (value: unknown) =>
		typeof value === 'string' ? quote(value) || undefined : value;
	return (failure) => {
		const texts = FOREIGN.flatMap((name) =>
			name in failure ? [[name, quoted(failure[name])] as const] : [],
		);
		return { ...failure, ...Object.fromEntries(texts) };
	};
}
