import { characterOf } from './entities';
import { firstText } from './text';

/** What stands in a text in place of some characters. */
interface Replacement {
	/** The index after these characters. */
	end: number;
	text: string;
}

/** The text with what `find` gives for each place of `mark`; linear where `find` is. */
function replaceEach(
	text: string,
	mark: string,
	find: (start: number) => Replacement | undefined,
): string {
	const kept: string[] = [];
	let copied = 0;
	let start = text.indexOf(mark);
	while (start !== -1) {
		const found = find(start);
		if (found) {
			if (copied < start) kept.push(text.slice(copied, start));
			if (found.text !== '') kept.push(found.text);
			copied = found.end;
		}
		start = text.indexOf(mark, found ? copied : start + 1);
	}
	kept.push(text.slice(copied));
	return kept.join('');
}

function matchesAt(pattern: RegExp, text: string, index: number): boolean {
	pattern.lastIndex = index;
	return pattern.test(text);
}

const ENTITY = /&(?:[a-z][a-z\d]{1,7}|#\d{1,8}|#x[\da-f]{1,8});/iy;

function withoutEntities(text: string): string {
	return replaceEach(text, '&', (start) => {
		if (!matchesAt(ENTITY, text, start)) return undefined;
		const end = ENTITY.lastIndex;
		const character = characterOf(text.slice(start + 1, end - 1));
		return character === undefined ? undefined : { end, text: character };
	});
}

const TAG = /<\/?[a-z]/iy;

/** Tags that a reader sees as the end of a line. */
const LINE_END = /<(?:br|\/(?:p|div|li|h[1-6]|blockquote|figure|tr))(?![a-z\d])/iy;

/** Elements whose content is no text: how they begin, and how they end. */
const HIDDEN: ReadonlyArray<[start: RegExp, end: RegExp]> = [
	[/<script(?![a-z\d])/iy, /<\/script[\s>]/gi],
	[/<style(?![a-z\d])/iy, /<\/style[\s>]/gi],
];

/** Reads the markup of a text from left to right. To stay linear, it looks for a missing end only once. */
class Markup {
	private readonly missing = new Set<string | RegExp>();

	constructor(private readonly html: string) {}

	/** What begins with the "<" at `start`: its end, and the text in its place. */
	at(start: number): Replacement | undefined {
		const { html } = this;
		if (html.startsWith('<!--', start)) return this.without(this.endOf('-->', start + 4));
		if (!matchesAt(TAG, html, start)) return undefined;
		const end = this.endOf('>', start);
		if (end === undefined) return undefined;
		if (matchesAt(LINE_END, html, start)) return { end, text: '\n' };
		const hidden = HIDDEN.find(([pattern]) => matchesAt(pattern, html, start));
		return this.without((hidden && this.endOfElement(hidden[1], end)) ?? end);
	}

	private without(end: number | undefined): Replacement | undefined {
		return end === undefined ? undefined : { end, text: '' };
	}

	private endOf(mark: string, from: number): number | undefined {
		const found = this.missing.has(mark) ? -1 : this.html.indexOf(mark, from);
		if (found !== -1) return found + mark.length;
		this.missing.add(mark);
		return undefined;
	}

	private endOfElement(closing: RegExp, from: number): number | undefined {
		if (this.missing.has(closing)) return undefined;
		const found = matchesAt(closing, this.html, from);
		const end = found ? this.html.indexOf('>', closing.lastIndex - 1) : -1;
		if (end !== -1) return end + 1;
		this.missing.add(closing);
		return undefined;
	}
}

function withoutMarkup(html: string): string {
	const markup = new Markup(html);
	return replaceEach(html, '<', (start) => markup.at(start));
}

/** One blank in place of several: a space, a line break, or an empty line where there were more. */
function oneBlank(blanks: string): string {
	const first = blanks.indexOf('\n');
	if (first === -1) return ' ';
	return blanks.indexOf('\n', first + 1) === -1 ? '\n' : '\n\n';
}

function textOf(html: string): string {
	return withoutEntities(withoutMarkup(html))
		.replace(/\s{2,}|[^\S ]/g, oneBlank)
		.trim();
}

/**
 * The first of the values with something to read in it, as text: HTML with line breaks kept, tags
 * and entities resolved. Never throws, and linear in the text: whoever writes a comment must not be
 * able to stop n8n's one thread.
 */
export function plainText(...values: unknown[]): string | null {
	for (const value of values) {
		const html = firstText(value);
		const text = html === null ? '' : textOf(html);
		if (text !== '') return text;
	}
	return null;
}
