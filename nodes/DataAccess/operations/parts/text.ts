import { wellFormed } from '../../shared/text';

/** The first text or number with something in it, as it stands. */
export function firstText(...values: unknown[]): string | null {
	for (const value of values) {
		if (Number.isFinite(value)) return String(value);
		const text = typeof value === 'string' ? wellFormed(value) : '';
		if (text.trim() !== '') return text;
	}
	return null;
}
