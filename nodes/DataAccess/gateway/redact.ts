import type { Failure, ForeignTexts } from '../shared/failure';
import { beginningOf, wellFormed } from '../shared/text';

const MASK = '•••';

/** The key as it is, as JSON writes it, and percent-encoded. */
function formsOf(key: string): string[] {
	const json = JSON.stringify(key).slice(1, -1);
	const url = encodeURIComponent(key);
	const inSmallLetters = url.replace(/%../g, (escape) => escape.toLowerCase());
	const forms = [key, json, json.replaceAll('/', '\\/'), url, inSmallLetters];
	return forms.filter((form) => form !== '');
}

export function createKeyFinder(secret: string): (text: string) => boolean {
	const forms = formsOf(secret);
	return (text) => forms.some((form) => text.includes(form));
}

const LONGEST_QUOTED = 400;

// If so much of a text is blank, the rest is not read.
const LONGEST_READ = 100_000;

const inOneLine = (text: string) => wellFormed(text.replace(/[\s\p{Cc}]+/gu, ' ')).trim();

/**
 * Makes a function that cuts foreign text to what fits an error, in one line; before that, the API key is taken
 * out.
 * @param secret visible ASCII
 */
export function createQuote(secret: string): (text: string) => string {
	const forms = formsOf(secret);
	return (text) => {
		const clean = forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
		const line = inOneLine(clean.slice(0, LONGEST_READ));
		const isWhole = line.length <= LONGEST_QUOTED && clean.length <= LONGEST_READ;
		return isWhole ? line : `${beginningOf(line, LONGEST_QUOTED)}…`;
	};
}

/** Makes a function that quotes whatever in a failure may come from outside. */
export function failureCleaner(secret: string): (failure: Failure) => Failure {
	const quote = createQuote(secret);
	const quoted = (text: string | undefined) => (text && quote(text)) || undefined;
	return (failure) => {
		const { words, field, excerpt, runId, fact } = failure;
		const clean: ForeignTexts = {
			words: quoted(words),
			field: quoted(field),
			excerpt: quoted(excerpt),
			runId: quoted(runId),
			fact: typeof fact === 'string' ? quoted(fact) : fact,
		};
		return { ...failure, ...clean };
	};
}
