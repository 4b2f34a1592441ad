import type { IDataObject, INode, INodeType } from 'n8n-workflow';

import type { Gateway } from './gateway.mts';

/** What every peer is asked for: the posts of the user that each input item names. */
export interface Ask {
	/** Posts on a page. */
	pageSize: number;
	/** Posts wanted; all of them unless given. */
	limit?: number;
	/** Only what no earlier execution has delivered, where a peer can. */
	onlyNew?: boolean;
}

/** Settings that any node has: Retry On Fail and its kind. */
export type NodeSettings = Partial<INode>;

/** A way to get a list in n8n. */
export interface Peer {
	name: string;
	/**
	 * The nodes behind the input items (`{ user }` each), the last of which gives the records. The
	 * settings are those of the node that makes the calls.
	 */
	nodes(ask: Ask, gateway: Gateway, settings: NodeSettings): INode[];
	/** Node types that only the bench has, by their full names. */
	types?: Record<string, INodeType>;
	/** What its credential holds, by the credential's type. */
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

/** How nodes refer to the credential of a type. */
export const credentialOf = (type: string): Pick<INode, 'credentials'> => ({
	credentials: { [type]: { id: type, name: type } },
});
