import type { INode } from 'n8n-workflow';

import type { Ask, Peer } from './ask.mts';
import type { Gateway } from './gateway.mts';

/**
 * A peer's nodes for a workflow that a webhook starts with the user in its query.
 * @param ids of the credentials in this n8n, by their type
 */
export function serverNodes(
	peer: Peer,
	ask: Ask,
	gateway: Gateway,
	ids: Record<string, string>,
): INode[] {
	return peer.nodes({ ...ask, user: '$json.query.user' }, gateway, {}).map((node) => {
		const [type] = Object.keys(node.credentials ?? {});
		const credentials = type && { credentials: { [type]: { id: ids[type], name: type } } };
		return { ...node, ...credentials } as INode;
	});
}
