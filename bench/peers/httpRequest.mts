import { credentialOf, nodeOf } from '../harness/ask.mts';
import type { Peer } from '../harness/ask.mts';
import { ENDPOINT, POSTS } from '../harness/gateway.mts';

const PAGE_INFO = `$response.body?.${POSTS.split('.').join('?.')}?.page_info`;

/** Remove Duplicates fails if a run has more records than remain of this number. */
const HISTORY = 100_000;

/**
 * n8n's own HTTP Request node with its pagination, then Split Out, which turns the records into items. Remove
 * Duplicates follows if only new ones are wanted, and Limit if not all are. A user who knows the page size stops
 * it at the right page.
 */
export const httpRequest: Peer = {
	name: 'HTTP Request',
	nodes({ pageSize, limit, onlyNew }, { url, provider }, settings) {
		const input = `{ user_id: $json.user, count: ${pageSize}`;
		const pagination = {
			paginationMode: 'updateAParameterInEachRequest',
			parameters: {
				parameters: [
					{
						type: 'body',
						name: 'input',
						value: `={{ Object.assign({}, $request.body.input, { end_cursor: ${PAGE_INFO}?.end_cursor ?? '' }) }}`,
					},
				],
			},
			paginationCompleteWhen: 'other',
			completeExpression: `={{ !${PAGE_INFO}?.has_next_page }}`,
			...(limit !== undefined && {
				limitPagesFetched: true,
				maxRequests: Math.ceil(limit / pageSize),
			}),
		};
		const request = nodeOf(
			'Request',
			'n8n-nodes-base.httpRequest',
			4.2,
			{
				method: 'POST',
				url: `${url}/v1/run`,
				authentication: 'genericCredentialType',
				genericAuthType: 'httpBearerAuth',
				sendBody: true,
				specifyBody: 'json',
				jsonBody: `={{ ({ provider: '${provider}', endpoint: '${ENDPOINT}', input: ${input} } }) }}`,
				options: { pagination: { pagination } },
			},
			{ ...credentialOf('httpBearerAuth'), ...settings },
		);
		const split = nodeOf('Split Out', 'n8n-nodes-base.splitOut', 1, {
			fieldToSplitOut: `${POSTS}.edges`,
			options: {},
		});
		const unseen = nodeOf('Remove Duplicates', 'n8n-nodes-base.removeDuplicates', 2, {
			operation: 'removeItemsSeenInPreviousExecutions',
			logic: 'removeItemsWithAlreadySeenKeyValues',
			dedupeValue: '={{ $json.node.id }}',
			options: { historySize: HISTORY },
		});
		const first = nodeOf('Limit', 'n8n-nodes-base.limit', 1, { maxItems: limit });
		return [request, split, ...(onlyNew ? [unseen] : []), ...(limit === undefined ? [] : [first])];
	},
	credential: ({ key }) => ({ type: 'httpBearerAuth', data: { token: key } }),
};
