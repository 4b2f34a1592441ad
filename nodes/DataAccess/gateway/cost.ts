import { roundDollars } from '../shared/dollars';
import { isObject, numberOf, objectOf, trimmed } from '../shared/values';

const DOLLARS_PER_UNIT: Record<string, number> = { MICRO_DOLLAR: 1e-6, CENT: 0.01, DOLLAR: 1 };

/** Reads `{value, currency, unit}` in US dollars; undefined if it is not such an amount. */
function dollarsOf(amount: unknown): number | undefined {
	const { value, currency = 'USD', unit } = objectOf(amount);
	const perUnit = DOLLARS_PER_UNIT[trimmed(unit)] ?? NaN;
	const dollars = (numberOf(value) ?? NaN) * perUnit;
	return currency === 'USD' && dollars >= 0 ? roundDollars(dollars) : undefined;
}

/** Reads prices and older costs, which are in dollars if they have no unit. */
const inDollars = (amount: unknown) => dollarsOf({ unit: 'DOLLAR', ...objectOf(amount) });

const NO_FEE = { value: 0, currency: 'USD' };

/**
 * Reads a price and its optional flat fee in US dollars. Each is `{value, currency}`, or a number beside a currency.
 */
function listedPriceOf(price: unknown): number | undefined {
	const { amount, currency, flatFee } = objectOf(price);
	const [base = NaN, fee = NaN] = [amount, flatFee ?? NO_FEE].map((part) =>
		inDollars(isObject(part) ? part : { value: part, currency }),
	);
	return inDollars({ value: base + fee, currency: 'USD' });
}

/** Returns a listed price in US dollars per call; undefined if the price is not per call. */
export const pricePerCallOf = (price: unknown): number | undefined =>
	objectOf(price).type === 'PER_CALL' ? listedPriceOf(price) : undefined;

/** What a run reports about money, in US dollars; undefined if it is missing or unreadable. */
export interface GatewayRunCost {
	cost?: number;
	/** The listed price of such a call. */
	price?: number;
}

/** Reads the forms of docs/development/gateway.md, Money. */
export const costOf = (run: Record<string, unknown>): GatewayRunCost => ({
	cost: inDollars(run.cost) ?? dollarsOf(objectOf(run.billing).reportedCost),
	price: listedPriceOf(run.price),
});
