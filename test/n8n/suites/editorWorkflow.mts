import type { Workflow, WorkflowNode } from '../harness/workflows.mts';

/** A trigger alone. */
export const start: WorkflowNode = {
	id: 'start',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** The trigger with our node behind it, as the node panel adds it. */
export function withNode(credentialId: string): Workflow {
	const credentials = { dataAccessApi: { id: credentialId, name: 'Data Access account' } };
	const node: WorkflowNode = {
		...start,
		id: 'data-access',
		name: 'Data Access',
		type: 'n8n-nodes-data-access.dataAccess',
		position: [224, 0],
		credentials,
	};
	const links = { Start: { main: [[{ node: node.name, type: 'main', index: 0 }]] } };
	return { name: 'Editor', nodes: [start, node], connections: links };
}

/** What stands in the fields, numbers as numbers: 1 and 1.0000 are the same to a person. */
export function asShown(fields: Record<string, string>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [
			name,
			/^\d+(\.\d+)?$/.test(value) ? String(Number(value)) : value,
		]),
	);
}
