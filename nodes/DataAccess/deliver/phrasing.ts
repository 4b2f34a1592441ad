import type { IDataObject } from 'n8n-workflow';

import type { Spending } from '../buy/spending';
import { dollars } from '../shared/dollars';
import type { Failure } from '../shared/failure';
import type { Sums } from './happened';
import { beginningOf } from '../shared/text';

/** "1 call", "2 calls". */
export const count = (number: number, noun: string) =>
	`${number} ${noun}${number === 1 ? '' : 's'}`;

/** What calls cost, as far as it is known, and what they may have cost beyond that. */
export function costWords({ cost, isEstimate, possible }: Readonly<Spending>): string {
	const known = `${dollars(cost)}${isEstimate ? ' (estimated from list prices)' : ''}`;
	return possible > 0 ? `${known}, and perhaps ${dollars(possible)} more` : known;
}

/** The service's own words about a failure, to follow what happened; empty if it said nothing. */
export function quotedWords(words: Failure['words']): string {
	return words ? `: “${words.replace(/[.\s]{1,20}$/, '')}”` : '';
}

/** Characters of the longest clause about what happened. */
const LONGEST_CLAUSE = 500;

export const shortened = (text: string) =>
	text.length > LONGEST_CLAUSE ? `${beginningOf(text, LONGEST_CLAUSE)}…` : text;

/** What happened, and of which input item where there are several: n8n's form of an error's title. */
export function titleOf(
	{ what, words }: Pick<Failure, 'what' | 'words'>,
	itemIndex: number,
	isOnlyItem: boolean,
): string {
	return plain(
		`${shortened(what)}${quotedWords(words)}${isOnlyItem ? '' : ` [item ${itemIndex}]`}`,
	);
}

/** Which pages cost nothing, since another execution, or another use of the tool, has bought them. */
export function reusedWords({ reused, askedBefore }: Pick<Sums, 'reused' | 'askedBefore'>): string {
	const pages = reused.pages + askedBefore;
	if (pages === 0) return '';
	const minutes = Math.round(reused.age / 60_000);
	const age = minutes < 1 ? 'less than a minute ago' : `up to ${count(minutes, 'minute')} ago`;
	const by = reused.pages > 0 ? `by an earlier run, ${age},` : 'earlier in this run';
	const were = pages === 1 ? 'was' : 'were';
	return `${count(pages, 'page')} ${were} bought ${by} and cost nothing again.`;
}

/**
 * JSON to be pasted, with spaces so that a narrow panel can break the line. What n8n's panel would
 * read as markup is escaped.
 */
function jsonWords(value: IDataObject): string {
	const text = JSON.stringify(value, null, 1)
		.replace(/([{[])\n\s*/g, '$1')
		.replace(/\n\s*([}\]])/g, '$1')
		.replace(/\n\s*/g, ' ');
	return text.replace(/[<>&`]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}

/** Characters of the longest position that a text shows: a longer one hides what stands beside it. */
const LONGEST_POSITION = 300;

/**
 * How to go on where a list ended.
 * @param next what Resume From takes; left out where there are several lists
 * @param otherwise what to do where it is too long to be shown
 * @param of whose rest, to follow "the rest"
 */
export function goOnFrom(next: IDataObject | null | undefined, otherwise: string, of = ''): string {
	const words = next && jsonWords(next);
	const isShown = words && words.length <= LONGEST_POSITION;
	return `To get the rest${of}, ${isShown ? `set Resume From in the options to ${words}` : otherwise}`;
}

/** What reads a list that nothing was delivered of; empty where its position is too long to be shown. */
export function resumeWords(begin: IDataObject): string {
	const words = jsonWords(begin);
	if (words.length > LONGEST_POSITION) return '';
	return `In a Data Access node, Resume From reads the same: ${words}`;
}

/** Lines, by default for n8n's panels, which read HTML: a line feed would show as a space. */
export function inLines(
	lines: ReadonlyArray<string | false | undefined>,
	end: '<br>' | '\n' = '<br>',
): string {
	return lines.filter(Boolean).join(end);
}

/** Codes that n8n looks for in a message, also inside a word such as NoteNotFound. */
const CODES = [
	...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOTFOUND', 'ETIMEDOUT', 'ERRADDRINUSE'],
	...['EADDRNOTAVAIL', 'ENOENT', 'EISDIR', 'ENOTDIR', 'EACCES', 'EEXIST', 'EPERM'],
	...['EHOSTUNREACH', 'EAI_AGAIN', 'GETADDRINFO'],
];

const FIRST_OF_CODE = new RegExp(`(?=${CODES.join('|')})[a-z]`, 'gi');

const WORD_JOINER = '\u2060';

/**
 * Text that n8n shows unchanged. If n8n finds one of these codes, it replaces the whole message by a
 * text of its own, and its panels read `<` as markup.
 */
export function plain(text: string): string {
	return text.replace(/</g, '‹').replace(/>/g, '›').replace(FIRST_OF_CODE, `$&${WORD_JOINER}`);
}
