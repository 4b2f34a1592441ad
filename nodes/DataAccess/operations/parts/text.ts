import { wellFormed } from '../../shared/text';

/**
 * The first of the values that is a text with something in it, as it stands. Numbers count as text,
 * whatever else JSON may hold does not.
 */
export function firstText(...values: unknown[]): string | null {
	for (const value of values) {
		if (Number.isFinite(value)) return String(value);
		const text = typeof value === 'string' ? wellFormed(value) : '';
		if (text.trim() !== '') return text;
	}
	return null;
}
