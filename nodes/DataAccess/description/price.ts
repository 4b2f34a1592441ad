import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operations';
import { PAGE_SIZE } from '../operations/parts/fields';
import { dollars } from '../shared/dollars';
import { USUAL_CAP } from './defaults';
import { KEPT_FROM_MODEL, withFormForTools } from './forTools';
import { onlyFor, paidOperations } from './shownFor';

/** Returns the price of a call, and its number of records unless Page Size decides it: "$0.015 per call, 20 images". */
function callWords(operation: Operation): string {
	if (operation.kind === 'lookUp') return 'free';
	if (operation.kind === 'any') return 'priced by the gateway';
	const isChosen = operation.fields.some(({ name }) => name === PAGE_SIZE);
	const size = isChosen ? undefined : operation.recordsPerCall(operation.defaults);
	const page = size === undefined ? '' : `, ${size} ${operation.noun}`;
	return `${dollars(operation.call.price)} per call${page}`;
}

/** Returns the action with its price. An AI agent reads it as the tool's description. */
export const pricedAction = (operation: Operation) =>
	`${operation.action} (${callWords(operation)})`;

/** Returns what the cap applies to, and what a call costs. */
function hintOf(operation: Operation, whose: string): string {
	const words = callWords(operation);
	return `${whose}. ${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** One for each paid operation, because the hint contains the price. */
export const maxCostProperties = paidOperations.flatMap((operation) => {
	const inNode: INodeProperties = {
		displayName: 'Max Cost (USD)',
		name: 'maxCost',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: USUAL_CAP,
		hint: hintOf(operation, 'For all input items together'),
		description:
			"The most that this node spends per execution. 0 = no cap. n8n's Retry starts again at zero.",
		displayOptions: onlyFor(operation),
	};
	const hint = hintOf(operation, 'For all uses in an execution; over MCP, for each use');
	return withFormForTools(inNode, { ...KEPT_FROM_MODEL, hint });
});
