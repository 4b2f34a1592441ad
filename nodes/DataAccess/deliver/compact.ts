import type { IDataObject } from 'n8n-workflow';

import { charactersIn } from '../operations/parts/inputs';
import { grouped } from '../shared/dollars';

/** Characters of a text that an agent gets; the mark after them says how many are missing. */
export const LONGEST_TEXT = 1000;

/** The deepest level that is read: below it, neither this function nor n8n's own JSON is safe. */
const DEEPEST = 32;

const TOO_DEEP = '… (nested deeper)';

/** The beginning of a text, in whole characters, with a note of how much was cut. */
function cut(text: string): string {
	if (text.length <= LONGEST_TEXT) return text;
	const isHalf = (text.codePointAt(LONGEST_TEXT - 1) ?? 0) > 0xffff;
	const end = isHalf ? LONGEST_TEXT - 1 : LONGEST_TEXT;
	const missing = charactersIn(text.slice(end));
	const characters = missing === 1 ? 'character' : 'characters';
	return `${text.slice(0, end)}… (${grouped(missing)} ${characters} more)`;
}

const NOTHING = Symbol('nothing to read here');

function compacted(value: unknown, depth: number): unknown {
	if (typeof value === 'string') return value === '' ? NOTHING : cut(value);
	if (value === null || value === undefined) return NOTHING;
	if (typeof value !== 'object') return value;
	if (depth === DEEPEST) return TOO_DEEP;
	if (Array.isArray(value)) {
		const entries = value
			.map((entry) => compacted(entry, depth + 1))
			.filter((entry) => entry !== NOTHING);
		return entries.length === 0 ? NOTHING : entries;
	}
	const fields = Object.entries(value)
		.map(([name, inner]) => [name, compacted(inner, depth + 1)] as const)
		.filter(([, inner]) => inner !== NOTHING);
	// fromEntries makes a field even of the name __proto__.
	return fields.length === 0 ? NOTHING : Object.fromEntries(fields);
}

/**
 * A copy of a record for an agent, which pays for every character that it reads: nothing that is
 * empty (null, or a text, list or object without content, in lists too), and long texts cut. False
 * and zero stay. Linear in the record, however deep it is.
 */
export function compactRecord(record: IDataObject): IDataObject {
	const copy = compacted(record, 0);
	return copy === NOTHING ? {} : (copy as IDataObject);
}
