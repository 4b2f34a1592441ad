import type { IDataObject } from 'n8n-workflow';

import type { Spending } from '../buy/spending';
import { dollars } from '../shared/dollars';
import { beginningOf } from '../shared/text';

export const count = (number: number, noun: string) =>
	`${number} ${noun}${number === 1 ? '' : 's'}`;

/** What calls cost, as far as it is known, and what they may have cost beyond that. */
export function costWords({ cost, isEstimate, possible }: Readonly<Spending>): string {
	const known = `${dollars(cost)}${isEstimate ? ' (estimated from list prices)' : ''}`;
	return possible > 0 ? `${known}, and perhaps ${dollars(possible)} more` : known;
}

const LONGEST_CLAUSE = 500;

export const shortened = (text: string, longest = LONGEST_CLAUSE) =>
	text.length > longest ? `${beginningOf(text, longest)}…` : text;

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

/** A position as it is pasted; undefined where it is too long to be shown. */
export function positionWords(next: IDataObject | null | undefined): string | undefined {
	const words = next ? jsonWords(next) : '';
	return words === '' || words.length > LONGEST_POSITION ? undefined : words;
}

export const POLL_TOO_LATE =
	'The poll took longer than n8n waits for it. What it bought is kept for 15 minutes: a poll within that time uses it at no further cost. Lower Max Cost (USD) if this happens again.';

export const restOfPoll = (next: IDataObject | null | undefined) =>
	next ? ` A Data Access node gets the rest with Resume From set to ${JSON.stringify(next)}` : '';

export const pauseWords = (milliseconds: number) =>
	`No call is made for ${count(Math.ceil(milliseconds / 60_000), 'minute')}, unless the parameters or the credential change.`;

type Parts = ReadonlyArray<string | false | undefined>;

export const sentences = (parts: Parts) => parts.filter(Boolean).join(' ');

/** Lines, by default for n8n's panels, which read HTML: a line feed would show as a space. */
export const inLines = (lines: Parts, end: '<br>' | '\n' = '<br>') =>
	lines.filter(Boolean).join(end);

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
