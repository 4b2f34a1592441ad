// The format characters that come with a text copied from a page or a sheet.
const COPIED = '\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\ufeff';

const NOT_EMPTY = new RegExp(`^(?!\\s*undefined\\s*$)[\\s\\S]*[^\\s${COPIED}]`);

const BLANK = `[\\s\\0-\\x1f\\x7f${COPIED}]`;
const BLANKS_AROUND = new RegExp(`^${BLANK}+|(?<!${BLANK})${BLANK}+$`, 'g');

/** Trims blanks and invisible characters, but only at the ends: within a text, a script or an emoji may need them. */
export const trimmedText = (text: string) => text.replace(BLANKS_AROUND, '');

/**
 * Whether a value is undefined, null, blank (an empty cell of a sheet), or the text "undefined" (which agents send for a
 * value that they omit).
 */
export function isEmpty(value: unknown): boolean {
	const text = value ?? '';
	return typeof text === 'string' && !NOT_EMPTY.test(text);
}
