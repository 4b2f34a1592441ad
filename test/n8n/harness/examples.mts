import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INode } from 'n8n-workflow';

import { CREDENTIAL_NAME, MODEL_KEY_NAME, SLACK_NAME, TOKEN_NAME } from './credentials.mts';
import type { Workflow } from './workflows.mts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'examples');

export function exampleNames(): string[] {
	return readdirSync(FOLDER)
		.filter((name) => name.endsWith('.json'))
		.map((name) => name.slice(0, -'.json'.length))
		.sort();
}

/** The credential of each type of node, by n8n's own name for it. */
const CREDENTIALS: Record<string, [type: string, name: string]> = {
	'n8n-nodes-data-access.dataAccess': ['dataAccessApi', CREDENTIAL_NAME],
	'n8n-nodes-data-access.dataAccessTool': ['dataAccessApi', CREDENTIAL_NAME],
	'n8n-nodes-base.slack': ['slackApi', SLACK_NAME],
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': ['openAiApi', MODEL_KEY_NAME],
	'@n8n/n8n-nodes-langchain.mcpTrigger': ['httpBearerAuth', TOKEN_NAME],
};

/**
 * Returns an example with credentials, as if a user had imported it and selected them. The files name
 * none: n8n would show the selected one in its place, but not save it.
 */
export function example(name: string): Workflow {
	const workflow = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Workflow;
	const nodes = workflow.nodes.map((node) => {
		const [type, credential] = CREDENTIALS[node.type] ?? [];
		if (type === undefined || credential === undefined) return node;
		return { ...node, credentials: { [type]: { id: null, name: credential } } };
	});
	return { ...workflow, nodes };
}

/** Returns the workflow with other settings or parameters of one node. */
export function changed(workflow: Workflow, node: string, change: Partial<INode>): Workflow {
	const nodes = workflow.nodes.map((one) =>
		one.name === node
			? { ...one, ...change, parameters: { ...one.parameters, ...change.parameters } }
			: one,
	);
	if (!workflow.nodes.some(({ name }) => name === node)) throw new Error(`No node "${node}"`);
	return { ...workflow, nodes };
}
