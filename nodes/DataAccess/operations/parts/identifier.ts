import { isNothing } from '../../shared/nothing';

/** Text that only the service reads, word for word; undefined where it leads nowhere. Never throws. */
export function positionText(value: unknown): string | undefined {
	const isExact = typeof value === 'number' && value > 0 && value <= Number.MAX_SAFE_INTEGER;
	const text = typeof value === 'string' || isExact ? String(value) : '';
	return isNothing(text) ? undefined : text;
}

/**
 * A text, word for word, or a positive integer with all its digits, as text; undefined for all else, in the
 * spellings of nothing too. Never throws.
 */
export const identifierOf = (value: unknown): string | undefined =>
	typeof value === 'string' || Number.isInteger(value) ? positionText(value) : undefined;
