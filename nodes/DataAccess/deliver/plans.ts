import type { IDataObject } from 'n8n-workflow';

import type { OwnCall } from '../buy/deployment';
import type { ItemTask } from '../list/itemTask';
import type { Query } from '../operations/operation';
import { dollars, roundDollars } from '../shared/dollars';
import { copyOfJson, sortedJson } from '../shared/jsonValues';
import type { Hint } from './hint';
import { count, sentences } from './phrasing';
import type { Remark } from './remarks';

/** What an input item would send, and buy at list price; null where nobody can tell. */
export type Plan = {
	calls: number | null;
	cost: number | null;
	pricePerCall: number | null;
	endpoint: string;
	input: IDataObject;
};

type Planned = Pick<ItemTask, 'input' | 'limit' | 'begin'>;

function callsFor(query: Query, { input, limit, begin }: Planned): number | null {
	if (begin === null) return 0;
	const size = query.recordsPerCall(input);
	// Infinity: one page holds all.
	if (size === Infinity) return 1;
	if (size === undefined || limit === Infinity) return null;
	// What an earlier run has delivered of the page that Limit cut comes with it again.
	return Math.ceil((begin.seen.length + limit) / size);
}

/** What an input item would buy: calls × price, whatever other items buy. */
export function planOf(query: Query, planned: Planned, call: OwnCall): Plan {
	const calls = callsFor(query, planned);
	const { price: pricePerCall = null, endpoint, input } = call;
	return {
		calls,
		cost: pricePerCall === null || calls === null ? null : roundDollars(calls * pricePerCall),
		pricePerCall,
		endpoint,
		// A copy: equal items would share the object.
		input: copyOfJson(input) as IDataObject,
	};
}

/** A list of unknown length takes one at least. */
const leastCalls = ({ calls }: Plan) => calls ?? 1;

/** Of the items that ask for the same, which share their calls in a run, the one that takes the most. */
const distinctPlans = (plans: readonly Plan[]): Plan[] => [
	...new Map(
		plans
			.toSorted((one, other) => leastCalls(one) - leastCalls(other))
			.map((plan) => [sortedJson([plan.endpoint, plan.input]), plan]),
	).values(),
];

/**
 * What a dry run tells the person in front of it. A later run of watched lists may read on behind Limit.
 * @param failures input items that cannot be sent
 * @param cap US dollars that the execution may spend, Infinity for no cap
 * @param remarks where nobody is in front of it
 */
export function hintForPlans(
	plans: readonly Plan[],
	failures: number,
	cap: number,
	remarks: readonly Remark[],
): Hint {
	const distinct = distinctPlans(plans);
	const calls = distinct.reduce((sum, plan) => sum + leastCalls(plan), 0);
	const cost = roundDollars(
		distinct.reduce((sum, plan) => sum + leastCalls(plan) * (plan.pricePerCall ?? 0), 0),
	);
	const isUnpriced = plans.some(({ pricePerCall }) => pricePerCall === null);
	const [least, reused] = plans.some((plan) => plan.calls === null)
		? ['at least ', ', unless pages are reused']
		: ['', ''];
	const money = isUnpriced ? 'at an unknown price' : dollars(cost);
	const details = sentences([
		...remarks.map(({ text }) => `${text}.`),
		failures > 0 && `${count(failures, 'item')} would fail before a call.`,
	]);
	return {
		summary: sentences([
			'Dry run: nothing was bought.',
			`With full pages, ${count(plans.length, 'item')} would take ${least}${count(calls, 'call')}, ${money}${reused}.`,
			cap !== Infinity && `Max Cost (USD) allows at most ${dollars(cap)}.`,
		]),
		details,
		isWarning: details !== '' || cost > cap || isUnpriced,
	};
}
