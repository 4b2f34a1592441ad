import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Plan } from '../buy/callPlan';
import { dollars, roundDollars } from '../shared/dollars';
import { copyOfJson } from '../shared/json';
import type { Telling } from './hint';
import { count } from './phrasing';

/** The item of a dry run: what would be sent, and what that costs. */
export function planItem(
	{ price, calls, cost, costAtMost }: Plan,
	{ endpoint, input }: { endpoint: string; input: object },
	itemIndex: number,
): INodeExecutionData {
	const json = {
		calls,
		cost,
		costAtMost: costAtMost === Infinity ? null : costAtMost,
		pricePerCall: price === 0 ? null : price,
		endpoint,
		// A copy: equal items would share the object.
		input: copyOfJson(input) as IDataObject,
	};
	return { json, pairedItem: { item: itemIndex } };
}

/** The sum of the plans. One of unknown length counts as one call, the least that it can take. */
function totalOf(plans: readonly Plan[]) {
	const sum = { calls: 0, cost: 0, most: 0, shared: 0, isOpen: false, isPriced: true };
	for (const { price, calls, costAtMost, isShared } of plans) {
		sum.calls += calls ?? 1;
		sum.cost = roundDollars(sum.cost + (calls ?? 1) * price);
		sum.most = roundDollars(sum.most + costAtMost);
		sum.shared += isShared ? 1 : 0;
		sum.isOpen ||= calls === null;
		sum.isPriced &&= price > 0;
	}
	return sum;
}

/** How much of the plans Max Cost allows: it applies to all of them together. */
function boundWords({ cost, most }: ReturnType<typeof totalOf>, cap: number): string {
	if (cost > cap) return `. Max Cost (USD) would stop the run at ${dollars(cap)}`;
	const bound = Math.min(most, cap);
	return bound === Infinity ? ', without an upper limit' : `, at most ${dollars(bound)}`;
}

/**
 * What a dry run tells the person in front of it.
 * @param failures input items that cannot be sent
 * @param cap US dollars that the execution may spend, Infinity for no cap
 */
export function planTellingOf(plans: readonly Plan[], failures: number, cap: number): Telling {
	const sum = totalOf(plans);
	const calls = `${sum.isOpen ? 'at least ' : ''}${count(sum.calls, 'call')}`;
	const money = sum.isPriced
		? `${dollars(sum.cost)}${boundWords(sum, cap)}`
		: 'at an unknown price';
	const summary = [
		'Dry run: nothing was bought.',
		plans.length > 0 && `${count(plans.length, 'item')} would take ${calls}, ${money}.`,
	];
	const details = [
		sum.shared > 0 &&
			`${count(sum.shared, 'item')} would share the calls of another item and cost nothing.`,
		failures > 0 && `${count(failures, 'item')} would fail before a call.`,
	];
	return {
		summary: summary.filter(Boolean).join(' '),
		details: details.filter(Boolean).join(' '),
		isWarning: failures > 0 || sum.cost > cap || !sum.isPriced,
	};
}
