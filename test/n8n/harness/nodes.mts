import type { IDataObject, INode } from 'n8n-workflow';

import { chain, CREDENTIAL_NAME, node, to } from '../../harness/workflows.mts';
import { MODEL_KEY_NAME } from './credentials.mts';

export { chain };

export const manualTrigger = (name = 'Start') => node(name, 'n8n-nodes-base.manualTrigger', 1);

/** A trigger that a request starts. The request is answered before the workflow has run. */
export function webhook(path: string): INode {
	const parameters = { path, responseMode: 'onReceived', options: {} };
	return { ...node('Webhook', 'n8n-nodes-base.webhook', 2, parameters), webhookId: path };
}

export function itemsOf(items: readonly object[]): INode[] {
	const jsonOutput = JSON.stringify({ items });
	return [
		node('List', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput }),
		node('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'items' }),
	];
}

/** The trigger of a sub-workflow, which returns the items of its caller. */
export const subWorkflowTrigger = () =>
	node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' });

export const executeWorkflowNode = (name: string, id: string) =>
	node(name, 'n8n-nodes-base.executeWorkflow', 1.2, {
		workflowId: { __rl: true, mode: 'id', value: id },
		...{ mode: 'each', options: {} },
	});

/** This package's node. Without parameters, it is as the node panel adds it. */
export function dataAccess(name: string, credentialId: string, values: object = {}): INode {
	return {
		...node(name, 'n8n-nodes-data-access.dataAccess', 1, values),
		credentials: { dataAccessApi: { id: credentialId, name: CREDENTIAL_NAME } },
	};
}

export function dataAccessTool(...of: Parameters<typeof dataAccess>): INode {
	return { ...dataAccess(...of), type: 'n8n-nodes-data-access.dataAccessTool' };
}

function agent(typeVersion: number): INode {
	const parameters = { promptType: 'define', text: 'What is there?', options: {} };
	return node('Agent', '@n8n/n8n-nodes-langchain.agent', typeVersion, parameters);
}

function chatModel(): INode {
	const model = { __rl: true, mode: 'id', value: 'stand-in' };
	return {
		...node('Chat model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, { model, options: {} }),
		credentials: { openAiApi: { id: null, name: MODEL_KEY_NAME } },
	};
}

/** A workflow with an agent that has one question and one tool. Its last node returns `told`. */
export function agentWorkflow(name: string, version: number, tool: INode, told: string) {
	const parameters = { mode: 'raw', jsonOutput: `={{ JSON.stringify(${told}) }}`, options: {} };
	const last = node('Told', 'n8n-nodes-base.set', 3.4, parameters);
	const { nodes, ...workflow } = chain(name, [manualTrigger(), agent(version), last]);
	const model = chatModel();
	const connections: IDataObject = {
		...workflow.connections,
		[model.name]: { ai_languageModel: [to('Agent', 'ai_languageModel')] },
		[tool.name]: { ai_tool: [to('Agent', 'ai_tool')] },
	};
	return { ...workflow, nodes: [...nodes, model, tool], connections };
}
