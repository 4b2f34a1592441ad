import type { INodeProperties } from 'n8n-workflow';

import { operations } from '../operations';
import type { OpenQuery, Query } from '../operations/operation';
import { freeOperations } from './kinds';
import { newestFirstWords } from './order';

type Paid = Query | OpenQuery;

const paid: Paid[] = operations.filter((operation) => operation.kind !== 'lookUp');

const isSlow = ({ timeout }: Paid) => timeout.minimum > 1;

const timeoutDescription = (minimum: number) =>
	`Seconds to wait for the response to a call, ${minimum} or more. A call that times out may still be charged.`;

/** Two of the same name, since the slow platforms have a default and a minimum of their own. */
function timeoutOption(offered: Paid[]): INodeProperties {
	const timeout = offered[0]?.timeout ?? { default: 30, minimum: 1 };
	const property: INodeProperties = {
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: timeout.minimum },
		default: 30,
		description: timeoutDescription(timeout.minimum),
		displayOptions: {
			show: {
				'/resource': [...new Set(offered.map(({ resource }) => resource))],
				'/operation': offered.map(({ name }) => name),
			},
		},
	};
	return { ...property, default: timeout.default };
}

/** What most users never need. */
export const optionsProperty: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	displayOptions: { hide: { operation: freeOperations } },
	options: [
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 3,
			description:
				'How many input items to process in parallel. A gateway was observed to accept about 10 calls per second.',
		},
		{
			displayName: 'Download Media',
			name: 'downloadMedia',
			type: 'boolean',
			default: false,
			description:
				'Whether to download the file behind the media URL of each record, as the binary property "data". Downloads cost nothing at the gateway. A file that is larger than 50 MB or cannot be downloaded is left out, and the hint counts it.',
			displayOptions: { hide: { '@tool': [true], '/output': ['pages'] } },
		},
		{
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: false,
			description:
				'Whether to say what a run would send and cost, without making a call: one item for each input item. Input that cannot be sent is returned as an error item.',
		},
		{
			displayName: 'First Run',
			name: 'firstRun',
			type: 'options',
			options: [
				{
					name: 'Remember Existing Records',
					value: 'baseline',
					description: 'Return only records that are added later',
				},
				{
					name: 'Return Existing Records',
					value: 'emit',
					description: 'Also return the records that are already there, up to Limit',
				},
			],
			default: 'emit',
			description:
				'For Only New Records: what to do with the records of a list that this node reads for the first time, for example of a keyword that you add to a sheet',
			displayOptions: { show: { onlyNew: [true] } },
		},
		{
			displayName: 'Full Records',
			name: 'fullRecords',
			type: 'boolean',
			default: false,
			description:
				'Whether to give the agent whole records. Otherwise empty fields are left out, and texts longer than 1,000 characters are cut, with a note of how much is missing.',
			displayOptions: { show: { '@tool': [true] } },
		},
		{
			displayName: 'Keep Bought Records on Failure',
			name: 'keepBought',
			type: 'boolean',
			default: false,
			description:
				'Whether to return the records that were bought before a failure, with a warning, instead of stopping the workflow. Applies when On Error is set to Stop Workflow.',
			displayOptions: { hide: { '@tool': [true] } },
		},
		{
			displayName: 'Max Pages',
			name: 'maxPages',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 0,
			description:
				'The most pages to read per input item. Set to 0 for no maximum. With Only New Records, in lists with the newest records first, pages without a new record do not count: only Max Cost limits them.',
		},
		{
			displayName: 'Only New Records',
			name: 'onlyNew',
			type: 'boolean',
			default: false,
			description: `Whether to return only records that this node has not returned in earlier production executions. For lists with the newest records first (${newestFirstWords()}), buying stops where the known records begin, and Limit counts new records. For all others, Limit counts the records read. Manual runs return all records and remember none.`,
		},
		{
			displayName: 'Report',
			name: 'report',
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description:
				'Whether to add a second output with one item per input item: its records, pages, calls and cost, why it stopped, and the position to resume from. If the node has an error output, connect it again after you turn this on or off: n8n moves its connections to another output.',
			displayOptions: { hide: { '@tool': [true] } },
		},
		{
			displayName: 'Reset Memory',
			name: 'memoryName',
			type: 'string',
			default: '',
			placeholder: 'e.g. second try',
			description:
				'For Only New Records: enter any new name to make the node forget what it has returned. An expression that changes the name for some input items makes it forget only their lists.',
		},
		{
			displayName: 'Resume From',
			name: 'resumeFrom',
			// n8n marks an empty field of the type "json" as invalid.
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. {"list": "q7XfZ2", "page": 3}',
			description:
				'Where to continue an earlier run. Paste the whole "next" of a page, report or error, or what the hint shows: for several input items, a JSON list. To begin at a position of your own, use Start Position.',
		},
		{
			displayName: 'Retries',
			name: 'retries',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 3,
			description:
				'How many times to retry a failed call that was certainly not charged, for example after a rate limit',
		},
		{
			displayName: 'Retry Uncertain Calls',
			name: 'retryUncertain',
			type: 'boolean',
			default: false,
			description:
				'Whether to also retry failed calls that may have been charged, for example after a timeout or a broken connection. You may then pay for the same page more than once.',
		},
		{
			displayName: 'Reuse After Failure (Minutes)',
			name: 'reuseFailed',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 15,
			description:
				'How long a new execution can use the pages that a failed one bought and did not deliver, instead of buying them again. Set to 0 to turn this off. Retries of the failed execution itself are not affected.',
		},
		{
			displayName: 'Reuse Delivered Pages (Minutes)',
			name: 'reuseDelivered',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'How long any execution can use a page that was bought and delivered, instead of buying it again. Counted from the purchase. Set to 0 to always buy. Has no effect with Only New Records, or in later rounds of the same loop.',
		},
		{
			displayName: 'Reuse Identical Calls',
			name: 'reuseIdenticalCalls',
			type: 'boolean',
			default: true,
			description:
				'Whether input items that ask for the same page share it, so that it is bought only once. In a tool, so do all uses in one execution.',
		},
		timeoutOption(paid.filter((operation) => !isSlow(operation))),
		timeoutOption(paid.filter(isSlow)),
	],
};
