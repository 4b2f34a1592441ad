import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operations';
import { defaultInputOf } from '../operations/gateway/inputSchema';
import type { KnownQuery } from '../operations/operation';
import { queries } from '../operations/queries';
import { dollars } from '../shared/dollars';
import { USUAL_CAP, USUAL_CAP_OF_POLL } from './defaults';
import { KEPT_FROM_MODEL, withFormForTools } from './forTools';
import { onlyFor, paidOperations } from './shownFor';

/** What a call costs, and what it returns where that is known and not up to Page Size: "$0.015 per call, 20 images". */
function callWords(operation: Operation): string {
	if (operation.kind === 'lookUp') return 'free';
	if (operation.kind === 'openQuery') return 'priced by the gateway';
	const isChosen = operation.fields.some(({ name }) => name === 'pageSize');
	const size = isChosen ? undefined : operation.recordsPerCall(defaultInputOf(operation));
	const page = size === undefined ? '' : `, ${size} ${operation.noun}`;
	return `${dollars(operation.call.price)} per call${page}`;
}

/** Also what an AI agent reads of the tool. */
export const pricedAction = (operation: Operation) =>
	`${operation.action} (${callWords(operation)})`;

export const polledAction = (query: KnownQuery) =>
	`${query.pollAction} (${dollars(query.call.price)} per poll or more)`;

/** What polling costs: it stands below n8n's schedule, for which no node can set the default. */
export function pollWords(query: KnownQuery): string {
	const { price } = query.call;
	const daily = (polls: number) => dollars(polls * price);
	return `Choose every hour or less often: every poll buys at least one page (${dollars(price)}). Publishing and Fetch Test Event poll, too. A day costs at least ${daily(24)} with a poll every hour, and ${daily(1440)} with one every minute, which is n8n's default.`;
}

/** Whose cap it is, and what a call costs. */
function hintOf(operation: Operation, whose: string): string {
	const words = callWords(operation);
	return `${whose}. ${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** One for each paid operation, since its hint has the price. */
const maxCostOf = (operation: Operation, own: Partial<INodeProperties>): INodeProperties => ({
	displayName: 'Max Cost (USD)',
	name: 'maxCost',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: USUAL_CAP,
	displayOptions: onlyFor(operation),
	...own,
});

export const maxCostProperties = paidOperations.flatMap((operation) => {
	const inNode = maxCostOf(operation, {
		hint: hintOf(operation, 'For all input items together'),
		description:
			"The most that this node spends per execution. 0 = no cap. n8n's Retry starts again at zero.",
	});
	const hint = hintOf(operation, 'For all uses in an execution; over MCP, for each use');
	return withFormForTools(inNode, { ...KEPT_FROM_MODEL, hint });
});

export const maxPollCostProperties = queries.map((query) =>
	maxCostOf(query, {
		hint: hintOf(query, 'Per poll'),
		default: USUAL_CAP_OF_POLL,
		description: 'The most that one poll spends. 0 = no cap.',
	}),
);
