import type { IDataObject } from 'n8n-workflow';

import type { LookUp } from '../lookUp';
import type { KnownQuery } from '../operation';
import { queries } from '../queries';
import { ALL, endpointField, knownAt, ownKnownAt, providerField, readEndpoint } from './endpoint';
import { defaultInputOf, inputSchemaOf } from './inputSchema';

function inspectionOf(query: KnownQuery): IDataObject {
	const { resource, name: operation, description, positionInputs, pagingRule } = query;
	const { endpoint, price } = query.call;
	return {
		endpoint,
		price,
		inputSchema: inputSchemaOf(query),
		description,
		paging: { inputs: [...positionInputs], rule: pagingRule },
		recordsPerCall: query.recordsPerCall(defaultInputOf(query)) ?? null,
		// The credential's, which was not read.
		provider: null,
		resource,
		operation,
	};
}

/** What an endpoint takes, costs and returns, for people who write an input and models that plan. */
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
				"Which operation to look at; empty or all = every operation that this node knows. Those are answered without a call or a credential, any other one by the gateway, where it has such a service. It doesn't cost anything.",
		}),
		providerField,
	],
	forModels: {
		endpoint:
			'Path of one operation; of another provider than usual, the provider, a blank and the path; all = every operation that is known',
	},

	async answer(parameters, open) {
		const { provider, endpoint } = readEndpoint(parameters);
		if (endpoint === '' || endpoint === ALL) return queries.map(inspectionOf);
		const known = provider === '' ? knownAt(endpoint) : undefined;
		if (known) return [inspectionOf(known)];
		const gateway = await open();
		if ('failure' in gateway) return gateway;
		const { deployment, informant } = gateway;
		const place = { provider: provider || deployment.provider, endpoint };
		const named = ownKnownAt(place, deployment);
		if (named) return [{ ...inspectionOf(named), ...place }];
		const told = await informant.inspect(place);
		if ('failure' in told) return told;
		const { description, inputSchema, price } = told;
		return [
			{
				endpoint,
				price,
				inputSchema,
				description,
				paging: null,
				recordsPerCall: null,
				provider: place.provider,
				resource: null,
				operation: null,
			},
		];
	},
};
