import type { IDataObject } from 'n8n-workflow';

import type { BuiltInQuery, LookUp } from '../operation';
import { endpointField, providerField } from './endpoint';
import type { EndpointName } from './endpoint';
import { inputSchemaOf } from './inputSchema';

export function inspectionOf(query: BuiltInQuery): IDataObject {
	const { resource, name: operation, description, positionInputs, pagingRule } = query;
	const { endpoint, price } = query.call;
	return {
		endpoint,
		price,
		inputSchema: inputSchemaOf(query),
		description,
		paging: { inputs: [...positionInputs.keys()], rule: pagingRule },
		recordsPerCall: query.recordsPerCall(query.defaults) ?? null,
		// It is the credential's, which has not been read.
		provider: null,
		resource,
		operation,
	};
}

/** Returns the same fields, in the same order, for an endpoint that is not built in. */
export const unknownInspectionOf = ({ provider, endpoint }: EndpointName): IDataObject => ({
	endpoint,
	price: null,
	inputSchema: null,
	description: null,
	paging: null,
	recordsPerCall: null,
	provider,
	resource: null,
	operation: null,
});

export const inspect: LookUp = {
	kind: 'lookUp',
	resource: 'gateway',
	name: 'inspect',
	label: 'Inspect',
	action: 'Inspect inputs and prices of operations',
	description: 'Get the input schema, the price and the paging rule of an operation',
	fields: [
		endpointField({
			description:
				'The operation to inspect. Leave empty or enter "all" for every operation that this node knows. For any other, the node asks the gateway, free of charge.',
		}),
		providerField,
	],
	forModels: {
		endpoint:
			'Path of one operation; for another provider than usual, the provider, a space and the path; all = every operation that is known',
	},
};
