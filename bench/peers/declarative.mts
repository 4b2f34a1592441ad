import type { INodeType } from 'n8n-workflow';

import { credentialOf, nodeOf } from '../harness/ask.mts';
import type { Peer } from '../harness/ask.mts';
import { ENDPOINT, POSTS } from '../harness/gateway.mts';

const TYPE = 'bench.declarative';

const PAGE_INFO = `$response.body.${POSTS}.page_info`;

const type: INodeType = {
	description: {
		displayName: 'Declarative',
		name: 'declarative',
		group: ['transform'],
		version: 1,
		description: 'Posts of a user',
		defaults: { name: 'Declarative' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'dataAccessApi', required: true }],
		requestDefaults: {
			baseURL: '={{ $credentials.baseUrl }}',
			headers: { accept: 'application/json' },
		},
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				default: 'getPosts',
				options: [
					{
						name: 'Get Posts',
						value: 'getPosts',
						action: 'Get posts',
						routing: {
							request: {
								method: 'POST',
								url: '/v1/run',
								body: { endpoint: ENDPOINT },
							},
							send: { paginate: true },
							operations: {
								pagination: {
									type: 'generic',
									properties: {
										continue: `={{ ${PAGE_INFO}.has_next_page }}`,
										request: {
											body: {
												provider: '={{ $parameter.provider }}',
												endpoint: ENDPOINT,
												input: {
													user_id: '={{ $parameter.user }}',
													count: '={{ $parameter.count }}',
													end_cursor: `={{ $response?.body?.${POSTS.split('.').join('?.')}?.page_info?.end_cursor ?? "" }}`,
												},
											} as never,
										},
									},
								},
							},
							output: {
								postReceive: [{ type: 'rootProperty', properties: { property: `${POSTS}.edges` } }],
							},
						},
					},
				],
			},
			{
				displayName: 'Provider',
				name: 'provider',
				type: 'string',
				default: '',
				routing: { send: { type: 'body', property: 'provider' } },
			},
			{
				displayName: 'User',
				name: 'user',
				type: 'string',
				default: '',
				routing: { send: { type: 'body', property: 'input.user_id' } },
			},
			{
				displayName: 'Count',
				name: 'count',
				type: 'number',
				default: 12,
				routing: { send: { type: 'body', property: 'input.count' } },
			},
			{
				displayName: 'Limit',
				name: 'limit',
				type: 'number',
				default: 0,
				routing: { output: { maxResults: '={{ $value }}' } },
			},
		],
	},
};

/** A declarative node, with pagination and limit as n8n's documentation describes them. */
export const declarative: Peer = {
	name: 'Declarative node',
	types: { [TYPE]: type },
	nodes: ({ pageSize, limit = 0 }, { provider }, settings) => [
		nodeOf(
			'Posts',
			TYPE,
			1,
			{ operation: 'getPosts', provider, user: '={{ $json.user }}', count: pageSize, limit },
			{ ...credentialOf('dataAccessApi'), ...settings },
		),
	],
	credential: ({ url, key, provider }) => ({
		type: 'dataAccessApi',
		data: { baseUrl: url, apiKey: key, provider },
	}),
};
