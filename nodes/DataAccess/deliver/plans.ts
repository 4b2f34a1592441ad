import type { IDataObject } from 'n8n-workflow';

import type { OwnCall } from '../buy/deployment';
import type { ItemTask } from '../list/itemTask';
import type { Query } from '../operations/operation';
import { dollars, roundDollars } from '../shared/dollars';
import { copyOfJson, sortedJson } from '../shared/jsonValues';
import type { Hint } from './hint';
import { count, sentences } from './phrasing';
import type { Remark } from './remarks';

/** What an input item would send, and its cost at list price; null if unknown. */
export type Plan = {
	calls: number | null;
	cost: number | null;
	pricePerCall: number | null;
	endpoint: string;
	input: IDataObject;
};

type Planned = Pick<ItemTask, 'input' | 'limit' | 'start'>;

function callsFor(query: Query, { input, limit, start }: Planned): number | null {
	if (start === null) return 0;
	const size = query.recordsPerCall(input);
	// One page has all records.
	if (size === Infinity) return 1;
	if (size === undefined || limit === Infinity) return null;
	// The first page also has records that an earlier run delivered before Limit cut the page.
	return Math.ceil((start.seen.length + limit) / size);
}

/** Returns what an input item would buy on its own: calls × price. */
export function planOf(query: Query, planned: Planned, call: OwnCall): Plan {
	const calls = callsFor(query, planned);
	const { price: pricePerCall = null, endpoint, input } = call;
	return {
		calls,
		cost: pricePerCall === null || calls === null ? null : roundDollars(calls * pricePerCall),
		pricePerCall,
		endpoint,
		// Otherwise equal items would share the object.
		input: copyOfJson(input) as IDataObject,
	};
}

/** A list of unknown length takes at least one call. */
const leastCalls = ({ calls }: Plan) => calls ?? 1;

/** Returns one plan for equal items: the one with the most calls. In a run, equal items share their calls. */
const distinctPlans = (plans: readonly Plan[]): Plan[] => [
	...new Map(
		plans
			.toSorted((one, other) => leastCalls(one) - leastCalls(other))
			.map((plan) => [sortedJson([plan.endpoint, plan.input]), plan]),
	).values(),
];

/**
 * Returns the hint of a dry run. A later run of watched lists may read past Limit, so it may cost more.
 * @param failures input items that cannot be sent
 * @param cap US dollars that the execution may spend, Infinity for no cap
 * @param remarks on the run; a production run has the one that Dry Run is on
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
