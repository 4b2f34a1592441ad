// Of the format characters, those that come with what is copied from a page or a sheet.
const COPIED = '\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\ufeff';

const NOT_EMPTY = new RegExp(`^(?!\\s*undefined\\s*$)[\\s\\S]*[^\\s${COPIED}]`);

const BLANK = `[\\s\\0-\\x1f\\x7f${COPIED}]`;
const BLANKS_AROUND = new RegExp(`^${BLANK}+|(?<!${BLANK})${BLANK}+$`, 'g');

/** Within a text, a script or an emoji may need what is invisible. */
export const trimmedText = (text: string) => text.replace(BLANKS_AROUND, '');

/**
 * Undefined, null, blanks alone (empty cells of a sheet), or "undefined" (which agents send for what they leave
 * out).
 */
export function isEmpty(value: unknown): boolean {
	const text = value ?? '';
	return typeof text === 'string' && !NOT_EMPTY.test(text);
}
