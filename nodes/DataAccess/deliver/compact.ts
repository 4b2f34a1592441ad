import type { IDataObject } from 'n8n-workflow';

import { grouped } from '../shared/dollars';
import { beginningOf } from '../shared/text';

/** Characters of a text that an agent gets; the mark after them says how many are missing. */
const LONGEST_TEXT = 1000;

/** The beginning of a text, in whole characters, with a note of how much was cut. */
function cut(text: string): string {
	if (text.length <= LONGEST_TEXT) return text;
	const kept = beginningOf(text, LONGEST_TEXT);
	const missing = Array.from(text.slice(kept.length)).length;
	const characters = missing === 1 ? 'character' : 'characters';
	return `${kept}… (${grouped(missing)} ${characters} more)`;
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
