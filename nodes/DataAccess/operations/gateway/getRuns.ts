import type { INodeProperties } from 'n8n-workflow';

import { limitField, newerThanField, RAW, SIMPLIFIED, USUAL_LIMIT } from '../parts/fields';
import { flag, integer, word } from '../parts/inputs';
import { newerThanIn } from '../parts/newerThan';
import { valueOf } from '../parts/refusal';
import type { LookUp } from '../operation';
import { endpointField, readEndpoint } from './endpoint';

const LIMIT = integer(USUAL_LIMIT, 1);
const RETURN_RECORDS = flag(false);
const OUTPUT = word(['simplified', 'raw'] as const, 'simplified');

const fields: INodeProperties[] = [
	{ ...limitField, hint: 'Counts runs, not their records' },
	newerThanField("runs from this time on, by the gateway's clock"),
	endpointField({ description: 'Whose runs to return; empty = those of all endpoints' }),
	{
		displayName: 'Return Records',
		name: 'returnRecords',
		type: 'boolean',
		default: false,
		description:
			'Whether to return the records of each completed run, which were paid for, instead of the list of runs. Each has the runId and the input of its run. Limit still counts runs. Of an endpoint that this node does not know, the output is returned as it is; it is null where the gateway cannot show a run.',
	},
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
	const withRecords = valueOf(RETURN_RECORDS, parameters.returnRecords, 'Return Records');
	return {
		// One that is not shown may be another operation's.
		form: withRecords ? valueOf(OUTPUT, parameters.output, 'Output') : undefined,
		newerThan: newerThanIn(parameters.newerThan, timeZone),
		place: readEndpoint({ endpoint: parameters.endpoint }),
		limit: valueOf(LIMIT, parameters.limit, 'Limit'),
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
