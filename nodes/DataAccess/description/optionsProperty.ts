import type { INodeProperties } from 'n8n-workflow';

import type { PaidOperation } from '../operations';
import { queries } from '../operations/queries';
import { USUAL_CONCURRENCY } from './defaults';
import { addFieldsOption } from './fieldsProperties';
import { OF_TOOLS } from './forTools';
import { forPaid, paidOperations } from './shownFor';

const concurrency: INodeProperties = {
	displayName: 'Concurrency',
	name: 'concurrency',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: USUAL_CONCURRENCY,
	description:
		'How many input items to process in parallel. A gateway was observed to accept about 10 calls per second.',
};

const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	// Applies once the option is added. Otherwise a user who adds it and forgets to turn it on would buy.
	default: true,
	description:
		'Whether to show what an execution would send and cost, without making a call. Each input item returns one item; if it cannot be sent, an error item.',
};

const includeInputFields: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: true,
	description:
		"Whether to add the fields of the input item to each of its records or pages, such as the keyword. A record's own field wins, unless it is null.",
	displayOptions: { hide: OF_TOOLS },
};

const report: INodeProperties = {
	displayName: 'Report',
	name: 'report',
	type: 'boolean',
	noDataExpression: true,
	default: true,
	description:
		'Whether to add a second output with one item per input item: calls, cost, why it stopped and where to resume. Then reconnect the error output: n8n moves its connections.',
	displayOptions: { hide: OF_TOOLS },
};

const resumeFrom: INodeProperties = {
	displayName: 'Resume From',
	name: 'resumeFrom',
	// Not "json" (n8n.md, An empty JSON field is invalid).
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. {"list": "q7XfZ2", "page": 3}',
	description:
		'Where to continue: the whole "next" of a page, report, error or hint. For several input items, use an expression. null = the list has ended: no call is made.',
};

const reusePages: INodeProperties = {
	displayName: 'Reuse Pages (Minutes)',
	name: 'reusePages',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'Minutes to reuse a bought page. 0 = buy every page. If omitted: 15 in manual executions, 1 in tools, 0 in production. Only New Records in production ignores it.',
};

/** One per operation, because slow platforms have a default and a minimum of their own. */
function timeoutOption({ resource, name, timeout }: PaidOperation): INodeProperties {
	const property: INodeProperties = {
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: timeout.minimum },
		// n8n.md, Lint wants a literal default.
		default: 30,
		description: `Seconds to wait for the response to a call, ${timeout.minimum} or more. A call that times out may still be charged.`,
		displayOptions: { show: { '/resource': [resource], '/operation': [name] } },
	};
	return { ...property, default: timeout.default };
}

/** The options, which most users never need, in alphabetical order. */
export const optionsProperty: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		...queries.map(addFieldsOption),
		concurrency,
		dryRun,
		includeInputFields,
		report,
		resumeFrom,
		reusePages,
		...paidOperations.map(timeoutOption),
	],
};

export const optionsProperties = forPaid(optionsProperty);
