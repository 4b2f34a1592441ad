import { parsedWithin } from '../../shared/json';
import { isNothing, isNoWord } from '../../shared/nothing';
import { isHolder } from '../../shared/values';
import { trimmedText } from './blank';

/*
 * Sheets, pastes and expressions change typed texts. A text with one possible reading is read that way. Any other is
 * refused, because a call with the wrong reading would be charged.
 */

/** Why a text is refused, in words that complete "<Label> …". */
export interface Misread {
	refusal: string;
}

/** The kind of text that a field takes. Apps share a link with text around it. `text` is any other kind. */
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

/** In JSON, `}}` ends objects, and `{{name}}` may be a template of the service. Only n8n's own variables prove anything. */
const EXPRESSION_IN_JSON = new RegExp(
	`\\{\\{[^{}]{0,200}\\$(?:\\(|${VARIABLE})|\\$(?<=[^\\\\]"\\$)(?:\\(|${VARIABLE}(?=[.[("]))`,
);

/** What an expression writes for a missing value, and what a file read in the wrong charset contains. */
const LOST = /\ufffd|\[object \w+\]|Invalid Date(?:Time)?|(?<![A-Za-z\d])NaN(?![A-Za-z\d])/;

/** What a sheet shows for a value that is missing or still loading. */
const LOST_IN_SHEET = new RegExp(
	[
		'#(?:REF|VALUE|NUM|NULL|ERROR|SPILL|CALC|FIELD|BUSY|DIV/0)!|#NAME\\?|#N/A|#GETTING_DATA|#{4,}',
		'(?:[Ll]oading|[Cc]alculating|[Ff]etching|[Uu]pdating|加载中?|载入中?|计算中?)(?:\\.{3}|…)',
	].join('|'),
);

/** Within a keyword these are words. At its end, they are a value that an expression has lost. */
const LOST_AT_END = /(?:undefined|(?<![A-Za-z\d])null)(?=[\s\p{P}]{0,99}$)/u;

/** Also matches an ellipsis at the end: a shortened text is no ID and no link. */
const LOST_WITHIN = /(?<![A-Za-z\d])(?:undefined|null)(?![A-Za-z\d])|^\S*(?:\.{3}|…)$/;

/** At the end of a value, but not of a name. "null" is allowed, because a text for the service may well end with it. */
const LOST_IN_JSON = /undefined(?=[\s.,!?…]{0,9}"(?!\s*:))/;

const SCIENTIFIC = /^[+-]?(?:\d+[.,]\d+e[+-]?\d+|\d+e[+-]\d+|\de\d{1,3})$/i;

/** A list of texts or numbers. */
const JSON_LIST = /^\[(?:[\s,\d.-]|"[^"]*")*\]$/;

/** Finds the part of a text that cannot be read, and says why. */
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

/** The first check that finds something decides. `json` is for the texts within JSON. */
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

/** Returns why a text cannot be read; undefined if no check finds anything. */
export function whyUnread(text: string, typed: keyof typeof CHECKS): Misread | undefined {
	for (const [find, why] of CHECKS[typed]) {
		const found = find(text);
		if (found !== undefined) return why(found);
	}
	return undefined;
}

/** Quotes, brackets and punctuation, in any script. */
const MARK = '(?:[ "\'`´*\\\\()[\\]<>,;.:!?#]|(?![\\0-\\x7f])\\p{P})';
const MARKS_AROUND = new RegExp(`^${MARK}+|(?<!${MARK})${MARK}+$`, 'gu');

const ID = /^[\w .@+~-]+={0,2}$/;

function idIn(text: string): string | Misread {
	const id = text.replace(MARKS_AROUND, '').replace(/^(\d+)\.0+$/, '$1');
	// The field's rule refuses a link, with words that say how to find the ID.
	if (id.includes('/')) return id;
	const parts = id.split(/[\s,;|、，；]+/);
	const isList = parts.length > 1 && parts.every((part) => /\d/.test(part));
	if (isList || /[,;|、，；\t\n\r]/.test(id)) return SEVERAL;
	return ID.test(id) ? id : ALONE;
}

/** A link. Its host may be in any script; after the host, the first character that no address has ends it. */
const LINK = /https?:\/\/[\p{L}\p{M}\p{N}.-]*[!#$%&+,./:;=?@~\w-]*/giu;

/** Removes the fragment, and writes the host in lower case. Otherwise two spellings of a link would be bought twice. */
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

/** A longer text is no keyword, and could take seconds to normalize. */
const LONGEST_WORD = 1000;

/** Normalizes Unicode and blanks. Otherwise two spellings of a keyword would be bought twice. */
function keywordIn(text: string): string | Misread {
	if (/[\n\r\u2028\u2029]/.test(text)) return SEVERAL;
	const spaced = text.replace(/\s+/g, ' ');
	return spaced.length > LONGEST_WORD ? spaced : spaced.normalize();
}

const READERS = { keyword: keywordIn, id: idIn, link: linkIn, text: String };

/** Returns a reader of typed texts, which trims blanks and invisible characters. The field's rule then checks the text. */
export const entered =
	(typed: Typed) =>
	(given: string): string | Misread => {
		const text = trimmedText(given);
		return whyUnread(text, typed) ?? READERS[typed](text);
	};

/** Reads a text that only the service understands, unchanged. It may be JSON, such as the cursor of a video search. */
export const enteredAsIs = (text: string): string | Misread =>
	whyUnread(text, isHolder(parsedWithin(text)) ? 'json' : 'text') ?? text;

/** Returns a reader of numeric IDs. In a link, it finds the ID after this word or its plural. */
export const idAfter =
	(word: string) =>
	(text: string): string | Misread => {
		const typed = text.includes('/') ? 'link' : 'id';
		const read = entered(typed)(text);
		if (typeof read !== 'string') return read;
		return new RegExp(`^[^?]*?/${word}s?/(\\d{1,32})(?:\\.0+)?(?:[/&?]|$)`).exec(read)?.[1] ?? read;
	};
