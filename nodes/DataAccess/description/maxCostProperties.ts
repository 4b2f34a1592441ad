import type { INodeProperties } from 'n8n-workflow';

import { operations } from '../operations';
import type { Operation } from '../operations/operation';
import { queries } from '../operations/queries';
import { KEPT_FROM_MODEL, withFormForTools } from './forTools';
import { callHint, DEFAULT_LIMIT, whatItBuys, whatLimitCosts } from './price';

/** One for each paid operation, since each says what the defaults buy of it. */
function maxCostOf(
	operation: Operation,
	amount: number,
	whose: string,
	...sentences: string[]
): INodeProperties {
	return {
		displayName: 'Max Cost (USD)',
		name: 'maxCost',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: amount,
		description: [...sentences, whatItBuys(amount, operation)].filter(Boolean).join(' '),
		hint: `${whose}. ${callHint(operation)}`,
		displayOptions: { show: { resource: [operation.resource], operation: [operation.name] } },
	};
}

const OF_EXECUTION =
	"The most that this node spends per execution. 0 = no cap. n8n's Retry starts again at zero.";

export const maxCostProperties = operations
	.filter(({ kind }) => kind !== 'lookUp')
	.flatMap((operation) => {
		const cap = (whose: string, limit: number) =>
			maxCostOf(operation, 1, whose, OF_EXECUTION, whatLimitCosts(limit, operation));
		const inNode = cap('For all input items together', DEFAULT_LIMIT.node);
		const { description, hint } = cap(
			'For all uses in an execution; over MCP, for each use',
			DEFAULT_LIMIT.tool,
		);
		return withFormForTools(inNode, { ...KEPT_FROM_MODEL, description, hint });
	});

/** The trigger's, for one poll. */
export const maxPollCostProperties = queries.map((query) =>
	maxCostOf(query, 0.1, 'Per poll', 'The most that one poll spends. 0 = no cap.'),
);
