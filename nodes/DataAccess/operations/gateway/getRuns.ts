import type { INodeProperties } from 'n8n-workflow';

import type { LookUp } from '../operation';
import { flagInput, limitInput, newerThanField, RAW, SIMPLIFIED, valueRead } from '../parts/fields';
import { flag, word } from '../parts/inputs';
import { newerThanIn } from '../parts/newerThan';
import { valueOf } from '../parts/refusal';
import { endpointField, readEndpoint } from './endpoint';

const OUTPUT = word(['simplified', 'raw'] as const, 'simplified');

const returnRecords = flagInput('Return Records', 'returnRecords', flag(false), {
	description:
		'Whether to return the paid records of each completed gateway run, with the runId and input of its run, instead of the runs. Unknown endpoints return their whole output.',
});

const returnAll = flagInput('Return All', 'returnAll', flag(false), {
	description: 'Whether to return all results or only up to a given limit',
});

const fields: INodeProperties[] = [
	returnAll.field,
	{
		...limitInput.field,
		hint: 'Counts gateway runs, not their records',
		displayOptions: { show: { returnAll: [false] } },
	},
	newerThanField("gateway runs from this time on, by the gateway's clock"),
	endpointField({ description: 'Endpoint whose gateway runs to return. Leave empty for all.' }),
	returnRecords.field,
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [RAW, SIMPLIFIED],
		default: 'simplified',
		description: 'The form of the records',
		displayOptions: { show: { returnRecords: [true] } },
	},
];

/** Returns which gateway runs the user wants, and the form of their records, if those are wanted. */
export function readRunFilter(parameters: Record<string, unknown>, timeZone: string) {
	const withRecords = valueRead(returnRecords, parameters);
	return {
		// A hidden Output may be left from another operation.
		form: withRecords ? valueOf(OUTPUT, parameters.output, 'Output') : undefined,
		newerThan: newerThanIn(parameters.newerThan, timeZone),
		endpoint: readEndpoint({ endpoint: parameters.endpoint }),
		limit: valueRead(returnAll, parameters) ? Infinity : valueRead(limitInput, parameters),
	};
}

export const getRuns: LookUp = {
	kind: 'lookUp',
	resource: 'gateway',
	name: 'getRuns',
	label: 'Get Runs',
	action: 'Get runs of account',
	description: 'Get the gateway runs of the account, newest first, or their records',
	fields,
	forModels: {
		endpoint: 'Path of the operation whose runs are wanted; empty = all',
		newerThan: 'Only runs from this time on, as ISO 8601; empty = all',
	},
};
