import type { IDataObject } from 'n8n-workflow';

import type { Spending } from '../buy/money';
import { dollars } from '../shared/dollars';
import { beginningOf } from '../shared/text';

export const count = (number: number, noun: string) =>
	`${number} ${noun}${number === 1 ? '' : 's'}`;

/** What calls cost, as far as it is known, and what they may have cost beyond that. */
export function costWords({ cost, isEstimate, possible }: Readonly<Spending>): string {
	const charged = `${dollars(cost)}${isEstimate ? ' (estimated from standard prices)' : ''}`;
	return possible > 0 ? `${charged}, and perhaps ${dollars(possible)} more` : charged;
}

/** Inputs that a sentence names; their fields are in the report and in error items. */
const MOST_NAMED = 3;

interface LabelledItem {
	itemIndex: number;
	inputLabel?: string;
}

/** Characters of a name in a sentence. */
const LONGEST_NAME = 80;

/** Names in a sentence, the first of them where there are many. */
export function enumerated(names: readonly string[], most: number): string {
	const first = names.slice(0, most).map((name) => shortened(name, LONGEST_NAME));
	const more = names.length > most ? [`${names.length - most} more`] : [];
	return plain([...first, ...more].join(', '));
}

/** Of which items a sentence is, where not of all. */
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

/** Characters of the longest position that a text shows: a longer one hides what stands beside it. */
const LONGEST_POSITION = 300;

/** A position as JSON to be pasted; undefined where it is too long to be shown. */
export function positionWords(next: IDataObject): string | undefined {
	const text = JSON.stringify(next, null, 1)
		// With spaces, so that a narrow panel can break the line.
		.replace(/\n\s*/g, ' ')
		// What n8n's panel would read as markup.
		.replace(/[<>&`]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
	return text.length > LONGEST_POSITION ? undefined : text;
}

type Parts = ReadonlyArray<string | false | null | undefined>;

export const sentences = (parts: Parts) => parts.filter(Boolean).join(' ');

/** Lines, by default for n8n's panels (n8n.md, Panels read HTML). */
export const inLines = (lines: Parts, end: '<br>' | '\n' = '<br>') =>
	lines.filter(Boolean).join(end);

/** Text that n8n shows unchanged: its panels read `<` as markup. */
export const plain = (text: string) => text.replace(/</g, '‹').replace(/>/g, '›');
