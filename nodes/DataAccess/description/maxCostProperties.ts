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
	"The most that this node spends per execution. 0 = no cap. n8n's Retry starts again at zero.",
).flatMap((property) => withFormForTools(property, KEPT_FROM_MODEL));

/** The trigger's, for one poll. */
export const maxPollCostProperties = maxCostsOf(
	queries,
	0.1,
	'The most that one poll spends. 0 = no cap.',
);
