import { textOf } from './text';

const NAMED_ENTITIES = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
	['nbsp', ' '],
	['hellip', '…'],
	['mdash', '—'],
	['ndash', '–'],
	['lsquo', '‘'],
	['rsquo', '’'],
	['ldquo', '“'],
	['rdquo', '”'],
	['middot', '·'],
]);

// No entity is longer, and what is counted out cannot be read again and again.
const ENTITY = /&(?:#x([\da-f]{1,8})|#(\d{1,8})|([a-z]{2,8}));/gi;

function decodeEntity(entity: string, hex?: string, decimal?: string, name = ''): string {
	if (hex === undefined && decimal === undefined) {
		return NAMED_ENTITIES.get(name.toLowerCase()) ?? entity;
	}
	const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
	const isHalf = code >= 0xd800 && code <= 0xdfff;
	return code > 0 && code <= 0x10ffff && !isHalf ? String.fromCodePoint(code) : entity;
}

const BREAKS_BEHIND = new Set(
	'p div li h1 h2 h3 h4 h5 h6 blockquote figure tr'.split(' ').map((name) => `/${name}`),
);

const SKIPPED = ['script', 'style'] as const;

// The longest name that counts has ten letters, and one more tells it from a longer one.
const TAG_NAME = /\/?[a-z][a-z\d]{0,10}/iy;

/** Reads the markup of a text from left to right; where no end was found, none is looked for again. */
class Markup {
	private readonly missing = new Set<string>();

	constructor(private readonly html: string) {}

	/** What begins with the "<" at `start`: its end, and the text in its place. */
	at(start: number): { end: number; text: string } | undefined {
		if (this.html.startsWith('<!--', start)) {
			const end = this.endOf('-->', start + 4);
			return end === undefined ? undefined : { end, text: '' };
		}
		TAG_NAME.lastIndex = start + 1;
		const name = TAG_NAME.exec(this.html)?.[0].toLowerCase();
		if (name === undefined) return undefined;
		const end = this.endOf('>', start);
		if (end === undefined) return undefined;
		const skipped = SKIPPED.find((each) => each === name);
		if (skipped !== undefined) return { end: this.endOfElement(skipped, end) ?? end, text: '' };
		return { end, text: name === 'br' || BREAKS_BEHIND.has(name) ? '\n' : '' };
	}

	private endOf(mark: string, from: number): number | undefined {
		const found = this.missing.has(mark) ? -1 : this.html.indexOf(mark, from);
		if (found !== -1) return found + mark.length;
		this.missing.add(mark);
		return undefined;
	}

	private endOfElement(name: (typeof SKIPPED)[number], from: number): number | undefined {
		if (this.missing.has(name)) return undefined;
		const closing = name === 'script' ? /<\/script[\s>]/gi : /<\/style[\s>]/gi;
		closing.lastIndex = from;
		const found = closing.exec(this.html);
		const end = found ? this.html.indexOf('>', found.index) : -1;
		if (end !== -1) return end + 1;
		this.missing.add(name);
		return undefined;
	}
}

function withoutMarkup(html: string): string {
	const markup = new Markup(html);
	const kept: string[] = [];
	let copied = 0;
	let start = html.indexOf('<');
	while (start !== -1) {
		const found = markup.at(start);
		if (found) {
			if (copied < start) kept.push(html.slice(copied, start));
			if (found.text !== '') kept.push(found.text);
			copied = found.end;
		}
		start = html.indexOf('<', found ? found.end : start + 1);
	}
	kept.push(html.slice(copied));
	return kept.join('');
}

/** One blank in place of several: a space, a line break, or an empty line where there were more. */
function oneBlank(blanks: string): string {
	const first = blanks.indexOf('\n');
	if (first === -1) return ' ';
	return blanks.indexOf('\n', first + 1) === -1 ? '\n' : '\n\n';
}

/**
 * HTML as the text that a person would read: line breaks kept, tags and entities resolved. Never
 * throws, and linear in the text: whoever writes a comment must not be able to stop n8n's one
 * thread.
 */
export function plainText(...values: unknown[]): string | null {
	const html = textOf(...values);
	if (html === null) return null;
	const text = withoutMarkup(html)
		.replace(ENTITY, decodeEntity)
		.replace(/\s{2,}|[^\S ]/g, oneBlank)
		.trim();
	return text === '' ? null : text;
}
