import type { INodeProperties } from 'n8n-workflow';

import { operations } from '../operations';
import { KEPT_FROM_MODEL, withFormForTools } from './forTools';
import { callHint, whatItBuys } from './price';

const DEFAULT = 1;

const DESCRIPTION =
	"The most that may be spent by this node, in one execution of the workflow: all input items, pages, tries of Retry On Fail, rounds of a loop and uses by an agent together. n8n's own Retry starts at zero. A call is reserved at its list price, or at the highest price reported so far if that is higher. Buying stops when the next call would exceed the cap, so the last input items get nothing first: if the same rows of a sheet run every week, shuffle them. Set to 0 for no cap.";

/** What the node and the trigger have in common. */
export const maxCost: INodeProperties = {
	displayName: 'Max Cost (USD)',
	name: 'maxCost',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: DEFAULT,
	description: DESCRIPTION,
};

/** One for each paid operation, since each says what the default buys of it. */
export const maxCostProperties: INodeProperties[] = operations.flatMap((operation) =>
	operation.kind === 'lookUp'
		? []
		: withFormForTools(
				{
					...maxCost,
					description: `${DESCRIPTION} ${whatItBuys(DEFAULT, operation)}`,
					hint: callHint(operation),
					displayOptions: { show: { resource: [operation.resource], operation: [operation.name] } },
				},
				KEPT_FROM_MODEL,
			),
);
