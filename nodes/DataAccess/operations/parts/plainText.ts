import { withCharacters } from '../../shared/characters';
import { wellFormed } from '../../shared/text';

const asItStands = (value: unknown): string => {
	if (typeof value === 'string') return wellFormed(value);
	return Number.isFinite(value) ? String(value) : '';
};

/** Reads a text or number in which there is something to read; null where there is none. Never throws. */
const readAs =
	(read: (text: string) => string) =>
	(value: unknown): string | null => {
		const text = read(asItStands(value));
		return text.trim() === '' ? null : text;
	};

/** A text or number, as it stands. */
export const shownText = readAs((text) => text);

/** A text of the note-sharing platform, which marks hashtags, `#tea[话题]#`, and shows `#tea`. */
export const noteText = readAs((text) => text.replace(/\[话题\]#?/g, ''));

/** What a search has marked of a title; a mark with attributes may have lost its end. */
const FOUND =
	/<em(?:\s[^<>]{0,999})?>((?:[^<]|<(?!\/?em[\s>])){0,999})<\/em\s{0,9}>|<em\s[^<>]{0,999}>/gi;

/** A title. Any tag but the marks of a search is part of it: "vector<bool>". */
export const titleText = readAs((text) => withCharacters(text.replace(FOUND, '$1')));

/**
 * In quotes an attribute may have a >, and an image's, whose alt may be a formula, a < too. Linear: no match goes
 * beyond the next tag, or the next image. Bounded: a match of millions of quotes throws.
 */
const attributes = (between: string) => {
	const values = ['"', "'"].map((quote) => quote + between.replaceAll('Q', quote) + quote);
	return `[^<>"']*(?:(?:${values.join('|')})[^<>"']*){0,999}`;
};

/** The attributes of an image, the name of another tag, or a mark of a comment. */
const MARKUP = new RegExp(
	[
		`<img(?![a-z\\d])(?<image>${attributes('[^Q<]*(?:<(?!img)[^Q<]*){0,999}')})>`,
		`<(?<tag>/?[a-z][a-z\\d]*)(?![a-z\\d])(?:${attributes('[^Q<]*')}|[^<>]{0,99999})>`,
		'(?<comment><!--|-->)',
	].join('|'),
	'gi',
);

const ALT = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i;

/** What hides everything up to its end: no reader sees it, or it is struck out. */
const HIDING = ['script', 'style', 'noscript', 'template', 'del', 's', 'strike'];
const ENDS = new Map([['<!--', '-->'], ...HIDING.map((name) => [name, `/${name}`] as const)]);

/** Signs that no text has: the edge of a block, which ends a line; a joint, at which numbers stay apart; marks. */
const [EDGE, JOINT, ABOVE, BELOW] = ['\u0001', '\u0002', '\u0003', '\u0004'] as const;

const WRITTEN = new Map(
	Object.entries({ br: '\n', '/br': '\n', td: ' ', th: ' ', sup: ABOVE, sub: BELOW }),
);

const BLOCK =
	/^\/?(?:address|article|aside|blockquote|caption|center|d[dlt]|details|dialog|div|fieldset|figcaption|figure|footer|form|h[1-6r]|header|legend|li|main|menu|nav|[ou]l|option|p|pre|section|summary|table|tbody|tfoot|thead|tr)$/;

/** Within a word or a number: all else stands between two. */
const INLINE =
	/^\/?(?:a|abbr|b|bd[io]|big|cite|code|data|dfn|em|font|i|ins|kbd|label|mark|q|r[bpt]|ruby|samp|small|span|strong|time|tt|u|var|wbr)$/;

function writtenFor(tag: string, image?: string): string {
	const [, ...alts] = (image !== undefined && ALT.exec(image)) || [];
	const alt = alts.find(Boolean);
	if (alt !== undefined) return JOINT + withCharacters(alt) + JOINT;
	if (BLOCK.test(tag)) return EDGE;
	return WRITTEN.get(tag) ?? (INLINE.test(tag) ? '' : JOINT);
}

/** The text, with signs where markup stood. */
function withoutMarkup(html: string): string {
	const kept: string[] = [];
	let hidden: { end: string; from: number } | undefined;
	let readTo = 0;
	for (const { 0: markup, index, groups } of html.matchAll(MARKUP)) {
		kept.push(withCharacters(html.slice(readTo, index)));
		readTo = index + markup.length;
		const { image, tag = '', comment } = groups ?? {};
		const mark = comment ?? tag.toLowerCase();
		const end = ENDS.get(mark);
		if (hidden && mark === hidden.end) {
			// Only now, so that what has no end hides nothing.
			kept.length = hidden.from;
			kept.push(JOINT);
			hidden = undefined;
		} else {
			if (!hidden && end) hidden = { end, from: kept.length };
			kept.push(comment ?? writtenFor(mark, image));
		}
	}
	return kept.join('') + withCharacters(html.slice(readTo));
}

/** The beginning of what stands above or below, or all of it where that is nothing. */
const MARK = new RegExp(`([${ABOVE}${BELOW}])(\\s*${JOINT})?`, 'g');

const BETWEEN_NUMBERS = new RegExp(`(?<=\\d)${JOINT}+(?=\\d)`, 'g');

const BLANKS = new RegExp(`[\\s${EDGE}]{2,}|[^\\S ]|${EDGE}`, 'g');

function oneBlank(blanks: string): string {
	const breaks = blanks.split('\n', 3).length - 1;
	return '\n'.repeat(breaks || Number(blanks.includes(EDGE))) || ' ';
}

/**
 * HTML, as text. Linear in it: whoever writes a comment must not be able to stop n8n's one thread.
 */
export const plainText = readAs((html) =>
	withoutMarkup(html)
		.replace(MARK, (_, mark, nothing) => nothing ?? (mark === ABOVE ? '^' : '_'))
		.replace(BETWEEN_NUMBERS, ' ')
		.replaceAll(JOINT, '')
		.replace(BLANKS, oneBlank)
		.trim(),
);
