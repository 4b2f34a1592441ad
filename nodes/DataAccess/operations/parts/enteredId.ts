import { isNothing } from '../../shared/nothing';
import { narrow } from '../../shared/text';
import { withoutInvisible } from './blank';
import { EXPRESSION, SEVERAL, tidied, WAITING } from './entered';
import type { Misread } from './entered';
import { matching } from './inputs';

/** A link, which has slashes as no ID does, is refused in words that say where the ID is found. */
export const noLink = (refusal: string) => matching(/^[^/]*$/, refusal);

/** A sheet's own words, and what it or a page shows while something is loading, or is too long. */
const LOST = new RegExp(`^#|^${WAITING}|\\.{3}$|…$`, 'i');

/** Entered, 1e15 is refused as well, and a number with a sign: to ask again costs nothing. */
const SCIENTIFIC_ENTERED = /^[+-]?(?:\d+[.,]\d+e[+-]?\d+|\d+e[+-]\d+|\de\d{1,3})$/i;

const ALONE = { refusal: 'Must be the ID alone, without any text around it' };

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

/** What a sheet or an expression has made of an ID that is gone; undefined where it is there. */
function whyLost(text: string, written: string): Misread | undefined {
	const shown = withoutInvisible(written).trim();
	if (LOST.test(shown) || isNothing(text)) {
		const beginning = shown.slice(0, 20);
		return { refusal: `Must be an ID, not ${beginning}: a sheet or an expression lost it` };
	}
	if (/[{}]/.test(text)) return EXPRESSION;
	if (!SCIENTIFIC_ENTERED.test(text)) return undefined;
	return { refusal: 'Must be given as text: in scientific notation its digits are gone' };
}

function oneIdIn(text: string): string | Misread {
	if (/[,;|、，；]/.test(text)) return SEVERAL;
	if (/[^\0-\x7f]|[()[\]<>]/.test(text)) return ALONE;
	const whole = GROUPED.test(text) ? text.replaceAll(' ', '') : text;
	const words = whole.split(/ +/);
	if (words.length > 1 && words.every((word) => /\d/.test(word))) return SEVERAL;
	return whole.replace(/^(\d+)\.0+$/, '$1');
}

/**
 * Reads the ID of such a thing; a link stays as it is.
 * @param word what it is the ID of: `question` of a question_id
 */
export const enteredId =
	(word: string) =>
	(written: string): string | Misread => {
		const [line = '', ...others] = written
			.split(/[\t-\r]+/)
			.map(tidied)
			.filter(Boolean);
		const text = line.includes('/') ? line : namedIn(line, word);
		if (typeof text !== 'string') return text;
		const lost = whyLost(text, written);
		if (lost) return lost;
		const [cut = ''] = text.split(/[?#]/, 1);
		const id = narrow(cut).replace(/^([^/]*)\/$/, '$1');
		if (id.includes('/')) return id;
		return others.length > 0 ? SEVERAL : oneIdIn(id);
	};
