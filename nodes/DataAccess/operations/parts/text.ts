/**
 * The first of the values that is a text with something in it. Numbers count as text, whatever
 * else JSON may hold does not.
 */
export function firstText(...values: unknown[]): string | null {
	for (const value of values) {
		if (Number.isFinite(value)) return String(value);
		if (typeof value === 'string' && value.trim() !== '') return value;
	}
	return null;
}
