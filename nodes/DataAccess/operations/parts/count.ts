const UNITS: Readonly<Record<string, number>> = {
	...{ 千: 1e3, 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8 },
	...{ w: 1e4, k: 1e3, m: 1e6, b: 1e9 },
};

const LONGEST = 40;

/** Digits alone, or in groups of three. */
const WHOLE = /^(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4}|\d{1,3}(?: \d{3}){1,4})$/;

/** Before a unit. With three digits behind it, a comma may be one of thousands. */
const ROUNDED = /^(\d{1,6})(?:[.,](\d{1,2}))? ?([千万萬亿億wkmb])$/i;

function countOfText(text: string): number | undefined {
	if (text.length > LONGEST) return undefined;
	const written = text
		.replace(/\s/g, ' ')
		.replace(/[+＋] *$/, '')
		.trim();
	if (WHOLE.test(written)) return Number(written.replace(/\D/g, ''));
	const [, whole, fraction = '0', unit = ''] = ROUNDED.exec(written) ?? [];
	if (whole === undefined) return undefined;
	return Math.round(Number(`${whole}.${fraction}`) * (UNITS[unit.toLowerCase()] ?? NaN));
}

/**
 * The first count, also of a text such as "10万+" or "1.2k" (docs/development/gateway.md, Records): the least that
 * it stands for. Null where there is none, or a text can be read in two ways; never throws.
 */
export function countOf(...values: unknown[]): number | null {
	for (const value of values) {
		if (typeof value === 'number' && Number.isFinite(value)) return value < 0 ? null : value;
		const count = typeof value === 'string' ? countOfText(value) : undefined;
		if (count !== undefined) return count;
	}
	return null;
}
