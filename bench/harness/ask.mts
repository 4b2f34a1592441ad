import type { IDataObject, INode, INodeType } from 'n8n-workflow';

import type { Gateway } from './gateway.mts';

/** What every peer is asked for: the posts of the user that each input item names. */
export interface Ask {
	/** Posts on a page. */
	pageSize: number;
	/** Maximum number of posts; by default all. */
	limit?: number;
	/** Only what no earlier execution has delivered, if a peer can do that. */
	onlyNew?: boolean;
}

/** Settings that any node has: Retry On Fail and its kind. */
export type NodeSettings = Partial<INode>;

/** A way to get a list in n8n. */
export interface Peer {
	name: string;
	/**
	 * The nodes after the input items (`{ user }` each). The last one returns the records. The settings are
	 * those of the node that makes the calls.
	 */
	nodes(ask: Ask, gateway: Gateway, settings: NodeSettings): INode[];
	/** Node types that only the bench has, by their full names. */
	types?: Record<string, INodeType>;
	/** The data of its credential, by the credential's type. */
	credential(gateway: Gateway): { type: string; data: IDataObject };
}

/** A node of a workflow. */
export function nodeOf(
	name: string,
	type: string,
	typeVersion: number,
	parameters: object,
	more: Partial<INode> = {},
): INode {
	return {
		id: name,
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters: parameters as INode['parameters'],
		...more,
	};
}

/** Returns a node's reference to the credential of a type. */
export const credentialOf = (type: string): Pick<INode, 'credentials'> => ({
	credentials: { [type]: { id: type, name: type } },
});
