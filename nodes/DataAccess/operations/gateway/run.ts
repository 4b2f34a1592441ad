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
			"Path of the operation at the gateway. The endpoints that Inspect lists are checked, priced and paged like the node's own operations.",
	},
	{
		displayName: 'Input',
		name: 'input',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. {"keyword": "teapots"}',
		description:
			"The operation's fields as JSON. They are sent exactly as written, unless Inspect lists the endpoint: then they are checked, and sent in the credential's Input Format.",
	},
	{
		displayName: 'Provider',
		name: 'provider',
		type: 'string',
		default: '',
		placeholder: 'e.g. content-provider',
		hint: "Leave empty to use the credential's",
		description: 'Identifier of the data provider',
	},
	{
		displayName: 'Price (USD)',
		name: 'price',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'Price of one call, which Max Cost needs. Leave at 0 if you do not know it: calls are then made one at a time until the gateway reports a cost, and Return All is refused while there is a Max Cost.',
	},
	{
		displayName: 'Records Path',
		name: 'recordsPath',
		type: 'string',
		default: '',
		placeholder: 'e.g. data.items',
		description:
			'Where the list of records is in the answer. Use dots for nested fields. Leave empty to return the whole answer as one record.',
	},
	{
		displayName: 'Next Page',
		name: 'nextPage',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add input',
		default: {},
		description:
			'Which fields of Input lead to the next page, and where their values are in the answer. Leave empty to read one page.',
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
						description: 'Name of the field in Input. Use dots for nested fields.',
					},
					{
						displayName: 'Path',
						name: 'path',
						type: 'string',
						default: '',
						placeholder: 'e.g. data.next_cursor',
						description: 'Where the answer has the value of this field for the next page',
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
			'Where the answer says whether there are more pages. Leave empty to stop where a value of Next Page is missing.',
	},
	{
		displayName: 'ID Path',
		name: 'idPath',
		type: 'string',
		default: '',
		placeholder: 'e.g. contentid',
		description:
			'Where the ID is in a record, so that a repeated record is left out. Leave empty if there is none: the list then ends at a page without new content.',
	},
];

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
	shared: SHARED,
	forModels: {
		endpoint: 'Path of the operation, as the inspect tool gives it',
		input: 'Its input as the text of a JSON object that fits its inputSchema',
	},

	queryOf(parameters, endpointOf) {
		const endpoint = valueOf(ENDPOINT, parameters.endpoint, 'Endpoint');
		const provider = valueOf(PROVIDER, parameters.provider, 'Provider');
		const price = valueOf(PRICE, parameters.price, 'Price (USD)');
		const known = queries.find((query) =>
			[query.callOf(defaultInputOf(query)).endpoint, endpointOf(query)].includes(endpoint),
		);
		const { label, action, description, forModels } = run;
		const base: Query = {
			...(known ?? unknownQuery(endpoint, price)),
			...{ label, action, description, fields, forModels, startPosition: [] },
		};
		return {
			...withPaths(withTerms(base, provider, price), readPaths(parameters)),
			inputOf(ofItem) {
				const other = SHARED.find(
					({ name }) => JSON.stringify(ofItem[name]) !== JSON.stringify(parameters[name]),
				);
				if (other) {
					throw new Refusal(
						`'${other.displayName}' must be the same for all input items: only 'Input' may differ`,
					);
				}
				return readWrittenInput(ofItem.input);
			},
		};
	},
};
