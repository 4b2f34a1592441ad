import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { credentialOf, nodeOf } from '../harness/ask.mts';
import type { Peer } from '../harness/ask.mts';
import { ENDPOINT } from '../harness/gateway.mts';

/** The prefix that a server gives to nodes from its user's folder. */
const TYPE = 'CUSTOM.lean';

/** A page of posts in an answer. */
interface Timeline {
	edges: Array<{ node: IDataObject }>;
	page_info: { has_next_page: boolean; end_cursor: string | null };
}

/** More pages than any list of the bench has, because some lists never end. */
const MOST_PAGES = 200;

async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { baseUrl, apiKey, provider } = await this.getCredentials('dataAccessApi');
	const records: INodeExecutionData[] = [];
	for (let item = 0; item < this.getInputData().length; item++) {
		const user_id = this.getNodeParameter('user', item) as string;
		const count = this.getNodeParameter('count', item) as number;
		const limit = this.getNodeParameter('limit', item) as number;
		let cursor: string | null = null;
		let pages = 0;
		let found = 0;
		do {
			const response = (await this.helpers.httpRequest({
				method: 'POST',
				url: `${String(baseUrl)}/v1/run`,
				headers: { authorization: `Bearer ${String(apiKey)}` },
				body: {
					provider,
					endpoint: ENDPOINT,
					input: { user_id, count, ...(cursor && { end_cursor: cursor }) },
				},
				json: true,
			})) as { output: { data: { user: { edge_owner_to_timeline_media: Timeline } } } };
			const { edges, page_info } = response.output.data.user.edge_owner_to_timeline_media;
			for (const { node } of edges.slice(0, limit - found)) {
				records.push({ json: node, pairedItem: { item } });
			}
			found += edges.length;
			pages += 1;
			cursor = page_info.has_next_page ? page_info.end_cursor : null;
		} while (cursor && found < limit && pages < MOST_PAGES);
	}
	return [records];
}

const type: INodeType = {
	description: {
		displayName: 'Lean',
		name: 'lean',
		group: ['transform'],
		version: 1,
		description: 'The least that a node can do',
		defaults: { name: 'Lean' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'dataAccessApi', required: true }],
		properties: [
			{ displayName: 'User', name: 'user', type: 'string', default: '' },
			{ displayName: 'Count', name: 'count', type: 'number', default: 12 },
			{ displayName: 'Limit', name: 'limit', type: 'number', default: 1e9 },
		],
	},
	execute,
};

/** A node that only calls n8n's helper, with a header of its own, in a loop over cursors. */
export const lean: Peer = {
	name: 'Lean node',
	types: { [TYPE]: type },
	nodes: ({ pageSize, limit = 1e9 }, _gateway, settings) => [
		nodeOf(
			'Posts',
			TYPE,
			1,
			{ user: '={{ $json.user }}', count: pageSize, limit },
			{ ...credentialOf('dataAccessApi'), ...settings },
		),
	],
	credential: ({ url, key, provider }) => ({
		type: 'dataAccessApi',
		data: { baseUrl: url, apiKey: key, provider },
	}),
};
