import { readingsOf } from './escapes';

/** What stands where a key stood. */
export const MASK = '•••';

/** A key of fewer characters also stands inside of common words, where it is no key. */
const SHORTEST_KEY = 4;

/** A stretch of a text: from its first character up to, and without, `end`. */
interface Span {
	start: number;
	end: number;
}

function placesIn<T extends { indexOf(needle: T, from: number): number }>(
	haystack: T,
	needle: T,
	step: number,
): number[] {
	const places: number[] = [];
	for (let at = haystack.indexOf(needle, 0); at !== -1; at = haystack.indexOf(needle, at + step)) {
		places.push(at);
	}
	return places;
}

function isAlone(text: string, { start, end }: Span): boolean {
	return !/[a-z0-9]/i.test(`${text[start - 1] ?? ''}${text[end] ?? ''}`);
}

/** Where the key stands in plain text. */
function plainSpans(text: string, key: string): Span[] {
	const spans = placesIn(text, key, key.length).map((start) => ({
		start,
		end: start + key.length,
	}));
	return key.length < SHORTEST_KEY ? spans.filter((span) => isAlone(text, span)) : spans;
}

/** Where the key stands inside of base64, standard or URL-safe, broken into lines or not. */
function base64Spans(text: string, keys: Buffer[]): Span[] {
	const spans: Span[] = [];
	for (const run of text.matchAll(/[\w+/-][\w+/\s-]*/g)) {
		const places = [...run[0].matchAll(/\S/g)].map(({ index }) => run.index + index);
		const symbols = run[0].replace(/\s/g, '');
		// What comes before the base64 may look like a part of it.
		for (const offset of [0, 1, 2, 3]) {
			const bytes = Buffer.from(symbols.slice(offset), 'base64');
			for (const key of keys) {
				for (const at of placesIn<Buffer>(bytes, key, key.length)) {
					const first = offset + Math.floor((at * 8) / 6);
					const last = offset + Math.floor(((at + key.length) * 8 - 1) / 6);
					spans.push({ start: places[first] ?? 0, end: (places[last] ?? 0) + 1 });
				}
			}
		}
	}
	return spans;
}

/** Where base64 of readable text is in which the short key stands alone. */
function shortBase64Spans(text: string, key: string): Span[] {
	return [...text.matchAll(/[\w+/-]{2,}/g)].flatMap(({ 0: token, index }) => {
		const read = Buffer.from(token, 'base64').toString('latin1');
		const isReadable = /^[ -~]+$/.test(read);
		return isReadable && plainSpans(read, key).length > 0
			? [{ start: index, end: index + token.length }]
			: [];
	});
}

function masked(text: string, spans: Span[]): string {
	let clean = '';
	let end = 0;
	for (const span of spans.sort((a, b) => a.start - b.start)) {
		if (span.start >= end) clean += text.slice(end, span.start) + MASK;
		end = Math.max(end, span.end);
	}
	return clean + text.slice(end);
}

/**
 * Makes a function that takes the API key out of a text, however often and in whatever common form
 * it is there: as it is, with some or all of its characters escaped as JSON (also JSON inside JSON),
 * a URL or HTML write them, and as base64, standard or URL-safe, by itself or anywhere inside of a
 * longer one ("Bearer key", "user:key").
 *
 * A key of fewer than 4 characters is taken out only where no letter or digit stands beside it:
 * nobody can tell it from the rest of a word, and without this rule no word could be read.
 *
 * Never throws. The time grows with the length of the text, not faster.
 */
export function createRedactor(secret: string): (text: string) => string {
	if (secret === '') return (text) => text;
	const isShort = secret.length < SHORTEST_KEY;
	const inBytes = [Buffer.from(secret), Buffer.from(secret, 'latin1')];
	// A key may itself hold what looks like an escape, and a form writes its blanks as plus signs.
	const plain = new Set(
		readingsOf(secret).flatMap(({ text }) => [text, text.replaceAll(' ', '+')]),
	);
	return (text) => {
		const spans = readingsOf(text).flatMap((reading) =>
			[
				...[...plain].flatMap((key) => (key === '' ? [] : plainSpans(reading.text, key))),
				...(isShort ? shortBase64Spans(reading.text, secret) : base64Spans(reading.text, inBytes)),
			].map(({ start, end }) => ({
				start: reading.starts[start] ?? 0,
				end: reading.starts[end] ?? text.length,
			})),
		);
		return masked(text, spans);
	};
}
