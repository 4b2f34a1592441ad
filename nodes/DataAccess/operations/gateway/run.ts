import type { INodeProperties } from 'n8n-workflow';

import type { AnyQuery } from '../operation';
import { textField } from '../parts/fields';
import { amount, requiredText } from '../parts/inputs';
import { USUAL_TIMEOUT } from '../parts/builtInQuery';
import { Refusal, valueOf } from '../parts/refusal';
import { queryByPaths } from './queryByPaths';
import { endpointField, builtInAt, providerField, readEndpoint } from './endpoint';
import { readPaths } from './paths';
import { readWrittenInput } from './writtenInput';

const fields: INodeProperties[] = [
	endpointField({
		required: true,
		description:
			'The operation at the gateway. An expression must return the path, or the provider, a space and the path.',
	}),
	{
		displayName: 'Input',
		name: 'input',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. {"url": "https://example.com/s/AbCdEf"}',
		description:
			"The operation's fields as JSON. They are sent exactly as written, except that a number too long for JavaScript is sent as text.",
	},
	providerField,
	{
		displayName: 'Price (USD)',
		name: 'price',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		hint: '0: ask the gateway',
		description:
			'Price of one call. 0 = ask the gateway, free of charge. If the price stays unknown, an execution with a Max Cost is refused before any call.',
	},
	textField('Records Path', 'recordsPath', {
		placeholder: 'e.g. replies',
		description:
			'Where the list of records is in the response. Use dots for nested fields. Leave empty to return the whole response as one record.',
	}),
	{
		displayName: 'Next Page',
		name: 'nextPage',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add input',
		default: {},
		description:
			'Which fields of Input lead to the next page, and where their values are in the response. Leave empty to read one page.',
		options: [
			{
				displayName: 'Inputs',
				name: 'pairs',
				values: [
					textField('Input Name', 'name', {
						placeholder: 'e.g. offset',
						description: 'Name of the field in Input. Use dots for nested fields.',
					}),
					textField('Path', 'path', {
						placeholder: 'e.g. nextoffset',
						description:
							"Where the response has this field's value for the next page, or a link that contains it",
					}),
				],
			},
		],
	},
	textField('Has More Path', 'hasMorePath', {
		placeholder: 'e.g. hasmore',
		description:
			'Where the response says whether there are more pages, or whether it is the last one. Leave empty to stop if a value of Next Page is missing.',
	}),
	textField('ID Path', 'idPath', {
		placeholder: 'e.g. reply_id',
		description:
			'Where the ID is in a record, so that repeated records are omitted. Leave empty to compare records by content: if a count changes, the record is new.',
	}),
];

const SHARED = fields.filter(({ name }) => name !== 'input');

/** @throws Refusal if an item would make another query */
function refuseOther(ofItem: Record<string, unknown>, ofQuery: Record<string, unknown>): void {
	const other = SHARED.find(
		({ name }) => JSON.stringify(ofItem[name]) !== JSON.stringify(ofQuery[name]),
	);
	if (other) {
		throw new Refusal(
			`'${other.displayName}' must be the same for all input items: only 'Input' may differ`,
		);
	}
}

const ENDPOINT = requiredText();
const PRICE = amount(0, 0);

/** Any operation of the gateway, by its endpoint (docs/any-operation.md). */
export const run: AnyQuery = {
	kind: 'any',
	resource: 'gateway',
	name: 'run',
	label: 'Run',
	action: 'Run any gateway operation',
	description: 'Run any operation of any provider, by its endpoint',
	fieldsExample: 'id = reply_id, author = nick_name',
	timeout: USUAL_TIMEOUT,
	fields,
	shared: SHARED,
	forModels: {
		endpoint:
			'Path of the operation, as the inspect tool gives it; for another provider than usual, the provider, a space and the path',
		input: 'Its input as the text of a JSON object that fits its inputSchema',
	},

	queryOf(parameters, names) {
		const given = readEndpoint(parameters);
		const endpoint = valueOf(ENDPOINT, given.endpoint, 'Endpoint');
		// The list must be the same, whether the credential or the choice names the provider.
		const provider = given.provider === names.provider ? undefined : given.provider || undefined;
		const ownPrice = valueOf(PRICE, parameters.price, 'Price (USD)');
		const price = ownPrice || builtInAt(given, names)?.call.price;
		const call = { provider, endpoint, price, asksPrice: ownPrice === 0 };
		return {
			...queryByPaths(call, readPaths(parameters)),
			fields,
			startPosition: [],
			inputOf(ofItem) {
				refuseOther(ofItem, parameters);
				return readWrittenInput(ofItem.input);
			},
		};
	},
};
