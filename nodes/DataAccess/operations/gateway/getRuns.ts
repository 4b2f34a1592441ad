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
		'Whether to return the paid records of each completed run instead of the list of runs. Each record has the runId and the input of its run. Limit still counts runs. For an endpoint that this node does not know, the output is returned unchanged. It is null if the gateway cannot show the run.',
});

const returnAll = flagInput('Return All', 'returnAll', flag(false), {
	description: 'Whether to return all results or only up to a given limit',
});

const fields: INodeProperties[] = [
	returnAll.field,
	{
		...limitInput.field,
		hint: 'Counts runs, not their records',
		displayOptions: { show: { returnAll: [false] } },
	},
	newerThanField("runs from this time on, by the gateway's clock"),
	endpointField({ description: 'Whose runs to return; empty = those of all endpoints' }),
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

/** Which runs are wanted, and in which form their records are, if they are. */
export function readWanted(parameters: Record<string, unknown>, timeZone: string) {
	const withRecords = valueRead(returnRecords, parameters);
	return {
		// One that is not shown may be another operation's.
		form: withRecords ? valueOf(OUTPUT, parameters.output, 'Output') : undefined,
		newerThan: newerThanIn(parameters.newerThan, timeZone),
		place: readEndpoint({ endpoint: parameters.endpoint }),
		limit: valueRead(returnAll, parameters) ? Infinity : valueRead(limitInput, parameters),
	};
}

export const getRuns: LookUp = {
	kind: 'lookUp',
	resource: 'gateway',
	name: 'getRuns',
	label: 'Get Runs',
	action: 'Get runs of account',
	description: 'Get what the account has run, newest first, or the records of these runs',
	fields,
	forModels: {
		endpoint: 'Path of the operation whose runs are wanted; empty = all',
		newerThan: 'Only runs from this time on, as ISO 8601; empty = all',
	},
};
