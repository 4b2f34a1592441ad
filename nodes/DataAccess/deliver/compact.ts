import type { IDataObject } from 'n8n-workflow';

import { grouped } from '../shared/dollars';

/** Characters of a text that an agent gets; the mark after them says how many are missing. */
const LONGEST_TEXT = 1000;

/** The beginning of a text, in whole characters, with a note of how much was cut. */
function cut(text: string): string {
	if (text.length <= LONGEST_TEXT) return text;
	const isHalf = (text.codePointAt(LONGEST_TEXT - 1) ?? 0) > 0xffff;
	const end = isHalf ? LONGEST_TEXT - 1 : LONGEST_TEXT;
	const missing = Array.from(text.slice(end)).length;
	const characters = missing === 1 ? 'character' : 'characters';
	return `${text.slice(0, end)}… (${grouped(missing)} ${characters} more)`;
}

/**
 * A simplified record for an agent, which pays for every character that it reads: without empty
 * fields, and with long texts cut.
 */
export function compactRecord(
	record: Readonly<Record<string, string | number | null>>,
): IDataObject {
	const told = Object.entries(record).filter(([, value]) => value !== null);
	return Object.fromEntries(
		told.map(([name, value]) => [name, typeof value === 'string' ? cut(value) : value]),
	);
}
