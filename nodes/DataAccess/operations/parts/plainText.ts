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

/** A tag, with its name apart, or a comment. Bounded: a match of megabytes throws. */
const MARKUP = /<(\/?[a-z][a-z\d]*)(?![a-z\d])[^<>]{0,99999}>|<!--[^<>]{0,99999}-->/gi;

const LINE_ENDS = /^(?:br|\/(?:p|div|li|h[1-6]|blockquote|figure|tr))$/i;

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

/** The character of an entity; a name that is rare stays as it is written. */
function characterOf(entity: string, decimal?: string, hex?: string, name?: string): string {
	if (name !== undefined) return NAMES.get(name.toLowerCase()) ?? entity;
	const code = Number(decimal ?? `0x${hex}`);
	return code > 0x10ffff ? entity : wellFormed(String.fromCodePoint(code));
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
		const text = (firstText(value) ?? '')
			.replace(MARKUP, (_, name = '') => (LINE_ENDS.test(name) ? '\n' : ''))
			.replace(ENTITY, characterOf)
			.replace(/\s{2,}|[^\S ]/g, oneBlank)
			.trim();
		if (text !== '') return text;
	}
	return null;
}
