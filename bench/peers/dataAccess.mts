import { credentialOf, nodeOf } from '../harness/ask.mts';
import type { Peer } from '../harness/ask.mts';

/** The node of this package, with its options at their defaults. */
export const dataAccess: Peer = {
	name: 'Data Access',
	nodes: ({ pageSize, limit, onlyNew }, _gateway, settings) => [
		nodeOf(
			'Posts',
			'n8n-nodes-data-access.dataAccess',
			1,
			{
				resource: 'user',
				operation: 'getPosts',
				userId: '={{ $json.user }}',
				pageSize,
				...(limit === undefined ? { returnAll: true } : { limit }),
				output: 'raw',
				maxCost: 0,
				...(onlyNew && { onlyNew }),
				options: {},
			},
			{ ...credentialOf('dataAccessApi'), ...settings },
		),
	],
	credential: ({ url, key, provider }) => ({
		type: 'dataAccessApi',
		data: { baseUrl: url, apiKey: key, provider },
	}),
};
