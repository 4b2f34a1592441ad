const UNITS: Readonly<Record<string, number>> = { 万: 1e4, w: 1e4, k: 1e3, m: 1e6 };

/** Digits, perhaps in groups of three, or a number before a unit: 1,234, 1.2万, 10万+. */
const COUNT = /^(?:(\d{1,16}|\d{1,3}(?:,\d{3}){1,5})|(\d{1,9}(?:\.\d{1,9})?) ?([万wkm]))\+?$/i;

function countOfText(text: string): number {
	const [, digits, amount, unit = ''] = COUNT.exec(text) ?? [];
	if (digits !== undefined) return Number(digits.replaceAll(',', ''));
	return Math.round(Number(amount) * (UNITS[unit.toLowerCase()] ?? 1));
}

/**
 * Returns a count. Of a text such as "10万+" or "1.2k" (docs/development/gateway.md, Records), it is the least that the
 * text can mean. Null if there is none. Never throws.
 */
export function countOf(value: unknown): number | null {
	const count = typeof value === 'string' ? countOfText(value.trim()) : value;
	const isCount = typeof count === 'number' && count >= 0 && count <= Number.MAX_SAFE_INTEGER;
	return isCount ? count : null;
}
