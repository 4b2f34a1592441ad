import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { PricedCall } from '../buy/pageRequest';
import type { ItemTask } from '../list/itemTask';
import type { Query } from '../operations/operation';
import { dollars, roundDollars } from '../shared/dollars';
import { copyOfJson } from '../shared/json';
import type { Telling } from './hint';
import { count } from './phrasing';

/** What an input item would send, and buy at list price; null where nobody can tell. */
export type Plan = {
	calls: number | null;
	cost: number | null;
	pricePerCall: number | null;
	endpoint: string;
	input: IDataObject;
};

type Planned = Pick<ItemTask, 'input' | 'limit' | 'isEnded'>;

/** Calls for what an item wants, while each page is full. */
function callsFor(query: Query, { input, limit, isEnded }: Planned): number | null {
	if (isEnded) return 0;
	const size = query.recordsPerCall(input);
	// Infinity: one page holds all.
	if (size === Infinity) return 1;
	return size === undefined || limit === Infinity ? null : Math.ceil(limit / size);
}

/** What an input item would buy: calls × price, whatever other items buy. */
export function planOf(
	query: Query,
	planned: Planned,
	{ price, isPriced, endpoint, input }: PricedCall & { isPriced: boolean },
): Plan {
	const calls = callsFor(query, planned);
	return {
		calls,
		cost: !isPriced || calls === null ? null : roundDollars(calls * price),
		pricePerCall: isPriced ? price : null,
		endpoint,
		// A copy: equal items would share the object.
		input: copyOfJson(input) as IDataObject,
	};
}

/** The item of a dry run. */
export const planItem = (plan: Plan, itemIndex: number): INodeExecutionData => ({
	json: plan,
	pairedItem: { item: itemIndex },
});

/** A plan, and what makes another item's list the same. */
export interface KeyedPlan {
	key: string;
	plan: Plan;
}

/** Each list once, since equal items share its calls, with the calls of the item that wants most of it. */
function listsOf(keyed: readonly KeyedPlan[]) {
	const lists = new Map<string, { most: number; pricePerCall: number | null }>();
	for (const { key, plan } of keyed) {
		// Of a list of unknown length, the least that it can take.
		const most = Math.max(plan.calls ?? 1, lists.get(key)?.most ?? 0);
		lists.set(key, { most, pricePerCall: plan.pricePerCall });
	}
	return lists.values();
}

/**
 * What a dry run tells the person in front of it.
 * @param failures input items that cannot be sent
 * @param cap US dollars that the execution may spend, Infinity for no cap
 */
export function planTellingOf(keyed: readonly KeyedPlan[], failures: number, cap: number): Telling {
	const plans = keyed.map(({ plan }) => plan);
	let [calls, cost] = [0, 0];
	for (const { most, pricePerCall } of listsOf(keyed)) {
		calls += most;
		cost = roundDollars(cost + most * (pricePerCall ?? 0));
	}
	const isLeast = plans.some((plan) => plan.calls === null);
	const [least, full] = isLeast ? ['at least ', ''] : ['', ', if all pages are full'];
	const isPriced = plans.every(({ pricePerCall }) => pricePerCall !== null);
	const money = isPriced ? `${dollars(cost)}${full}` : 'at an unknown price';
	const most = cap === Infinity ? 'any amount' : `at most ${dollars(cap)}`;
	const summary = `${count(plans.length, 'item')} would take ${least}${count(calls, 'call')}, ${money}. Max Cost (USD) allows ${most}.`;
	return {
		summary: `Dry run: nothing was bought.${plans.length > 0 ? ` ${summary}` : ''}`,
		details: failures > 0 ? `${count(failures, 'item')} would fail before a call.` : '',
		isWarning: failures > 0 || cost > cap || !isPriced,
	};
}
