import type { INodeProperties } from 'n8n-workflow';

import { queries } from '../operations';
import type { Query } from '../operations/operation';

const isSlow = ({ timeout }: Query) => timeout.minimum > 1;

const timeoutDescription = (minimum: number) =>
	`Seconds after which a call is given up, ${minimum} or more. A call given up too early may be charged all the same.`;

/** Two of the same name, since the slow platforms have a default and a least value of their own. */
function timeoutOption(offered: Query[]): INodeProperties {
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
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 3,
			description:
				'How many input items are worked on side by side. The service takes about 10 calls a second.',
		},
		{
			displayName: 'Keep Bought Records on Failure',
			name: 'keepBought',
			type: 'boolean',
			default: false,
			description:
				'Whether a failure under On Error = Stop returns what was bought before it, with a warning, rather than stopping the workflow',
		},
		{
			displayName: 'Max Pages',
			name: 'maxPages',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 0,
			description: 'The most pages to ask for per input item; 0 for no maximum',
		},
		{
			displayName: 'Memory Name',
			name: 'memoryName',
			type: 'string',
			default: '',
			placeholder: 'e.g. 2',
			description:
				'For Only New Records: change it, and the node begins anew, as if nothing had been delivered. An expression that changes it for some input items makes the node forget only their lists.',
		},
		{
			displayName: 'Only New Records',
			name: 'onlyNew',
			type: 'boolean',
			default: false,
			description:
				'Whether to return only records that this node has not returned in earlier executions of the active workflow. Where the newest come first (posts, answers by Updated, videos by Latest), buying stops at the first page without a new record and Limit counts new records; elsewhere Limit counts the records looked at, and each run buys that many. Manual runs show all records and remember none.',
		},
		{
			displayName: 'Resume From',
			name: 'resumeFrom',
			type: 'json',
			default: '',
			placeholder: 'e.g. {"page": 3}',
			description:
				'The "next" of an earlier page, hint or error: the list goes on behind what that run delivered',
		},
		{
			displayName: 'Retries',
			name: 'retries',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 3,
			description:
				'How often a call is made again after a failure that was surely not charged, such as a rate limit',
		},
		{
			displayName: 'Retry Uncertain Calls',
			name: 'retryUncertain',
			type: 'boolean',
			default: false,
			description:
				'Whether to also repeat calls with an unclear outcome, such as a timeout or a broken connection. Each may have been charged already, so the same page may be paid for more than once.',
		},
		{
			displayName: 'Reuse After Failure (Minutes)',
			name: 'reuseFailed',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 15,
			description:
				'For how long pages that a failed try or execution bought are kept in memory, so that the next one does not buy them again; 0 for not at all',
		},
		{
			displayName: 'Reuse Identical Calls',
			name: 'reuseIdenticalCalls',
			type: 'boolean',
			default: true,
			description:
				'Whether input items that ask for the same pages share them, so that each page is bought once per execution',
		},
		timeoutOption(queries.filter((operation) => !isSlow(operation))),
		timeoutOption(queries.filter(isSlow)),
	],
};
