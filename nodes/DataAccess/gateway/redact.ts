import type { Failure, ForeignTexts } from '../shared/failure';
import { beginningOf, wellFormed } from '../shared/text';

const MASK = '•••';

/** Decodes JSON's escapes of characters, however deep a text stands within texts: .NET writes `\u002B` for a plus. */
const decoded = (text: string) =>
	text.replace(/(?<!\\)\\+u([\da-f]{4})/gi, (_, code: string) =>
		String.fromCharCode(Number(`0x${code}`)),
	);

/** The key as it is, as JSON writes it, also if that was decoded, and percent-encoded. */
function formsOf(key: string): string[] {
	const json = JSON.stringify(key).slice(1, -1);
	const url = encodeURIComponent(key);
	return [
		...[key, key.replaceAll('\\', '\\\\'), decoded(key), json, json.replaceAll('/', '\\/')],
		...[url, url.replace(/%../g, (escape) => escape.toLowerCase())],
	];
}

/** Makes a function that takes the API key out of a text. The result is decoded. */
function createMask(secret: string): (text: string) => string {
	const forms = formsOf(secret);
	const mask = (text: string) =>
		forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
	return (text) => mask(decoded(mask(text)));
}

/** @param secret visible ASCII, as of all that follow */
export function createSecretFinder(secret: string): (text: string) => boolean {
	const mask = createMask(secret);
	return (text) => mask(text) !== decoded(text);
}

const LONGEST_QUOTED = 400;

// If so much of a text is blank, the rest is not shown.
const LONGEST_BLANK = 100_000;

const BLANKS = /[\s\p{Cc}]+/gu;

/** Makes a function that cuts foreign text to what fits an error, in one line; before, the API key is taken out. */
function createQuote(secret: string): (text: string) => string {
	const mask = createMask(secret);
	return (text) => {
		const line = wellFormed(mask(text).slice(0, LONGEST_BLANK).replace(BLANKS, ' ')).trim();
		return line.length > LONGEST_QUOTED ? `${beginningOf(line, LONGEST_QUOTED)}…` : line;
	};
}

const FOREIGN: ReadonlyArray<keyof ForeignTexts> = ['words', 'field', 'excerpt', 'runId', 'fact'];

/** Makes a function that quotes what may be foreign text in a failure; its code and the like are the node's own. */
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
