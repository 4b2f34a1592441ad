import { wellFormed } from '../../shared/text';

/** The first text or number with something in it, as it stands. */
export function firstText(...values: unknown[]): string | null {
	for (const value of values) {
		if (Number.isFinite(value)) return String(value);
		const text = typeof value === 'string' ? wellFormed(value) : '';
		if (text.trim() !== '') return text;
	}
	return null;
}

/** A tag, with its name apart, or a mark of a comment. Bounded: a match of megabytes throws. */
const MARKUP = /<(\/?[a-z][a-z\d]*)(?![a-z\d])[^<>]{0,99999}>|(<!--|-->)/i;

/** What hides everything up to its end. */
const ENDS = new Map([
	['<!--', '-->'],
	['script', '/script'],
	['style', '/style'],
]);

const LINE_ENDS = /^(?:br|\/(?:p|div|li|h[1-6]|blockquote|figure|tr))$/;

function withoutMarkup(html: string): string {
	const parts = html.split(MARKUP);
	const kept = parts.slice(0, 1);
	let hidden: { end: string | undefined; from: number } | undefined;
	for (let at = 1; at < parts.length; at += 3) {
		const comment = parts[at + 1];
		const mark = comment ?? parts[at]?.toLowerCase() ?? '';
		if (mark === hidden?.end) {
			// Only now, so that what has no end hides nothing.
			kept.length = hidden.from;
			hidden = undefined;
		} else {
			if (!hidden && ENDS.has(mark)) hidden = { end: ENDS.get(mark), from: kept.length };
			kept.push(LINE_ENDS.test(mark) ? '\n' : (comment ?? ''));
		}
		kept.push(parts[at + 2] ?? '');
	}
	return kept.join('');
}

const NAMES = new Map(
	Object.entries({
		amp: '&',
		lt: '<',
		gt: '>',
		quot: '"',
		apos: "'",
		nbsp: ' ',
		middot: '·',
		hellip: '…',
		ndash: '–',
		mdash: '—',
		lsquo: '‘',
		rsquo: '’',
		ldquo: '“',
		rdquo: '”',
	}),
);

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi;

const WINDOWS = new TextDecoder('windows-1252');

/** The character of an entity; a name that is rare stays as it is written. */
function characterOf(entity: string, decimal?: string, hex?: string, name?: string): string {
	if (name !== undefined) return NAMES.get(name.toLowerCase()) ?? entity;
	const code = Number(decimal ?? `0x${hex}`);
	const isHalf = code >= 0xd800 && code <= 0xdfff;
	if (code === 0 || code > 0x10ffff || isHalf) return entity;
	// Browsers read these as Windows-1252, in which old editors wrote quotes and dashes.
	const isWindows = code >= 0x80 && code <= 0x9f;
	return wellFormed(isWindows ? WINDOWS.decode(Uint8Array.of(code)) : String.fromCodePoint(code));
}

function oneBlank(blanks: string): string {
	const breaks = blanks.split('\n', 3).length - 1;
	return breaks === 0 ? ' ' : '\n'.repeat(breaks);
}

/**
 * The first text with something to read in it, without HTML. Linear in the text: whoever writes a comment must not
 * be able to stop n8n's one thread. Never throws.
 */
export function plainText(...values: unknown[]): string | null {
	for (const value of values) {
		const text = withoutMarkup(firstText(value) ?? '')
			.replace(ENTITY, characterOf)
			.replace(/\s{2,}|[^\S ]/g, oneBlank)
			.trim();
		if (text !== '') return text;
	}
	return null;
}
