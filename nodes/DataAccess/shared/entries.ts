/** Whether a value is empty where a list is known to stand: null, "" and {} are other spellings of []. */
export const isEmptyList = (value: unknown): boolean =>
	value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** The entries of a list; undefined where there is none. Never throws. */
export function entriesOf(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	return isEmptyList(value) ? [] : undefined;
}
