/** Whether a value in the place of a list means an empty list: null, "" and {} are other spellings of []. */
export const isEmptyList = (value: unknown): boolean =>
	value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** Returns the entries of a list; undefined if the value is none. Never throws. */
export function entriesOf(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	return isEmptyList(value) ? [] : undefined;
}
