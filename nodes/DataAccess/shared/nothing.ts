/*
 * What counts as empty depends on who wrote it, from the narrowest to the widest:
 *
 * | isUnset (gateway/inputGroups.ts)       | fields of an input, as a gateway keeps it | undefined, null, ""   |
 * | isEmpty (operations/parts/blank.ts)    | what people and sheets enter              | blanks, "undefined"   |
 * | isLeftOut (operations/parts/inputs.ts) | what models enter                         | "null"                |
 * | isNothing                              | texts of a service                        | "N/A", "none", "-", 0 |
 * | isVoid                                 | all values of a service                   | false, [], {}         |
 */

/** Words for nothing, with signs between and around them: N/A, (null), <nil>, null_null, [object Object]. */
const NO_WORDS =
	/^[^\p{L}\p{N}]{0,9}(?:(?:null|nil|none|nan|undefined|unknown|n[^\p{L}\p{N}]?a|true|false|infinity|invalid date|object \w+|无|暂无|空|未知|0+)(?:[^\p{L}\p{N}]{1,9}|$)){1,4}$/iu;

/** Zeros and signs alone say nothing either: 0, -, {}, a nil UUID. */
const SOMETHING = /\p{L}|[^\P{N}0]/u;

/** No ID, count, time or position is one. */
const NEGATIVE = /^\s*[-−]\s*\d[\d.,]{0,40}\s*$/;

/** Whether a text is what a sheet, a client or a platform writes where there is nothing. */
export function isNothing(written: string): boolean {
	if (written.length >= 60) return written.trim() === '';
	// Wide characters as narrow ones.
	const text = written.normalize('NFKC');
	return !SOMETHING.test(text) || NO_WORDS.test(text) || NEGATIVE.test(text);
}

/** Whether a value holds nothing, also as Go and PHP write it: null, 0, false, " ", "null", [], {}. */
export function isVoid(value: unknown): boolean {
	if (typeof value === 'string') return isNothing(value);
	return !value || (typeof value === 'object' && Object.keys(value).length === 0);
}
