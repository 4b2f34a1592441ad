import type { IDataObject } from 'n8n-workflow';

import type { Spending } from '../buy/money';
import { dollars } from '../shared/dollars';
import { beginningOf } from '../shared/text';

export const count = (number: number, noun: string) =>
	`${number} ${noun}${number === 1 ? '' : 's'}`;

/** Returns the known cost of calls, and what they may have cost in addition. */
export function costWords({ cost, isEstimate, possible }: Readonly<Spending>): string {
	const charged = `${dollars(cost)}${isEstimate ? ' (estimated from standard prices)' : ''}`;
	return possible > 0 ? `${charged}, and perhaps ${dollars(possible)} more` : charged;
}

/** Inputs that a sentence names. The report and error items have all of them. */
const MOST_NAMED = 3;

interface LabelledItem {
	itemIndex: number;
	inputLabel?: string;
}

/** Characters of a name in a sentence. */
const LONGEST_NAME = 80;

/** Returns names as a list, the first `most` of them and the number of the others. */
export function enumerated(names: readonly string[], most: number): string {
	const first = names.slice(0, most).map((name) => shortened(name, LONGEST_NAME));
	const more = names.length > most ? [`${names.length - most} more`] : [];
	return plain([...first, ...more].join(', '));
}

/** Returns the items that a sentence applies to; empty if it applies to all. */
export function ofItems(some: readonly LabelledItem[], all: readonly unknown[]): string {
	if (some.length === all.length) return '';
	const names = some.map(({ inputLabel, itemIndex }) =>
		inputLabel === undefined ? `item ${itemIndex}` : `“${inputLabel}”`,
	);
	return ` (${enumerated(names, MOST_NAMED)})`;
}

const LONGEST_CLAUSE = 500;

export const shortened = (text: string, longest = LONGEST_CLAUSE) =>
	text.length > longest ? `${beginningOf(text, longest)}…` : text;

/** Characters of the longest position that a text shows. A longer one would hide the text around it. */
const LONGEST_POSITION = 300;

/** Returns a position as JSON that can be pasted; undefined if it is too long. */
export function positionWords(next: IDataObject): string | undefined {
	const text = JSON.stringify(next, null, 1)
		// A narrow panel can break the line only at spaces.
		.replace(/\n\s*/g, ' ')
		// n8n's panel would read these characters as markup.
		.replace(/[<>&`]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
	return text.length > LONGEST_POSITION ? undefined : text;
}

type Parts = ReadonlyArray<string | false | null | undefined>;

export const sentences = (parts: Parts) => parts.filter(Boolean).join(' ');

/** Joins lines, by default for n8n's panels (n8n.md, Panels read HTML). */
export const inLines = (lines: Parts, end: '<br>' | '\n' = '<br>') =>
	lines.filter(Boolean).join(end);

/** Replaces angle brackets, because n8n's panels read `<` as markup. */
export const plain = (text: string) => text.replace(/</g, '‹').replace(/>/g, '›');
