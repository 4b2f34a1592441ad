import { CREDENTIAL_NAME, MODEL_KEY_NAME } from './credentials.mts';
import type { Workflow, WorkflowNode } from './workflows.mts';

type Values = WorkflowNode['parameters'];

function node(name: string, type: string, typeVersion: number, values: Values = {}): WorkflowNode {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters: values };
}

export const manualTrigger = (name = 'Start') => node(name, 'n8n-nodes-base.manualTrigger', 1);

/** A trigger that a call from outside sets off; it is answered before the workflow has run. */
export function webhook(path: string): WorkflowNode {
	const parameters = { path, responseMode: 'onReceived', options: {} };
	return { ...node('Webhook', 'n8n-nodes-base.webhook', 2, parameters), webhookId: path };
}

export function itemsOf(items: readonly object[]): WorkflowNode[] {
	const jsonOutput = JSON.stringify({ items });
	return [
		node('List', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput }),
		node('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'items' }),
	];
}

/** The trigger of a sub-workflow, which passes on what it is called with. */
export const subWorkflowTrigger = () =>
	node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' });

export const executeWorkflowNode = (name: string, id: string) =>
	node(name, 'n8n-nodes-base.executeWorkflow', 1.2, {
		workflowId: { __rl: true, mode: 'id', value: id },
		...{ mode: 'each', options: {} },
	});

/** Our node, as the node panel adds it where there are no parameters. */
export function dataAccess(name: string, credentialId: string, values: Values = {}): WorkflowNode {
	return {
		...node(name, 'n8n-nodes-data-access.dataAccess', 1, values),
		credentials: { dataAccessApi: { id: credentialId, name: CREDENTIAL_NAME } },
	};
}

export function dataAccessTool(...of: Parameters<typeof dataAccess>): WorkflowNode {
	return { ...dataAccess(...of), type: 'n8n-nodes-data-access.dataAccessTool' };
}

/** An agent that is asked one thing; its tools are those that are connected to it. */
export function agent(typeVersion: number): WorkflowNode {
	const parameters = { promptType: 'define', text: 'What is there?', options: {} };
	return node('Agent', '@n8n/n8n-nodes-langchain.agent', typeVersion, parameters);
}

function chatModel(): WorkflowNode {
	const model = { __rl: true, mode: 'id', value: 'stand-in' };
	return {
		...node('Chat model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, { model, options: {} }),
		credentials: { openAiApi: { id: null, name: MODEL_KEY_NAME } },
	};
}

const placed = (nodes: WorkflowNode[]) =>
	nodes.map((one, index): WorkflowNode => ({ ...one, position: [index * 224, 0] }));

/** What every workflow of today has. */
const SETTINGS = { executionOrder: 'v1' };

export function chain(name: string, nodes: WorkflowNode[], settings: Values = {}): Workflow {
	const links = nodes.slice(1).map((next, index) => {
		const main = [[{ node: next.name, type: 'main', index: 0 }]];
		return [nodes[index]!.name, { main }] as const;
	});
	const connections = Object.fromEntries(links);
	return { name, nodes: placed(nodes), connections, settings: { ...SETTINGS, ...settings } };
}

export function withTools(name: string, host: WorkflowNode, tools: WorkflowNode[]): Workflow {
	const link = { ai_tool: [[{ node: host.name, type: 'ai_tool', index: 0 }]] };
	const connections = Object.fromEntries(tools.map((tool) => [tool.name, link]));
	return { name, nodes: placed([host, ...tools]), connections, settings: SETTINGS };
}

/** A workflow in which an agent is offered tools, and of which the last node says what is `told`. */
export function agentWorkflow(name: string, version: number, tools: WorkflowNode[], told: string) {
	const [start, host, model] = [manualTrigger(), agent(version), chatModel()];
	const offering = withTools(name, host, tools);
	const to = (target: string, type: string) => ({ [type]: [[{ node: target, type, index: 0 }]] });
	const parameters = { mode: 'raw', jsonOutput: `={{ JSON.stringify(${told}) }}`, options: {} };
	const last = node('Told', 'n8n-nodes-base.set', 3.4, parameters);
	return {
		...offering,
		nodes: placed([start, ...offering.nodes, model, last]),
		connections: {
			...offering.connections,
			[start.name]: to(host.name, 'main'),
			[model.name]: to(host.name, 'ai_languageModel'),
			[host.name]: to(last.name, 'main'),
		},
	};
}
