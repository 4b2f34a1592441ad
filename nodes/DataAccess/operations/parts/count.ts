const MULTIPLIERS = new Map([
	['万', 1e4],
	['w', 1e4],
	['亿', 1e8],
	['k', 1e3],
	['m', 1e6],
	['b', 1e9],
]);

// Longer than any count, however it is written.
const LONGEST = 40;

const COUNT = /^(\d{1,16}(?:\.\d{1,16})?)\s?([万亿wkmb]?)\+?$/i;

function countOfText(text: string): number | undefined {
	if (text.length > LONGEST) return undefined;
	const [, number, unit = ''] = COUNT.exec(text.replaceAll(',', '').trim()) ?? [];
	if (number === undefined) return undefined;
	return Math.round(Number(number) * (MULTIPLIERS.get(unit.toLowerCase()) ?? 1));
}

/**
 * A count that may be a text such as "10万+" or "1.2k" (docs/development/gateway.md, Records): the
 * least number that it stands for, of the first value that is one. Null where there is none; never
 * throws.
 */
export function countOf(...values: unknown[]): number | null {
	for (const value of values) {
		// A negative number is no count.
		if (typeof value === 'number' && Number.isFinite(value)) return value < 0 ? null : value;
		const count = typeof value === 'string' ? countOfText(value) : undefined;
		if (count !== undefined) return count;
	}
	return null;
}
