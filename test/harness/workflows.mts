import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { AgentOptions, NodeRunOptions } from './world.mts';

export const CREDENTIAL_NAME = 'Data Access account';

/** What every new workflow has. An agent that requests its tools depends on it. */
const SETTINGS = { executionOrder: 'v1' };

export const node = (name: string, type: string, typeVersion = 1, values: object = {}): INode => ({
	...{ id: name, name, type, typeVersion, position: [0, 0] },
	parameters: values as INodeParameters,
});

/** Returns a connection to a node's first input of this type. */
export const to = (name: string, type = 'main') => [{ node: name, type, index: 0 }];

export function chain(name: string, nodes: INode[], settings: IDataObject = {}) {
	const links = nodes.slice(1).map((next, index) => {
		return [nodes[index]!.name, { main: [to(next.name)] }] as const;
	});
	const placed = nodes.map((one, index): INode => ({ ...one, position: [index * 224, 0] }));
	const connections: IDataObject = Object.fromEntries(links);
	return { name, nodes: placed, connections, settings: { ...SETTINGS, ...settings } };
}

/** Returns a workflow in which the node gets the input items. */
export function workflowOf(parameters: IDataObject, options: NodeRunOptions) {
	const nodes = [
		node('Start', 'n8n-nodes-base.manualTrigger'),
		node('Items', 'test.items', 1, { items: options.items ?? [{}] }),
		{
			...node('Data Access', 'n8n-nodes-data-access.dataAccess', 1, parameters),
			credentials: { dataAccessApi: { id: 'credential', name: CREDENTIAL_NAME } },
			...options.node,
		},
		...(options.failsBehind ? [node('Sheet', 'test.fail')] : []),
	];
	return chain('workflow', nodes, options.settings);
}

/** Returns a workflow in which the node gets the input items in a loop, one per round. */
export function loopOf(parameters: IDataObject, options: NodeRunOptions) {
	const { nodes, connections, ...workflow } = workflowOf(parameters, options);
	return {
		...workflow,
		nodes: [...nodes, node('Loop', 'n8n-nodes-base.splitInBatches')],
		connections: {
			...connections,
			Items: { main: [to('Loop')] },
			Loop: { main: [[], to('Data Access')] },
			'Data Access': { main: [to('Loop'), to('Loop')] },
		},
	};
}

/** Returns a workflow in which the node is the tool of an agent. */
export function agentWorkflowOf(
	parameters: IDataObject,
	rounds: IDataObject[][],
	{ agent = 'test.callingAgent', node: settings, ...options }: AgentOptions,
) {
	const type = 'n8n-nodes-data-access.dataAccessTool';
	const all = workflowOf(parameters, { ...options, node: { ...settings, type } });
	const [start, , tool] = all.nodes as [INode, INode, INode];
	const { connections, ...workflow } = chain('Agent', [start, node('Agent', agent, 1, { rounds })]);
	return {
		...workflow,
		nodes: [...workflow.nodes, tool],
		connections: { ...connections, [tool.name]: { ai_tool: [to('Agent', 'ai_tool')] } },
	};
}
