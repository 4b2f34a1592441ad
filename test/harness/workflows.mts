import type { IDataObject, INode } from 'n8n-workflow';

import type { WorkflowJson } from './engine.mts';
import type { AgentOptions, NodeRunOptions } from './world.mts';

export const CREDENTIAL_NAME = 'Data Access account';

/** A workflow that gives the input items to the node alone. */
export function workflowOf(parameters: IDataObject, options: NodeRunOptions): WorkflowJson {
	const node = (name: string, type: string, more: Partial<INode>): INode => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...more,
	});
	return {
		settings: options.settings,
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', {}),
			node('Items', 'test.items', { parameters: { items: options.items ?? [{}] } as never }),
			node('Data Access', 'n8n-nodes-data-access.dataAccess', {
				parameters: parameters as never,
				credentials: { dataAccessApi: { id: 'credential', name: CREDENTIAL_NAME } },
				...options.node,
			}),
			...(options.failsBehind ? [node('Sheet', 'test.fail', {})] : []),
		],
		connections: {
			Start: { main: [to('Items')] },
			Items: { main: [to('Data Access')] },
			...(options.failsBehind && { 'Data Access': { main: [to('Sheet')] } }),
		},
	};
}

const to = (node: string, type = 'main') => [{ node, type, index: 0 }];

/** The same in a loop: the node gets one input item a round. */
export function loopOf(parameters: IDataObject, options: NodeRunOptions): WorkflowJson {
	const workflow = workflowOf(parameters, options);
	const type = 'n8n-nodes-base.splitInBatches';
	const loop = { ...workflow.nodes[0]!, id: 'Loop', name: 'Loop', type };
	return {
		nodes: [...workflow.nodes, loop],
		connections: {
			Start: { main: [to('Items')] },
			Items: { main: [to('Loop')] },
			Loop: { main: [[], to('Data Access')] },
			'Data Access': { main: [to('Loop'), to('Loop')] },
		},
	};
}

/** The node as the tool of an agent. */
export function agentWorkflowOf(
	parameters: IDataObject,
	rounds: IDataObject[][],
	{ agent = 'test.callingAgent', node, ...options }: AgentOptions,
): WorkflowJson {
	const type = 'n8n-nodes-data-access.dataAccessTool';
	const { nodes } = workflowOf(parameters, { ...options, node: { ...node, type } });
	const [start, , tool] = nodes as [INode, INode, INode];
	const given = { rounds } as never;
	const user = { ...start, id: 'Agent', name: 'Agent', type: agent, parameters: given };
	return {
		// As every workflow of today has it; an agent that requests its tools relies on it.
		settings: { executionOrder: 'v1' },
		nodes: [start, tool, user],
		connections: {
			Start: { main: [to('Agent')] },
			'Data Access': { ai_tool: [to('Agent', 'ai_tool')] },
		},
	};
}
