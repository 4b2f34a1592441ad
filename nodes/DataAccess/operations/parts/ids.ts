import type { ZodString } from 'zod/v3';

import { withoutInvisible } from './validator';

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

/** What stands where an ID was lost; a sheet's own words begin with #. */
const LOST =
	/^(?:nan|null|undefined|none|n\/a|-?infinity|invalid date|true|false|\[object \w*\]|#.*)$/i;

const SCIENTIFIC = /^[+-]?(?:\d+[.,]\d+e[+-]?\d+|\d+e[+-]\d+|\de\d{1,3})$/i;

/** What a sheet or an expression writes where it has no word to search for. */
const NO_WORD = /^(?:\[object \w*\]|#(?:[a-z]+(?:\/0)?!|name\?|n\/a|#+))$/i;

const EXPRESSION = {
	refusal: 'Must have no braces. If it is meant as an expression, switch the field to Expression',
};

export function keywordIn(text: string): string | Misread {
	if (/^\{\{.*\}\}$/s.test(text)) return EXPRESSION;
	if (!NO_WORD.test(text)) return text;
	return { refusal: `Must be what to search for, not ${text}: a sheet or an expression lost it` };
}

const SEVERAL = { refusal: 'Must be one, but there are several. Give each an item of its own' };

const AROUND = ' "\'`´“”„‘’‚«»‹›「」『』\\()[]<>,;';

function without(signs: string, text: string): string {
	let [from, to] = [0, text.length];
	while (from < to && signs.includes(text.charAt(from))) from++;
	while (from < to && signs.includes(text.charAt(to - 1))) to--;
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
const tidied = (text: string) =>
	without(AROUND, decoded(withoutInvisible(text).replace(/\s/g, ' ')).trim());

/** A number as sheets show it: in groups of three digits. */
const GROUPED = /^\d{1,3}(?: \d{3})+$/;

/** A link stays as it is. */
export function idIn(written: string): string | Misread {
	const [text = '', ...others] = written
		.split(/[\t-\r]+/)
		.map(tidied)
		.filter(Boolean);
	const lost = [withoutInvisible(written).trim(), text].find((each) => LOST.test(each));
	if (lost !== undefined) {
		const shown = lost.slice(0, 20);
		return { refusal: `Must be an ID, not ${shown}: a sheet or an expression lost it` };
	}
	if (/[{}]/.test(text)) return EXPRESSION;
	if (SCIENTIFIC.test(text)) {
		return { refusal: 'Must be given as text: in scientific notation its digits are gone' };
	}
	const [cut = ''] = text.split(/[?#]/, 1);
	const id = cut.replace(/[０-９]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
	if (id.includes('/')) return id.replace(/^([^/]*)\/$/, '$1');
	if (others.length > 0 || /[,;|、，；]/.test(id)) return SEVERAL;
	const whole = GROUPED.test(id) ? id.replaceAll(' ', '') : id;
	const words = whole.split(/ +/);
	if (words.length > 1 && words.every((word) => /\d/.test(word))) return SEVERAL;
	return whole.replace(/^(\d+)\.0+$/, '$1');
}

const LINK = /https?:\/\/[!-~]*/gi;

/** A link whose scheme was left out. */
const BARE = /^[\w-]+(?:\.[\w-]+)+\/[!-~]*$/;

/** The links in a text, as a browser or an app shares them, each once. */
function linksIn(written: string): string[] {
	const text = tidied(written);
	const found = text.match(LINK) ?? BARE.exec(text) ?? [];
	// An address may have another one in its query.
	const links = found.flatMap((link) => link.split(/(?<![=&?/#%])(?=https?:\/\/)/i));
	return [...new Set(links.map((link) => without(`${AROUND}.:!`, link)))];
}

/** A text without an address stays as it is. */
export function addressIn(written: string): string | Misread {
	const links = linksIn(written);
	if (links.length > 1) return SEVERAL;
	const text = tidied(written);
	const address = /\s/.test(text) ? (links[0] ?? text) : text;
	return address.replace(/^https?:/i, (scheme) => scheme.toLowerCase());
}

/** A text with one link in it, as an app shares it. */
export function linkIn(text: string): string | Misread {
	if (linksIn(text).length > 1) return SEVERAL;
	return /^https?%/i.test(text) || !/\s/.test(text) ? addressIn(text) : text;
}

export function segmentsOf(link: string): string[] {
	const [address = ''] = link.replace(/^https?:\/\//i, '').split(/[?#]/, 1);
	return address.split('/').slice(1);
}

const NUMBER = /^(\d{1,32})(?:\.0+)?(?:&.*)?$/;

/** Reads a numeric id, also in a link by the word before it. */
export function idBehind(words: readonly string[]): (text: string) => string | Misread {
	return (text) => {
		const [link, ...others] = linksIn(text);
		if (link === undefined) return idIn(text);
		if (others.length > 0) return SEVERAL;
		const segments = segmentsOf(link);
		const numbers = segments.flatMap((segment, index) =>
			words.includes(segment) ? (NUMBER.exec(segments[index + 1] ?? '')?.[1] ?? []) : [],
		);
		return numbers[0] ?? link;
	};
}
