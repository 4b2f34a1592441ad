import type { IDataObject } from 'n8n-workflow';

import { roundDollars } from '../dollars';

const DOLLARS_PER_UNIT: Record<string, number> = { MICRO_DOLLAR: 1e-6, CENT: 0.01, DOLLAR: 1 };

function dollarsOf(amount: unknown): number | undefined {
	if (typeof amount !== 'object' || amount === null) return undefined;
	const { value, amount: older, currency, unit } = amount as IDataObject;
	const number = Number(value ?? older ?? NaN);
	const perUnit = DOLLARS_PER_UNIT[String(unit ?? 'DOLLAR').toUpperCase()];
	const isDollars = String(currency ?? 'USD').toUpperCase() === 'USD' && perUnit !== undefined;
	return isDollars && Number.isFinite(number) && number >= 0
		? roundDollars(number * perUnit)
		: undefined;
}

/** What a run says of money, in US dollars; undefined where it says nothing that can be read. */
export interface RunCost {
	/** What this call was charged. */
	cost?: number;
	/** What a call of this kind is listed at. */
	price?: number;
}

/** The cost from `cost`, else from `billing.reportedCost`; the price in both its forms (shapes §1). */
export function costOf(run: IDataObject): RunCost {
	const billing = (run.billing ?? {}) as IDataObject;
	const price = (run.price ?? {}) as IDataObject;
	const isOlderPrice = typeof price.amount !== 'object';
	return {
		cost: dollarsOf(run.cost) ?? dollarsOf(billing.reportedCost),
		price: dollarsOf(isOlderPrice ? price : price.amount),
	};
}
