import { isNothing } from '../../shared/nothing';

/** Of a number that was answered so, digits are gone. 1e15 stays: it may be an ID of digits and letters. */
const SCIENTIFIC_ANSWERED = /^\s*\d+(?:[.,]\d+e[+-]?|e[+-])\d+\s*$/i;

/** Text that only the service reads, word for word; undefined where it leads nowhere. Never throws. */
export function positionText(value: unknown): string | undefined {
	if (typeof value === 'string') return isNothing(value) ? undefined : value;
	const isExact = Number.isSafeInteger(value) || !Number.isInteger(value);
	return Number.isFinite(value) && isExact && Number(value) > 0 ? String(value) : undefined;
}

/**
 * A text, word for word, or a positive integer with all its digits, as text; undefined for all else, in the
 * spellings of nothing too. Never throws.
 */
export function identifierOf(value: unknown): string | undefined {
	const text = positionText(value);
	const isExact =
		typeof value === 'string' ? !SCIENTIFIC_ANSWERED.test(value) : Number.isInteger(value);
	return isExact ? text : undefined;
}
