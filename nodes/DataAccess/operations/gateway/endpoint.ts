import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../../shared/values';
import type { BuiltInQuery, DeploymentNames } from '../operation';
import { textField } from '../parts/fields';
import { anyText } from '../parts/inputs';
import { Refusal, valueOf } from '../parts/refusal';
import { queries } from '../queries';

/** The value of Endpoint that means every built-in operation. */
export const ALL = 'all';

const SEARCH = 'searchEndpoints';

export const endpointField = (more: Partial<INodeProperties>): INodeProperties => ({
	displayName: 'Endpoint',
	name: 'endpoint',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	builderHint: {
		propertyHint:
			'The path of an operation at the gateway, with {"mode": "path"}: take it from Gateway > Inspect, which is free, and never make one up. If this node has an operation of its own for the task, use that one instead.',
	},
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose an endpoint',
			typeOptions: { searchListMethod: SEARCH, searchable: true },
		},
		{
			displayName: 'By Path',
			name: 'path',
			type: 'string',
			placeholder: 'e.g. /api/v1/chat_mp/v2/fetch_comment_replies',
		},
	],
	...more,
});

export const providerField = textField('Provider', 'provider', {
	placeholder: 'e.g. content-provider',
	hint: 'Leave empty to use the provider of the chosen endpoint or of the credential',
	description: 'Identifier of the data provider',
});

/** An endpoint and its provider. An empty provider means the credential's. */
export interface EndpointName {
	provider: string;
	endpoint: string;
}

/** Returns an endpoint as the list offers it. A blank can separate the provider, because no endpoint contains one. */
export const writtenEndpoint = ({ provider, endpoint }: EndpointName) =>
	provider === '' ? endpoint : `${provider} ${endpoint}`;

/**
 * Returns what Endpoint and Provider name together. Both modes of Endpoint are read alike, because n8n's button for
 * models keeps the mode.
 * @throws Refusal if they name two providers
 */
export function readEndpoint(parameters: Record<string, unknown>): EndpointName {
	const { endpoint: given } = parameters;
	const written = valueOf(anyText, isObject(given) ? given.value : given, 'Endpoint');
	const provider = valueOf(anyText, parameters.provider, 'Provider');
	const [, chosen = '', endpoint = written] = /^(\S+)\s+(\S+)$/.exec(written) ?? [];
	if (chosen !== '' && provider !== '' && chosen !== provider) {
		throw new Refusal(
			`'Endpoint' belongs to the provider ${chosen}, but 'Provider' names a different one. Leave 'Provider' empty`,
		);
	}
	return { provider: chosen || provider, endpoint };
}

/**
 * Returns the built-in query of an endpoint, by the usual path or the credential's. Another provider than the
 * credential's has none, because its operations may differ.
 */
export function builtInAt(
	{ provider, endpoint }: EndpointName,
	names?: DeploymentNames,
): BuiltInQuery | undefined {
	if (provider !== '' && provider !== names?.provider) return undefined;
	return queries.find((query) =>
		[query.call.endpoint, names?.endpointOf(query)].includes(endpoint),
	);
}
