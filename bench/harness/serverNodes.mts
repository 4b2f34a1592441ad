import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from '../../test/n8n/harness/temporaryFolders.mts';
import type { WorkflowNode } from '../../test/n8n/harness/workflows.mts';
import type { Ask, Peer } from './ask.mts';
import type { Gateway } from './gateway.mts';

const PEERS = join(import.meta.dirname, '..', 'peers');

/**
 * A peer's nodes for a workflow that a webhook starts with the user in its query.
 * @param ids of the credentials in this n8n, by their type
 */
export function serverNodes(
	peer: Peer,
	ask: Ask,
	gateway: Gateway,
	ids: Record<string, string>,
): WorkflowNode[] {
	return peer.nodes({ ...ask, user: '$json.query.user' }, gateway, {}).map((node) => {
		const [type] = Object.keys(node.credentials ?? {});
		const credentials = type && { credentials: { [type]: { id: ids[type], name: type } } };
		return { ...node, ...credentials } as WorkflowNode;
	});
}

/**
 * A folder from which a server loads the node that only the bench has (N8N_CUSTOM_EXTENSIONS).
 * @param file the peer's own, in bench/peers, which exports it under its name without an ending
 */
export function customNode(peer: Peer, file: string): string {
	const folder = temporaryFolder('custom');
	const [type = ''] = Object.keys(peer.types ?? {});
	const name = type.slice(type.indexOf('.') + 1);
	writeFileSync(
		join(folder, `${name}.node.js`),
		`const peer = require(${JSON.stringify(join(PEERS, file))}).${name};
exports.${name} = function () { Object.assign(this, peer.types[${JSON.stringify(type)}]); };
`,
	);
	return folder;
}
