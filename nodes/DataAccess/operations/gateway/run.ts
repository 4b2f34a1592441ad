import type { INodeProperties } from 'n8n-workflow';

import type { OpenQuery, Query } from '../operation';
import { amount, requiredText, text } from '../parts/inputs';
import { Refusal, valueOf } from '../parts/refusal';
import { queries } from '../queries';
import { unknownQuery, withPaths, withTerms } from './anyQuery';
import { defaultInputOf } from './inputSchema';
import { readPaths } from './paths';
import { readWrittenInput } from './writtenInput';

const fields: INodeProperties[] = [
	{
		displayName: 'Endpoint',
		name: 'endpoint',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. /api/v1/notes/app_v2/search_images',
		description:
			"The operation's path at the gateway. One that the operation Inspect lists is checked, priced and paged like the node's own operations.",
	},
	{
		displayName: 'Input',
		name: 'input',
		type: 'json',
		default: '{}',
		description:
			"What the operation takes, as JSON. It is sent exactly as written, except to an endpoint that Inspect lists: there it is checked, and put into the credential's Input Format.",
	},
	{
		displayName: 'Provider',
		name: 'provider',
		type: 'string',
		default: '',
		description: "The data provider; empty for the credential's",
	},
	{
		displayName: 'Price (USD)',
		name: 'price',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'What one call costs, for Max Cost; 0 while unknown. Calls then go one at a time until the service reports a cost, and Return All needs Max Pages.',
	},
	{
		displayName: 'Records Path',
		name: 'recordsPath',
		type: 'string',
		default: '',
		placeholder: 'e.g. data.items',
		description:
			'Where the list of records stands in the answer; a dot leads to a field inside another. While empty, the whole answer is one record.',
	},
	{
		displayName: 'Next Page',
		name: 'nextPage',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Input',
		default: {},
		description:
			'Which inputs lead to the next page, and where the answer has their values. While empty, there is one page.',
		options: [
			{
				displayName: 'Inputs',
				name: 'pairs',
				values: [
					{
						displayName: 'Input Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. cursor',
						description: 'The name in Input; a dot leads to a field inside another',
					},
					{
						displayName: 'Path',
						name: 'path',
						type: 'string',
						default: '',
						placeholder: 'e.g. data.next_cursor',
						description: 'Where its value for the next page stands in the answer',
					},
				],
			},
		],
	},
	{
		displayName: 'Has More Path',
		name: 'hasMorePath',
		type: 'string',
		default: '',
		placeholder: 'e.g. data.has_more',
		description:
			'Where the answer says whether there is more. While empty, the list ends where a value of Next Page is missing.',
	},
	{
		displayName: 'ID Path',
		name: 'idPath',
		type: 'string',
		default: '',
		placeholder: 'e.g. ID',
		description:
			'Where a record has its ID, by which a repeated record is left out. While empty, the content tells whether a page brings anything new.',
	},
];

/** What makes the query, and so is the same for all input items. */
const SHARED = fields.filter(({ name }) => name !== 'input');

const ENDPOINT = requiredText();
const PROVIDER = text('');
const PRICE = amount(0, 0);

/** Any operation of the gateway, by its endpoint (docs/any-operation.md). */
export const run: OpenQuery = {
	kind: 'openQuery',
	resource: 'gateway',
	name: 'run',
	label: 'Run',
	action: 'Run any gateway operation',
	description: 'Run any operation of any provider, by its endpoint',
	timeout: { default: 30, minimum: 1 },
	fields,

	queryOf(parameters, endpointOf) {
		const endpoint = valueOf(ENDPOINT, parameters.endpoint, 'Endpoint');
		const provider = valueOf(PROVIDER, parameters.provider, 'Provider');
		const price = valueOf(PRICE, parameters.price, 'Price (USD)');
		const known = queries.find((query) =>
			[query.callOf(defaultInputOf(query)).endpoint, endpointOf(query)].includes(endpoint),
		);
		const { label, action, description } = run;
		const base: Query = {
			...(known ?? unknownQuery(endpoint, price)),
			...{ label, action, description, fields, startPosition: [] },
		};
		return {
			...withPaths(withTerms(base, provider, price), readPaths(parameters)),
			inputOf(ofItem) {
				const other = SHARED.find(
					({ name }) => JSON.stringify(ofItem[name]) !== JSON.stringify(parameters[name]),
				);
				if (other) {
					throw new Refusal(
						`${other.displayName} must be the same for all input items: only Input may differ`,
					);
				}
				return readWrittenInput(ofItem.input);
			},
		};
	},
};
