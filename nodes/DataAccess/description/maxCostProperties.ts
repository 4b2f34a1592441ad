import type { INodeProperties } from 'n8n-workflow';

import { operations } from '../operations';
import type { Operation } from '../operations/operation';
import { queries } from '../operations/queries';
import { KEPT_FROM_MODEL, withFormForTools } from './forTools';
import { callHint, whatItBuys } from './price';

/** One for each paid operation, since each says what the default buys of it. */
function maxCostsOf(
	offered: readonly Operation[],
	amount: number,
	description: string,
): INodeProperties[] {
	return offered
		.filter(({ kind }) => kind !== 'lookUp')
		.map((operation) => ({
			displayName: 'Max Cost (USD)',
			name: 'maxCost',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: amount,
			description: `${description} ${whatItBuys(amount, operation)}`,
			hint: callHint(operation),
			displayOptions: { show: { resource: [operation.resource], operation: [operation.name] } },
		}));
}

export const maxCostProperties = maxCostsOf(
	operations,
	1,
	"The most that may be spent by this node, in one execution of the workflow: on all input items, pages, tries of Retry On Fail, rounds of a loop and uses by an agent together. n8n's own Retry starts at zero. Buying stops when the next call, at its list price or at a higher price reported before, would exceed the cap. The last input items then get nothing: if the same rows of a sheet run every week, shuffle them. Set to 0 for no cap.",
).flatMap((property) => withFormForTools(property, KEPT_FROM_MODEL));

/** The trigger's, for one poll. */
export const maxPollCostProperties = maxCostsOf(
	queries,
	0.1,
	'The most that one poll may spend. Set to 0 for no cap.',
);
