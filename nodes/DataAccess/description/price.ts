import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operations';
import { PAGE_SIZE } from '../operations/parts/fields';
import { dollars } from '../shared/dollars';
import { USUAL_CAP } from './defaults';
import { KEPT_FROM_MODEL, withFormForTools } from './forTools';
import { onlyFor, paidOperations } from './shownFor';

/** What a call costs, and what it returns where that is known and not up to Page Size: "$0.015 per call, 20 images". */
function callWords(operation: Operation): string {
	if (operation.kind === 'lookUp') return 'free';
	if (operation.kind === 'any') return 'priced by the gateway';
	const isChosen = operation.fields.some(({ name }) => name === PAGE_SIZE);
	const size = isChosen ? undefined : operation.recordsPerCall(operation.defaults);
	const page = size === undefined ? '' : `, ${size} ${operation.noun}`;
	return `${dollars(operation.call.price)} per call${page}`;
}

/** Also what an AI agent reads of the tool. */
export const pricedAction = (operation: Operation) =>
	`${operation.action} (${callWords(operation)})`;

/** Whose cap it is, and what a call costs. */
function hintOf(operation: Operation, whose: string): string {
	const words = callWords(operation);
	return `${whose}. ${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** One for each paid operation, since its hint has the price. */
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
