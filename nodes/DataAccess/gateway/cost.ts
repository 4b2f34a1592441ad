import { roundDollars } from '../shared/dollars';
import { isObject, numberOf, objectOf, trimmed } from '../shared/values';

const DOLLARS_PER_UNIT: Record<string, number> = { MICRO_DOLLAR: 1e-6, CENT: 0.01, DOLLAR: 1 };

/** US dollars of `{value, currency, unit}`; undefined where it is no such amount. */
function dollarsOf(amount: unknown): number | undefined {
	const { value, currency = 'USD', unit } = objectOf(amount);
	const perUnit = DOLLARS_PER_UNIT[trimmed(unit)] ?? NaN;
	const dollars = (numberOf(value) ?? NaN) * perUnit;
	return currency === 'USD' && dollars >= 0 ? roundDollars(dollars) : undefined;
}

/** Of prices and older costs, which are in dollars where they name no unit. */
const inDollars = (amount: unknown) => dollarsOf({ unit: 'DOLLAR', ...objectOf(amount) });

const NO_FEE = { value: 0, currency: 'USD' };

/** US dollars of a price, with the fee that some have on top: each `{value, currency}`, or a number beside a currency. */
function listedPriceOf(price: unknown): number | undefined {
	const { amount, currency, flatFee } = objectOf(price);
	const [base = NaN, fee = NaN] = [amount, flatFee ?? NO_FEE].map((part) =>
		inDollars(isObject(part) ? part : { value: part, currency }),
	);
	return inDollars({ value: base + fee, currency: 'USD' });
}

/** US dollars per call of a listed price; undefined where it is none of a call. */
export const pricePerCallOf = (price: unknown): number | undefined =>
	objectOf(price).type === 'PER_CALL' ? listedPriceOf(price) : undefined;

/** What a run says of money, in US dollars; undefined where that is no such amount. */
export interface RunCost {
	cost?: number;
	/** What a call of this kind is listed at. */
	price?: number;
}

/** Reads the forms of docs/development/gateway.md, Money. */
export const costOf = (run: Record<string, unknown>): RunCost => ({
	cost: inDollars(run.cost) ?? dollarsOf(objectOf(run.billing).reportedCost),
	price: listedPriceOf(run.price),
});
