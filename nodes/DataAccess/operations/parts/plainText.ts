import { withCharacters } from '../../shared/characters';
import { wellFormed } from '../../shared/text';

/** Returns a reader of texts and numbers. It returns null for a blank text and any other value, and never throws. */
const readAs =
	(read: (text: string) => string) =>
	(value: unknown): string | null => {
		const given = typeof value === 'string' || Number.isFinite(value) ? String(value) : '';
		const text = read(wellFormed(given));
		return text.trim() === '' ? null : text;
	};

/** Returns a text or number as it is written. */
export const shownText = readAs((text) => text);

/** A topic or a search word as the note-sharing platform marks it: `#tea[话题]#`, which it shows as `#tea`. */
const TOPIC = /(#[^#[\]\n]{1,99})\[[^[\]#\n]{1,30}\]#/g;

/** The platform's web pages show this in place of a picture: `[请升级到App最新版本查看图片评论]`. */
const OF_WEB_PAGE = /\[请(?:升级|更新)[^[\]\n]{1,40}查看[^[\]\n]{1,20}\]/g;

export const noteText = readAs((text) => text.replace(TOPIC, '$1').replace(OF_WEB_PAGE, ''));

/** A search highlights its hits in a title like this. A mark with attributes may lack its end. */
const FOUND =
	/<em(?:\s[^<>]{0,999})?>((?:[^<]|<(?!\/?em[\s>])){0,999})<\/em\s{0,9}>|<em\s[^<>]{0,999}>/gi;

/** Returns a title without highlights. Any other tag is part of the title: "vector<bool>". */
export const titleText = readAs((text) => wellFormed(withCharacters(text.replace(FOUND, '$1'))));

/** A tag. A quoted attribute may contain < and >. Bounded, because a match of millions of quotes throws. */
const TAG =
	/<(\/?[a-z][a-z\d]*)(?![a-z\d])([^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*){0,999}|[^<>]{0,99999})>/gi;

const ALT = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i;

/** Characters that no text contains. An edge of a block ends a line; a joint keeps numbers apart. */
const [EDGE, JOINT] = ['\u0001', '\u0002'] as const;

const WRITTEN = new Map(Object.entries({ br: '\n', td: ' ', th: ' ', sup: '^', sub: '_' }));

const BLOCK =
	/^\/?(?:blockquote|div|dl|dt|dd|figcaption|figure|h[1-6r]|li|[ou]l|p|pre|section|table|tbody|thead|tr)$/;

/** Tags that may be within a word or a number. Any other tag separates two. */
const INLINE =
	/^\/?(?:a|abbr|b|cite|code|em|font|i|kbd|mark|q|r[bpt]|ruby|small|span|strong|tt|u|wbr)$/;

function writtenFor(_markup: string, name: string, attributes: string): string {
	const tag = name.toLowerCase();
	const alt = tag === 'img' ? ALT.exec(attributes)?.slice(1).find(Boolean) : undefined;
	if (alt !== undefined) return JOINT + alt + JOINT;
	if (BLOCK.test(tag)) return EDGE;
	return WRITTEN.get(tag) ?? (INLINE.test(tag) ? '' : JOINT);
}

const BETWEEN_NUMBERS = new RegExp(`(?<=\\d)${JOINT}+(?=\\d)`, 'g');

/** Returns the text of a part of HTML, with `EDGE` at the beginning and end of each block. */
const withoutMarkup = (html: string) =>
	withCharacters(html.replace(TAG, writtenFor)).replace(BETWEEN_NUMBERS, ' ').replaceAll(JOINT, '');

const BLANKS = new RegExp(`[\\s${EDGE}]{2,}|[^\\S ]|${EDGE}`, 'g');

function oneBlank(blanks: string): string {
	const breaks = blanks.split('\n', 3).length - 1;
	return '\n'.repeat(breaks || Number(blanks.includes(EDGE))) || ' ';
}

const proseIn = (html: string) => withoutMarkup(html).replace(BLANKS, oneBlank).trim();

const EDGES = new RegExp(`${EDGE}+`, 'g');

/** Returns the text of code, with all its lines and blanks. */
const codeIn = (html: string) => withoutMarkup(html).replace(EDGES, '\n');

/** Separates prose from code: every second part is code. */
const PRE = /<pre(?:\s[^<>]{0,999})?>|<\/pre\s{0,9}>/i;

/** Returns the text of HTML. Takes linear time. Otherwise the author of a comment could block n8n's one thread. */
export const plainText = readAs((html) => {
	const parts = html.split(PRE);
	const texts = parts.map((part, at) => (at % 2 === 1 ? codeIn(part) : proseIn(part)));
	return wellFormed(texts.filter((text) => text !== '').join('\n')).trimEnd();
});
