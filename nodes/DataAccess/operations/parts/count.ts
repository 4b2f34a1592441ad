import { oneLine } from '../../shared/text';

const UNITS: Readonly<Record<string, number>> = {
	...{ 十: 1e1, 百: 1e2, 千: 1e3, 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8, 천: 1e3, 만: 1e4, 억: 1e8 },
	...{ w: 1e4, k: 1e3, m: 1e6, b: 1e9 },
};

const LONGEST = 40;

const COUNT =
	/^(\d[\d.,'’ ]*)([十百千万萬천만]?[十百千万萬亿億천만억]|[wkmb])? ?(?:\+|多|余|以上)?$/i;

/** Digits alone, or in groups: of three, or in India of two before the last three. */
const WHOLE =
	/^(?:\d{1,16}|\d{1,3}(?:,\d{3}){1,5}|\d{1,2}(?:,\d{2}){1,5},\d{3}|\d{1,3}(?: \d{3}){1,5}|\d{1,3}(?:['’]\d{3}){1,5}|\d{1,3}(?:\.\d{3}){2,5})$/;

/** A fraction, and with it perhaps groups, whose mark is then another one. */
const FRACTION = /^(\d{1,16}|\d{1,3}(?:,\d{3})+(?=\.)|\d{1,3}(?:\.\d{3})+(?=,))[.,](\d{1,16})$/;

/** undefined where a mark may stand for a fraction or for thousands: before an Asian unit it is one of thousands. */
function amountOf(digits: string, unit: string): number | undefined {
	const isWhole = WHOLE.test(digits);
	const [, whole, fraction = ''] = FRACTION.exec(digits) ?? [];
	// 1,234K may be either.
	if (isWhole && whole !== undefined && /^[a-z]$/i.test(unit)) return undefined;
	if (isWhole) return Number(digits.replace(/\D/g, ''));
	if (whole === undefined) return undefined;
	// A count without a unit has no fraction but zero.
	if (unit === '' && !/^00?$/.test(fraction)) return undefined;
	return Number(`${whole.replace(/\D/g, '')}.${fraction}`);
}

function countOfText(text: string): number | undefined {
	if (text.length > LONGEST) return undefined;
	const [, digits = '', unit = ''] = COUNT.exec(oneLine(text)) ?? [];
	const number = amountOf(digits.trim(), unit);
	if (number === undefined) return undefined;
	const factors = [...unit.toLowerCase()].map((each) => UNITS[each] ?? NaN);
	return Math.round(factors.reduce((product, factor) => product * factor, number));
}

/**
 * A count, also of a text such as "10万+" or "1.2k" (docs/development/gateway.md, Records): the least that
 * it stands for. Null where there is none, or a text can be read in two ways; never throws.
 */
export function countOf(value: unknown): number | null {
	const count = typeof value === 'string' ? countOfText(value) : value;
	const isCount = typeof count === 'number' && count >= 0 && count <= Number.MAX_SAFE_INTEGER;
	return isCount ? count : null;
}
