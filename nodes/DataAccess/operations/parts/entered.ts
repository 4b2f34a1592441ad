import type { ZodString } from 'zod/v3';

import { isNothing } from '../../shared/nothing';
import { narrow } from '../../shared/text';
import { withoutInvisible } from './blank';

/*
 * What a sheet, a paste or an expression has made of an identifier is read where there is one reading,
 * and refused where there is none: a call for the wrong one would be charged.
 */

/** Why a text is no identifier, in words that complete "<Label> …". */
export interface Misread {
	refusal: string;
}

/** A link, which has slashes as no ID does, is refused in words that say where the ID is found. */
export const noLink = (refusal: string) => (text: ZodString) => text.regex(/^[^/]*$/, refusal);

/** What a sheet or a page shows until there is something to show. */
const WAITING = '(?:load|calculat|fetch|updat)ing';

/** A sheet's own words, and what it or a page shows while something is loading, or is too long. */
const LOST = new RegExp(`^#|^${WAITING}|\\.{3}$|…$`, 'i');

/** Entered, 1e15 is refused as well, and a number with a sign: to ask again costs nothing. */
const SCIENTIFIC_ENTERED = /^[+-]?(?:\d+[.,]\d+e[+-]?\d+|\d+e[+-]\d+|\de\d{1,3})$/i;

/** What a sheet or an expression writes where it has no word to search for. */
const NO_KEYWORD = new RegExp(
	'^(?:\\[object \\w*\\]|#(?:[a-z]+(?:/0)?!|name\\?|n/a|getting_data|#+)' +
		`|(?:${WAITING}|wird geladen|chargement|cargando|carregando|正在..|(?:加载|载入|載入|计算)中)(?:\\.{3}|…+))$`,
	'i',
);

/** What is longer is no word, and may take seconds to be normalized. */
const LONGEST_WORD = 1000;

const EXPRESSION = {
	refusal: 'Must have no braces. If it is meant as an expression, switch the field to Expression',
};

/** What no script or emoji needs within a word, as it may need a joiner. */
const NEEDLESS = /[\u00ad\u200b\u2060\ufeff]/g;

/** The same in each spelling of Unicode, with blanks of any kind and nothing needless: it is bought once. */
export function keywordIn(written: string): string | Misread {
	const spaced = written.replace(NEEDLESS, '').replace(/\s+/g, ' ').trim();
	const text = spaced.length > LONGEST_WORD ? spaced : spaced.normalize();
	if (/^\{\{.*\}\}$/s.test(text)) return EXPRESSION;
	if (!NO_KEYWORD.test(text)) return text;
	return { refusal: `Must be what to search for, not ${text}: a sheet or an expression lost it` };
}

const SEVERAL = { refusal: 'Must be one, but there are several. Give each an item of its own' };

const ALONE = { refusal: 'Must be the ID alone, without any text around it' };

/** Quotes, brackets and the marks of a sentence, in any script. */
const AROUND = /[ "'`´*\\()[\]<>,;.:!?#]|(?![\0-\x7f])\p{P}/u;

function bare(text: string): string {
	let [from, to] = [0, text.length];
	while (from < to && AROUND.test(text.charAt(from))) from++;
	while (from < to && AROUND.test(text.charAt(to - 1))) to--;
	// What closes a bracket within belongs to it.
	for (const [open = '', close = ''] of ['()', '[]']) {
		const within = text.slice(from, to);
		let missing = within.split(open).length - within.split(close).length;
		while (missing-- > 0 && text.charAt(to) === close) to++;
	}
	return text.slice(from, to);
}

function decoded(text: string): string {
	let plain = text;
	// A link is put into a link, and that into another one. With a slash, it is one that is not encoded.
	for (let times = 0; times < 3 && /%[\da-f]{2}/i.test(plain) && !plain.includes('/'); times++) {
		try {
			plain = decodeURIComponent(plain);
		} catch {
			return plain;
		}
	}
	return plain;
}

/** Without what is invisible, and what a paste or a sheet has put around it. */
const tidied = (text: string) => bare(decoded(withoutInvisible(text).replace(/\s/g, ' ')).trim());

/** A number as sheets show it: in groups of three digits. */
const GROUPED = /^\d{1,3}(?: \d{3})+$/;

/** A name and its value in a query, in JSON or behind a label. */
const NAMED = /^["']?([\w .-]{1,40}?)["']? ?[=:：＝] ?(["']?\w.*)$/;

