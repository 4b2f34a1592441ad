import { parse } from 'flatted';
import type { Rest } from './rest.mts';
import { until } from './until.mts';

/** A node as it stands in a workflow file. */
export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string | null; name: string }>;
	[setting: string]: unknown;
}

/** A workflow as it stands in a file. */
export interface Workflow {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	[field: string]: unknown;
}

/** A workflow that n8n has saved. */
export interface SavedWorkflow extends Workflow {
	id: string;
	versionId: string;
}

/** An item between two nodes. */
export interface Item {
	json: Record<string, unknown>;
	pairedItem?: unknown;
}

interface NodeRun {
	executionStatus?: string;
	error?: { message: string; description?: string | null };
	hints?: Array<{ message: string; type?: string }>;
	data?: { main: Array<Item[] | null> };
}

/** An execution that has ended, as n8n recorded it. */
export class Execution {
	readonly id: string;
	readonly status: string;
	readonly #runs: Record<string, NodeRun[]>;
	readonly error: { message: string; description?: string | null } | undefined;

	constructor(id: string, status: string, data: string) {
		this.id = id;
		this.status = status;
		const recorded = parse(data) as {
			resultData: { runData?: Record<string, NodeRun[]>; error?: Execution['error'] };
		};
		this.#runs = recorded.resultData.runData ?? {};
		this.error = recorded.resultData.error;
	}

	/** All runs of a node: more than one in a loop, none where the execution never came to it. */
	runs(node: string): NodeRun[] {
		return this.#runs[node] ?? [];
	}

	/** The json of the items on one output of a node, over all its runs. */
	json(node: string, output = 0): Array<Record<string, unknown>> {
		return this.items(node, output).map((item) => item.json);
	}

	/** The items on one output of a node, over all its runs. */
	items(node: string, output = 0): Item[] {
		return this.runs(node).flatMap((run) => run.data?.main[output] ?? []);
	}

	/** The lines that the node showed under its output. */
	hints(node: string): string[] {
		return this.runs(node).flatMap((run) => run.hints?.map((hint) => hint.message) ?? []);
	}
}

/** Saves a workflow, as the editor does after an import. */
export async function saveWorkflow(rest: Rest, workflow: Workflow): Promise<SavedWorkflow> {
	// n8n 1 looks for credentials by their name only where it is told whose
	const { id: projectId } = await rest.call<{ id: string }>('GET', '/rest/projects/personal');
	const body = { ...workflow, active: false, projectId };
	return await rest.call<SavedWorkflow>('POST', '/rest/workflows', body);
}

/** Clicks "Execute workflow" and waits for the end. */
export async function executeWorkflow(
	rest: Rest,
	workflow: SavedWorkflow,
	trigger: string,
	seconds = 60,
): Promise<Execution> {
	const { executionId } = await rest.call<{ executionId: string }>(
		'POST',
		`/rest/workflows/${workflow.id}/run`,
		{ workflowData: workflow, triggerToStartFrom: { name: trigger } },
	);
	return await executionEnd(rest, executionId, seconds);
}

/** Waits until an execution has ended, and reads what became of it. */
export async function executionEnd(rest: Rest, id: string, seconds = 60): Promise<Execution> {
	return await until(`execution ${id} to end`, seconds, async () => {
		const { status, data } = await rest.call<{ status: string; data: string }>(
			'GET',
			`/rest/executions/${id}`,
		);
		const ended = ['success', 'error', 'canceled', 'crashed'].includes(status);
		return ended && new Execution(id, status, data);
	});
}

/** Activates a workflow, and waits until its triggers listen. */
export async function activate(rest: Rest, workflow: SavedWorkflow, major: 1 | 2): Promise<void> {
	const { id, versionId } = workflow;
	await rest.call('POST', `/rest/workflows/${id}/activate`, { versionId });
	if (major === 1) return;
	// n8n 2 answers before the webhook is registered
	await until(`workflow ${id} to be published`, 30, async () => {
		const { status } = await rest.call<{ status: string }>(
			'GET',
			`/rest/workflows/${id}/publication-status`,
		);
		return status === 'published';
	});
}
