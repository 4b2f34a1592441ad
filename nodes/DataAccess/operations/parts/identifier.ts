import { isNothing } from '../../shared/nothing';

/** Returns a text that only the service understands, unchanged; undefined if it leads to no page. Never throws. */
export function positionText(value: unknown): string | undefined {
	const isExact = typeof value === 'number' && value > 0 && value <= Number.MAX_SAFE_INTEGER;
	const text = typeof value === 'string' || isExact ? String(value) : '';
	return isNothing(text) ? undefined : text;
}

/**
 * Returns an ID as text: a text unchanged, or a positive integer with all its digits. undefined for any other value, and
 * for the spellings of nothing. Never throws.
 */
export const identifierOf = (value: unknown): string | undefined =>
	typeof value === 'string' || Number.isInteger(value) ? positionText(value) : undefined;
