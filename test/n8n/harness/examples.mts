import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Workflow } from './workflows.mts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'examples');

/** The names of all example files, without their ending. */
export function exampleNames(): string[] {
	return readdirSync(FOLDER)
		.filter((name) => name.endsWith('.json'))
		.map((name) => name.slice(0, -'.json'.length))
		.sort();
}

/** Where an example stands, for the editor's "Import from file". */
export function exampleFile(name: string): string {
	return join(FOLDER, `${name}.json`);
}

/** An example as a user would import it. */
export function example(name: string): Workflow {
	return JSON.parse(readFileSync(exampleFile(name), 'utf8')) as Workflow;
}

/** The same workflow with some settings or parameters of one node changed. */
export function changed(
	workflow: Workflow,
	node: string,
	change: { parameters?: Record<string, unknown>; [setting: string]: unknown },
): Workflow {
	const nodes = workflow.nodes.map((one) =>
		one.name === node
			? { ...one, ...change, parameters: { ...one.parameters, ...change.parameters } }
			: one,
	);
	if (!workflow.nodes.some(({ name }) => name === node)) throw new Error(`No node "${node}"`);
	return { ...workflow, nodes };
}
