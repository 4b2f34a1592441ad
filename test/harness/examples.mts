import { readdirSync, readFileSync } from 'node:fs';

import type { IDataObject, INode } from 'n8n-workflow';

export interface Example {
	nodes: INode[];
	settings: IDataObject;
}

/** The workflows in examples/, by the names of their files. */
export const examples = readdirSync('examples').map(
	(file) => [file, JSON.parse(readFileSync(`examples/${file}`, 'utf8')) as Example] as const,
);

export const notesOf = ({ nodes }: Example) =>
	nodes
		.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
		.map(({ parameters }) => String(parameters.content))
		.join('\n');
