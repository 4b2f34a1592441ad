import { roundDollars } from '../shared/dollars';
import { isObject, numberOf, objectOf } from '../shared/values';

const DOLLARS_PER_UNIT = new Map([
	['MICRO_DOLLAR', 1e-6],
	['CENT', 0.01],
	['DOLLAR', 1],
]);

/** US dollars: an amount above this is misread, since the dearest operation costs 0.015. */
export const MOST_PER_CALL = 1000;

/** A name in capitals, the usual one where there is none; undefined where it is no text. */
function nameIn(value: unknown, usual: string): string | undefined {
	if (value === undefined || value === null) return usual;
	return typeof value === 'string' ? value.toUpperCase() : undefined;
}

/** @param usualUnit of an amount that names none */
function dollarsOf(amount: unknown, usualUnit = 'DOLLAR'): number | undefined {
	const { value, amount: older, currency, unit } = objectOf(amount);
	const number = numberOf(value ?? older);
	const perUnit = DOLLARS_PER_UNIT.get(nameIn(unit, usualUnit) ?? '');
	if (number === undefined || perUnit === undefined) return undefined;
	if (nameIn(currency, 'USD') !== 'USD') return undefined;
	const dollars = number * perUnit;
	return dollars >= 0 && dollars <= MOST_PER_CALL ? roundDollars(dollars) : undefined;
}

/**
 * US dollars of a price, with the fee that some have on top: `{amount: {value, currency, unit}, flatFee}`, or with a
 * number as amount and fee, and currency and unit beside them.
 */
function listedPriceOf(price: unknown): number | undefined {
	const { amount, currency, unit, flatFee } = objectOf(price);
	const inDollars = (part: unknown) =>
		dollarsOf({ currency, unit, ...(isObject(part) ? part : { amount: part }) });
	const fee = inDollars(flatFee ?? 0);
	const base = inDollars(amount);
	return base === undefined || fee === undefined ? undefined : dollarsOf({ amount: base + fee });
}

/** US dollars per call of a listed price; undefined where it is none of a call. */
export function pricePerCallOf(price: unknown): number | undefined {
	return nameIn(objectOf(price).type, '') === 'PER_CALL' ? listedPriceOf(price) : undefined;
}

/** What a run says of money, in US dollars up to `MOST_PER_CALL`; undefined where that is no such amount. */
export interface RunCost {
	cost?: number;
	/** What a call of this kind is listed at. */
	price?: number;
}

/** Reads the forms of docs/development/gateway.md, Money. */
export function costOf(run: Record<string, unknown>): RunCost {
	return {
		cost: dollarsOf(run.cost) ?? dollarsOf(objectOf(run.billing).reportedCost, 'none'),
		price: listedPriceOf(run.price),
	};
}