/** What a query or a label calls by the name of this ID; without a name, the whole. */
function namedIn(text: string, word: string): string | Misread {
	const [first = '', ...others] = text.replace(/^[?&]+/, '').split('&');
	if (!NAMED.test(first)) return first;
	const found = [first, ...others].flatMap((part) => {
		const [, name = '', value = ''] = NAMED.exec(part) ?? [];
		const letters = name.toLowerCase().replace(/[^a-z]/g, '');
		return ['id', `${word}id`, `${word.charAt(0)}id`, word].includes(letters) ? tidied(value) : [];
	});
	return found.length === 1 ? (found[0] as string) : ALONE;
}

/**
 * Reads the ID of such a thing; a link stays as it is.
 * @param word what it is the ID of: `question` of a question_id
 */
export const idOf =
	(word: string) =>
	(written: string): string | Misread => {
		const [line = '', ...others] = written
			.split(/[\t-\r]+/)
			.map(tidied)
			.filter(Boolean);
		const text = line.includes('/') ? line : namedIn(line, word);
		if (typeof text !== 'string') return text;
		const shown = withoutInvisible(written).trim();
		if (LOST.test(shown) || isNothing(text)) {
			return {
				refusal: `Must be an ID, not ${shown.slice(0, 20)}: a sheet or an expression lost it`,
			};
		}
		if (/[{}]/.test(text)) return EXPRESSION;
		if (SCIENTIFIC_ENTERED.test(text)) {
			return { refusal: 'Must be given as text: in scientific notation its digits are gone' };
		}
		const [cut = ''] = text.split(/[?#]/, 1);
		const id = narrow(cut).replace(/^([^/]*)\/$/, '$1');
		if (id.includes('/')) return id;
		if (others.length > 0 || /[,;|、，；]/.test(id)) return SEVERAL;
		if (/[^\0-\x7f]|[()[\]<>]/.test(id)) return ALONE;
		const whole = GROUPED.test(id) ? id.replaceAll(' ', '') : id;
		const words = whole.split(/ +/);
		if (words.length > 1 && words.every((each) => /\d/.test(each))) return SEVERAL;
		return whole.replace(/^(\d+)\.0+$/, '$1');
	};

/** Its host may be in any script; behind it, other text begins where no address goes on. */
const LINK = /https?:\/\/[\p{L}\p{M}\p{N}.-]*[!#-;=?-[\]_a-z~]*/giu;

/** A link whose scheme was left out. */
const BARE = /^[\w-]+(?:\.[\w-]+)+\/[!-~]*$/;

/** The links in a text, as a browser or an app shares them, each once. */
function linksIn(written: string): string[] {
	const text = tidied(written);
	const found = text.match(LINK) ?? BARE.exec(text) ?? [];
	// An address may have another one in its query.
	const links = found.flatMap((link) => link.split(/(?<![=&?/#%])(?=https?:\/\/)/i));
	return [...new Set(links.map(bare))];
}

/** A text without an address stays as it is. */
export function addressIn(written: string): string | Misread {
	const links = linksIn(written);
	if (links.length > 1) return SEVERAL;
	return (links[0] ?? tidied(written)).replace(/^https?:/i, (scheme) => scheme.toLowerCase());
}

/** A text with one link in it, as an app shares it. */
export function linkIn(text: string): string | Misread {
	if (linksIn(text).length > 1) return SEVERAL;
	return /^https?%/i.test(text) || !/\s/.test(text) ? addressIn(text) : text;
}

const NUMBER = /^(\d{1,32})(?:\.0+)?(?:&.*)?$/;

/** The same for a numeric ID, also in a link, behind this word or its plural. */
export const idBehind =
	(word: string) =>
	(text: string): string | Misread => {
		const [link, ...others] = linksIn(text);
		if (link === undefined) return idOf(word)(text);
		if (others.length > 0) return SEVERAL;
		const [address = ''] = link.split(/[?#]/, 1);
		const segments = address.split('/');
		const numbers = segments.flatMap((segment, index) =>
			[word, `${word}s`].includes(segment)
				? (NUMBER.exec(segments[index + 1] ?? '')?.[1] ?? [])
				: [],
		);
		return numbers[0] ?? link;
	};
