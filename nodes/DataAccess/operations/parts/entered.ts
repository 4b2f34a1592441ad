import { parsedWithin } from '../../shared/json';
import { isNothing, isNoWord } from '../../shared/nothing';
import { isHolder } from '../../shared/values';
import { trimmedText } from './blank';

/*
 * What a sheet, a paste or an expression has made of a typed text is read where there is one reading, and refused
 * where there is none: a call for the wrong one would be charged.
 */

/** Why a text is not what was asked for, in words that complete "<Label> …". */
export interface Misread {
	refusal: string;
}

/** What is typed into a field: `text` is any other; a link may have text around it, as an app shares it. */
type Typed = 'text' | 'keyword' | 'id' | 'link';

const SEVERAL = {
	refusal: 'Must be a single value, but there are several. Use one input item for each',
};

const ALONE = { refusal: 'Must be the ID alone, without any text around it' };

const NO_DIGITS = {
	refusal: 'Must be given as text, because scientific notation loses digits',
};

const VARIABLE = '(?:json|node|input|items?|binary|vars|now|today|prevNode|parameter|fromAI)\\b';

const EXPRESSION = new RegExp(`\\{\\{|\\}\\}|\\$\\(|\\$${VARIABLE}`);

/** In JSON, `}}` ends objects, and `{{name}}` may be a template of the service: only n8n's own variables tell. */
const EXPRESSION_IN_JSON = new RegExp(
	`\\{\\{[^{}]{0,200}\\$(?:\\(|${VARIABLE})|\\$(?<=[^\\\\]"\\$)(?:\\(|${VARIABLE}(?=[.[("]))`,
);

/** What expressions write for a value that is gone, and readers of a wrong charset. */
const LOST = /\ufffd|\[object \w+\]|Invalid Date(?:Time)?|(?<![A-Za-z\d])NaN(?![A-Za-z\d])/;

/** What sheets write for a value that is gone, or not there yet. */
const LOST_IN_SHEET = new RegExp(
	[
		'#(?:REF|VALUE|NUM|NULL|ERROR|SPILL|CALC|FIELD|BUSY|DIV/0)!|#NAME\\?|#N/A|#GETTING_DATA|#{4,}',
		'(?:[Ll]oading|[Cc]alculating|[Ff]etching|[Uu]pdating|加载中?|载入中?|计算中?)(?:\\.{3}|…)',
	].join('|'),
);

/** In a keyword they are words, but not at its end. */
const LOST_AT_END = /(?:undefined|(?<![A-Za-z\d])null)(?=[\s\p{P}]{0,99}$)/u;

/** What is cut, too, is no ID and no link. */
const LOST_WITHIN = /(?<![A-Za-z\d])(?:undefined|null)(?![A-Za-z\d])|^\S*(?:\.{3}|…)$/;

/** At the end of a text that is no name. A text for another service may well end with null. */
const LOST_IN_JSON = /undefined(?=[\s.,!?…]{0,9}"(?!\s*:))/;

const SCIENTIFIC = /^[+-]?(?:\d+[.,]\d+e[+-]?\d+|\d+e[+-]\d+|\de\d{1,3})$/i;

/** A list of texts or numbers. */
const JSON_LIST = /^\[(?:[\s,\d.-]|"[^"]*")*\]$/;

/** Finds what cannot be read, and says why. */
type Check = [find: (text: string) => string | undefined, why: (found: string) => Misread];

const firstOf = (form: RegExp) => (text: string) => form.exec(text)?.[0];

const wholeIf = (isNone: (text: string) => boolean) => (text: string) =>
	isNone(text) ? text : undefined;

const failedExpression = (found: string): Misread => ({
	refusal: `Must not contain ${found}: if it is meant as an expression, switch the field to Expression`,
});

const lostValue = (found: string): Misread => ({
	refusal: `Must not contain ${found.slice(-20)}: a sheet or an expression has lost the value`,
});

const several: Check = [firstOf(JSON_LIST), () => SEVERAL];

const checksOf = (lostWord: RegExp, isNone: (text: string) => boolean): Check[] => [
	[firstOf(EXPRESSION), failedExpression],
	[firstOf(LOST), lostValue],
	[firstOf(LOST_IN_SHEET), lostValue],
	[firstOf(lostWord), lostValue],
	[wholeIf(isNone), lostValue],
	[firstOf(SCIENTIFIC), () => NO_DIGITS],
];

/** In this order; `json` is for the texts within JSON. */
const CHECKS: Record<Typed | 'json', Check[]> = {
	text: checksOf(LOST_AT_END, isNoWord),
	keyword: [several, ...checksOf(LOST_AT_END, isNoWord)],
	id: [several, ...checksOf(LOST_WITHIN, isNothing)],
	link: [several, ...checksOf(LOST_WITHIN, isNoWord)],
	json: [
		[firstOf(EXPRESSION_IN_JSON), failedExpression],
		[firstOf(LOST), lostValue],
		[firstOf(LOST_IN_JSON), lostValue],
	],
};

/** Why nothing can be read in it; undefined if something may. */
export function whyUnread(text: string, typed: keyof typeof CHECKS): Misread | undefined {
	for (const [find, why] of CHECKS[typed]) {
		const found = find(text);
		if (found !== undefined) return why(found);
	}
	return undefined;
}

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

const READERS = { keyword: keywordIn, id: idIn, link: linkIn, text: String };

/** Reads a typed text, without blanks and invisible characters around it; whether it is the right one, others say. */
export const entered =
	(typed: Typed) =>
	(given: string): string | Misread => {
		const text = trimmedText(given);
		return whyUnread(text, typed) ?? READERS[typed](text);
	};

/**
 * Reads a text that only the service understands, word for word. It may be JSON, such as the cursor of a search for
 * videos.
 */
export const enteredAsIs = (text: string): string | Misread =>
	whyUnread(text, isHolder(parsedWithin(text)) ? 'json' : 'text') ?? text;

/** Reads a numeric ID, also in a link, behind this word or its plural. */
export const idAfter =
	(word: string) =>
	(text: string): string | Misread => {
		const typed = text.includes('/') ? 'link' : 'id';
		const read = entered(typed)(text);
		if (typeof read !== 'string') return read;
		return new RegExp(`^[^?]*?/${word}s?/(\\d{1,32})(?:\\.0+)?(?:[/&?]|$)`).exec(read)?.[1] ?? read;
	};
