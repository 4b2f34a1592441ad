import assert from 'node:assert/strict';

import { parse } from 'flatted';

import type { Rest } from './rest.mts';
import { until } from './until.mts';
import type { SavedWorkflow } from './workflows.mts';

interface NodeRun {
	hints?: Array<{ message: string }>;
	data?: { main: Array<Array<{ json: Record<string, unknown> }> | null> };
	metadata?: { tracing?: Record<string, unknown> };
}

interface Stored {
	resultData: { runData?: Record<string, NodeRun[]>; error?: Execution['error'] };
}

/** An execution that has ended, as n8n recorded it. */
export class Execution {
	readonly id: string;
	readonly status: string;
	readonly error: { message: string; description?: string | null } | undefined;
	private readonly runData: Record<string, NodeRun[]>;

	/** `data` is in flatted's form. */
	constructor(id: string, status: string, data: string) {
		const { resultData } = parse(data) as Stored;
		this.id = id;
		this.status = status;
		this.error = resultData.error;
		this.runData = resultData.runData ?? {};
	}

	/** All runs of a node: several in a loop, none if the execution did not reach it. */
	runs(node: string): NodeRun[] {
		return this.runData[node] ?? [];
	}

	/** The json of the items on one output of a node, over all its runs. */
	json(node: string, output = 0): Array<Record<string, unknown>> {
		const items = this.runs(node).flatMap((run) => run.data?.main[output] ?? []);
		return items.map(({ json }) => json);
	}

	traces(node: string): Array<Record<string, unknown>> {
		return this.runs(node).flatMap(({ metadata }) => (metadata?.tracing ? [metadata.tracing] : []));
	}

	hints(node: string): string[] {
		return this.runs(node).flatMap((run) => run.hints?.map((hint) => hint.message) ?? []);
	}
}

export interface ListedExecution {
	id: string;
	status: string;
}

export const hasEnded = ({ status }: ListedExecution) =>
	['success', 'error', 'canceled', 'crashed'].includes(status);

/** Returns the executions of a workflow with any status, at most a hundred. */
export async function executionsOf(rest: Rest, { id: workflowId }: SavedWorkflow) {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const path = `/rest/executions?limit=100&filter=${filter}`;
	return (await rest.call<{ results: ListedExecution[] }>('GET', path)).results;
}

export async function executionEnd(rest: Rest, id: string, seconds = 60): Promise<Execution> {
	return await until(`execution ${id} to end`, seconds, async () => {
		const path = `/rest/executions/${id}`;
		const execution = await rest.call<ListedExecution & { data: string }>('GET', path);
		return hasEnded(execution) && new Execution(id, execution.status, execution.data);
	});
}

export async function succeeded(ended: Promise<Execution>): Promise<Execution> {
	const execution = await ended;
	assert.equal(execution.status, 'success', execution.error?.message);
	return execution;
}

export async function executeWorkflow(rest: Rest, workflow: SavedWorkflow, trigger: string) {
	const path = `/rest/workflows/${workflow.id}/run`;
	const body = { workflowData: workflow, triggerToStartFrom: { name: trigger } };
	const { executionId } = await rest.call<{ executionId: string }>('POST', path, body);
	return await executionEnd(rest, executionId);
}

/** Starts an active workflow by its webhook, in production mode. */
export async function callWebhook(rest: Rest, workflow: SavedWorkflow, query = {}): Promise<void> {
	const trigger = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.webhook');
	const path = `/webhook/${String(trigger?.parameters.path)}?${new URLSearchParams(query)}`;
	const response = await fetch(`${rest.url}${path}`);
	assert.equal(response.status, 200, await response.text());
}

/** One execution of an active workflow in production mode, from its webhook's call to its end. */
export async function executeByWebhook(rest: Rest, workflow: SavedWorkflow, query = {}) {
	const earlier = new Set((await executionsOf(rest, workflow)).map(({ id }) => id));
	await callWebhook(rest, workflow, query);
	const { id } = await until(`an execution of ${workflow.name}`, 30, async () =>
		(await executionsOf(rest, workflow)).find((listed) => !earlier.has(listed.id)),
	);
	return await executionEnd(rest, id);
}

/**
 * Retries a failed execution as the editor does, and waits until the new one has ended. `loadWorkflow` chooses "with
 * currently saved workflow" over "with original workflow".
 */
export async function retryExecution(rest: Rest, failed: Execution, loadWorkflow: boolean) {
	const path = `/rest/executions/${failed.id}/retry`;
	const { id } = await rest.call<{ id: string }>('POST', path, { loadWorkflow });
	return await executionEnd(rest, id);
}
