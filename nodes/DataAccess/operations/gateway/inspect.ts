import type { IDataObject } from 'n8n-workflow';

import type { KnownQuery, LookUp } from '../operation';
import { word } from '../parts/inputs';
import { valueOf } from '../parts/refusal';
import { queries } from '../queries';
import { defaultInputOf, inputSchemaOf } from './inputSchema';

const ALL = 'all';

const endpointOf = (query: KnownQuery) => query.callOf(defaultInputOf(query)).endpoint;

const ENDPOINT = word([ALL, ...queries.map(endpointOf)], ALL);

function inspectionOf(query: KnownQuery): IDataObject {
	const { resource, name: operation, description, positionInputs, pagingRule } = query;
	const defaults = defaultInputOf(query);
	const { endpoint, price } = query.callOf(defaults);
	return {
		resource,
		operation,
		endpoint,
		description,
		inputSchema: inputSchemaOf(query),
		price,
		recordsPerCall: query.recordsPerCall(defaults) ?? null,
		paging: { inputs: [...positionInputs], rule: pagingRule },
	};
}

/** What the known queries take, cost and return, for people who write an input and models that plan. */
export const inspect: LookUp = {
	kind: 'lookUp',
	resource: 'gateway',
	name: 'inspect',
	label: 'Inspect',
	action: 'Inspect inputs and prices of operations',
	description: 'Get the input schema, the price and the paging rule of an operation',
	fields: [
		{
			displayName: 'Endpoint',
			name: 'endpoint',
			type: 'options',
			options: [
				{ name: 'All', value: ALL, description: 'Every operation, one item each' },
				...queries.map((query) => ({
					name: endpointOf(query),
					value: endpointOf(query),
					description: query.description,
				})),
			],
			default: ALL,
			description: 'Which operation to look at. Nothing is called, so this needs no credential.',
		},
	],
	forModels: {
		endpoint: 'Path of one operation, or all = every operation',
	},

	answer({ endpoint }) {
		const asked = valueOf(ENDPOINT, endpoint, 'Endpoint');
		return queries
			.filter((query) => asked === ALL || asked === endpointOf(query))
			.map(inspectionOf);
	},
};
