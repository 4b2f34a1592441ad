import type { INodeProperties } from 'n8n-workflow';

import { operations } from '../operations';
import { callHint, whatItBuys } from './price';

const DEFAULT = 1;

const DESCRIPTION =
	'The most that this node may spend in one execution of the workflow, including all input items, pages, retries and loop rounds. Buying stops when the next call would exceed it, and the records bought so far are returned. Set to 0 for no cap.';

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
		: {
				...maxCost,
				description: `${DESCRIPTION} ${whatItBuys(DEFAULT, operation)}`,
				hint: callHint(operation),
				displayOptions: { show: { resource: [operation.resource], operation: [operation.name] } },
			},
);
