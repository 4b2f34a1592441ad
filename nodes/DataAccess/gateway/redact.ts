import type { Failure, ForeignTexts } from '../shared/failure';
import { beginningOf, wellFormed } from '../shared/text';

const MASK = '•••';

/** What is the same in any base64 that holds the key, by its place in the groups of three bytes. */
function base64Forms(key: string): string[] {
	const bytes = Buffer.from(key);
	return [0, 1, 2].flatMap((before) => {
		const symbols = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const whole = Math.floor(((before + bytes.length) * 8) / 6);
		const inside = symbols.slice(Math.ceil((before * 8) / 6), whole);
		// Of fewer bytes there are too few symbols to know them by.
		if (inside.length < 4) return [];
		return [inside, inside.replaceAll('+', '-').replaceAll('/', '_')];
	});
}

/** The key as it is, and as JSON, a URL and base64 write it. */
function formsOf(key: string): string[] {
	if (key === '') return [];
	const json = JSON.stringify(key).slice(1, -1);
	const url = encodeURIComponent(key);
	return [
		...[key, json, json.replaceAll('/', '\\/'), JSON.stringify(json).slice(1, -1)],
		...[url, url.replace(/%../g, (escape) => escape.toLowerCase())],
		...base64Forms(key),
	];
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
	let forms: string[] | undefined;
	return (text) => {
		forms ??= formsOf(secret);
		const clean = forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
		const line = inOneLine(clean.slice(0, LONGEST_READ));
		if (line.length <= LONGEST_QUOTED && clean.length <= LONGEST_READ) return line;
		return `${beginningOf(line, LONGEST_QUOTED)}…`;
	};
}

/** Makes a function that quotes whatever in a failure may come from outside. */
export function failureCleaner(secret: string): (failure: Failure) => Failure {
	const quote = createQuote(secret);
	const quoted = (text: string | undefined) => (text ? quote(text) || undefined : undefined);
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
