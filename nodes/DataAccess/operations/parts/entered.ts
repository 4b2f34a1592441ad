import { isNothing, isNoWord } from '../../shared/nothing';
import { trimmedText } from './blank';

/*
 * What a sheet, a paste or an expression has made of a typed text is read where there is one reading, and refused
 * where there is none: a call for the wrong one would be charged.
 */

/** Why a text is not what was asked for, in words that complete "<Label> …". */
export interface Misread {
	refusal: string;
}

/** What is typed into a field; a link may have text around it, as an app shares it. */
type Typed = 'keyword' | 'id' | 'link';

const SEVERAL = {
	refusal: 'Must be a single value, but there are several. Use one input item for each',
};

const ALONE = { refusal: 'Must be the ID alone, without any text around it' };

const NO_DIGITS = {
	refusal: 'Must be given as text, because scientific notation loses digits',
};

const EXPRESSION =
	/\{\{|\}\}|\$\(|\$(?:json|node|input|items?|binary|vars|now|today|prevNode|parameter|fromAI)\b/;

/** What expressions and sheets write for a value that is gone, or not there yet. */
const LOST = new RegExp(
	[
		'\\ufffd|\\[object \\w+\\]|Invalid Date(?:Time)?|(?<![A-Za-z\\d])NaN(?![A-Za-z\\d])',
		'#(?:REF|VALUE|NUM|NULL|ERROR|SPILL|CALC|FIELD|BUSY|DIV/0)!|#NAME\\?|#N/A|#GETTING_DATA|#{4,}',
		'(?:[Ll]oading|[Cc]alculating|[Ff]etching|[Uu]pdating|加载中?|载入中?|计算中?)(?:\\.{3}|…)',
	].join('|'),
);

/** In a keyword they are words, but not at its end. */
const LOST_AT_END = /(?:undefined|(?<![A-Za-z\d])null)(?=[\s\p{P}]{0,99}$)/u;

/** What is cut, too, is no ID and no link. */
const LOST_WITHIN = /(?<![A-Za-z\d])(?:undefined|null)(?![A-Za-z\d])|^\S*(?:\.{3}|…)$/;

const SCIENTIFIC = /^[+-]?(?:\d+[.,]\d+e[+-]?\d+|\d+e[+-]\d+|\de\d{1,3})$/i;

/** Why nothing can be read in it; undefined where something may. */
function whyUnread(text: string, typed: Typed): Misread | undefined {
	const expression = EXPRESSION.exec(text)?.[0];
	if (expression !== undefined) {
		return {
			refusal: `Must not contain ${expression}: if it is meant as an expression, switch the field to Expression`,
		};
	}
	const word = typed === 'keyword' ? LOST_AT_END : LOST_WITHIN;
	const isNone = typed === 'id' ? isNothing(text) : isNoWord(text);
	const [lost] = LOST.exec(text) ?? word.exec(text) ?? (isNone ? [text] : []);
	if (lost === undefined) return SCIENTIFIC.test(text) ? NO_DIGITS : undefined;
	return {
		refusal: `Must not contain ${lost.slice(-20)}: a sheet or an expression has lost the value`,
	};
}

/** A list of texts or numbers. */
const JSON_LIST = /^\[(?:[\s,\d.-]|"[^"]*")*\]$/;

/** Quotes, brackets and the marks of a sentence, in any script. */
const MARK = '(?:[ "\'`´*\\\\()[\\]<>,;.:!?#]|(?![\\0-\\x7f])\\p{P})';
const MARKS_AROUND = new RegExp(`^${MARK}+|(?<!${MARK})${MARK}+$`, 'gu');

const ID = /^[\w .@+~-]+={0,2}$/;

function idIn(text: string): string | Misread {
	const id = text.replace(MARKS_AROUND, '').replace(/^(\d+)\.0+$/, '$1');
	// A link is refused in words that say where the ID is found.
	if (id.includes('/')) return id;
	const parts = id.split(/[\s,;|、，；]+/);
	const isList = parts.length > 1 && parts.every((part) => /\d/.test(part));
	if (isList || /[,;|、，；\t\n\r]/.test(id)) return SEVERAL;
	return ID.test(id) ? id : ALONE;
}

/** Its host may be in any script; behind it, other text begins where no address goes on. */
const LINK = /https?:\/\/[\p{L}\p{M}\p{N}.-]*[!#$%&+,./:;=?@~\w-]*/giu;

/** Without its fragment, its host in small letters: in two spellings it would be bought twice. */
const oneSpelling = (link: string) =>
	link
		.replace(/#.*/, '')
		.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')
		.replace(/^[^/]*\/\/[^/?]*/, (origin) => origin.toLowerCase());

function linkIn(text: string): string | Misread {
	// An address may have another one in its query.
	const found = (text.match(LINK) ?? []).flatMap((link) =>
		link.split(/(?<![=&?/#%])(?=https?:\/\/)/i),
	);
	const [link = text.replace(MARKS_AROUND, ''), ...others] = new Set(found.map(oneSpelling));
	return others.length > 0 ? SEVERAL : link;
}

/** What is longer is no word, and may take seconds to be normalized. */
const LONGEST_WORD = 1000;

/** The same in each spelling of Unicode, with blanks of any kind: it is bought once. */
function keywordIn(text: string): string | Misread {
	if (/[\n\r\u2028\u2029]/.test(text)) return SEVERAL;
	const spaced = text.replace(/\s+/g, ' ');
	return spaced.length > LONGEST_WORD ? spaced : spaced.normalize();
}

const READERS = { keyword: keywordIn, id: idIn, link: linkIn };

/** Reads a typed text, without blanks and invisible characters around it; whether it is the right one, others say. */
export const entered =
	(typed: Typed) =>
	(given: string): string | Misread => {
		const text = trimmedText(given);
		if (JSON_LIST.test(text)) return SEVERAL;
		return whyUnread(text, typed) ?? READERS[typed](text);
	};

/** Reads a numeric ID, also in a link, behind this word or its plural. */
export const idBehind =
	(word: string) =>
	(text: string): string | Misread => {
		const typed = text.includes('/') ? 'link' : 'id';
		const read = entered(typed)(text);
		if (typeof read !== 'string') return read;
		return new RegExp(`^[^?]*?/${word}s?/(\\d{1,32})(?:\\.0+)?(?:[/&?]|$)`).exec(read)?.[1] ?? read;
	};
