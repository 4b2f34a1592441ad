import type { ZodType, ZodTypeDef } from 'zod/v3';

/** Gives a value of any kind its type, or says in words that complete "<Label> …" why it has none. */
export type Validator<T> = ZodType<T, ZodTypeDef, unknown>;

// Zero-width characters come with what was copied from a page or a sheet.
export const NOT_EMPTY = /^(?!\s*undefined\s*$)[\s\S]*[^\s\u180e\u200b-\u200d\u2060]/;

/**
 * Whether a parameter or setting counts as not given: undefined, null, blanks alone (empty cells of
 * a sheet), or the word "undefined" (which agents send for what they leave out).
 */
export function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	return typeof value === 'string' && !NOT_EMPTY.test(value);
}
