import type { WorkflowJson } from '../../harness/engine.mts';
import type { Rest } from './rest.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

export type Workflow = WorkflowJson & { name: string };

export type SavedWorkflow = Workflow & { id: string; versionId: string };

/** Returns a workflow for manual runs that reuses no page, so that a test can count what it buys. */
export function buyingAnew(workflow: Workflow): Workflow {
	const nodes = workflow.nodes.map((node) => {
		if (!/\.dataAccess(Tool)?$/.test(node.type)) return node;
		// Not 0, which would also ignore the pages of failed runs.
		const options = { reusePages: 1e-6, ...(node.parameters.options as object) };
		return { ...node, parameters: { ...node.parameters, options } };
	});
	return { ...workflow, nodes };
}

export async function saveWorkflow(rest: Rest, workflow: Workflow): Promise<SavedWorkflow> {
	// n8n 1 finds credentials by name only within a given project.
	const { id: projectId } = await rest.call<{ id: string }>('GET', '/rest/projects/personal');
	const body = { ...workflow, active: false, projectId };
	return await rest.call<SavedWorkflow>('POST', '/rest/workflows', body);
}

/** Saves a workflow, activates it, and waits until its triggers listen. */
export async function activate(
	{ rest, version }: World,
	workflow: Workflow,
): Promise<SavedWorkflow> {
	const saved = await saveWorkflow(rest, workflow);
	const { id, versionId } = saved;
	await rest.call('POST', `/rest/workflows/${id}/activate`, { versionId });
	// n8n 2 answers before the webhook is registered.
	if (version.major === 2) {
		await until(`workflow ${id} to be published`, 30, async () => {
			const path = `/rest/workflows/${id}/publication-status`;
			const { status } = await rest.call<{ status: string }>('GET', path);
			return status === 'published';
		});
	}
	return saved;
}

/** Saves a workflow that other workflows start. In n8n 2 it must be published. */
export async function activateOn2(world: World, workflow: Workflow): Promise<SavedWorkflow> {
	const isPublished = world.version.major === 2;
	return await (isPublished ? activate(world, workflow) : saveWorkflow(world.rest, workflow));
}

/** Ends what `activate` began: webhooks and schedules. */
export async function deactivate({ rest }: World, { id }: SavedWorkflow): Promise<void> {
	await rest.call('POST', `/rest/workflows/${id}/deactivate`);
}
