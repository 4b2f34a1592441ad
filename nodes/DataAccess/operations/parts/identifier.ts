/** A word for nothing, with signs around it: N/A, (null), <nil>, [object Object]. */
const NO_WORD =
	/^\W{0,9}(?:null|nil|none|nan|undefined|unknown|n\W?a|true|false|infinity|invalid date|object \w+|无|暂无|空|未知)\W{0,9}$/i;

/** Zeros and signs alone say nothing either: 0, -, {}, a nil UUID. */
const SOMETHING = /\p{L}|[^\P{N}0]/u;

const NEGATIVE = /^\s*[-−]\s*\d[\d.,]{0,40}\s*$/;

/** Of a number that was written so, digits are gone. */
const SCIENTIFIC = /^\s*\d+(?:[.,]\d+e[+-]?|e[+-])\d+\s*$/i;

/** What a sheet, a client or a platform writes where there is no identifier. */
export const isNothing = (text: string) =>
	text.trim() === '' ||
	(text.length < 60 && (!SOMETHING.test(text) || NO_WORD.test(text) || NEGATIVE.test(text)));

/** Text that only the service reads, word for word; undefined where it leads nowhere. Never throws. */
export function positionOf(value: unknown): string | undefined {
	if (typeof value === 'string') return isNothing(value) ? undefined : value;
	const isExact = Number.isSafeInteger(value) || !Number.isInteger(value);
	return Number.isFinite(value) && isExact && Number(value) > 0 ? String(value) : undefined;
}

/**
 * A text, word for word, or a positive integer with all its digits, as text; undefined for all else, in the
 * spellings of nothing too. Never throws.
 */
export function identifierOf(value: unknown): string | undefined {
	const text = positionOf(value);
	const isExact = typeof value === 'string' ? !SCIENTIFIC.test(value) : Number.isInteger(value);
	return isExact ? text : undefined;
}
