import { createHash } from 'node:crypto';

import fastify from 'fastify';

import type { Workflow, WorkflowNode } from './workflows.mts';

type Row = Record<string, unknown>;

/** Stands in for the services of others (a sheet, a chat, a drive): keeps what it is sent. */
export interface Outside {
	readonly url: string;
	/** What each node sent, one entry per item. */
	received(node: string): Row[];
	/** What a node that reads is given. */
	rows(node: string, rows: readonly Row[]): void;
	forget(): void;
	close(): Promise<void>;
}

/** Starts the stand-in on a port of its own. */
export async function startOutside(): Promise<Outside> {
	const sent = new Map<string, Row[]>();
	const given = new Map<string, readonly Row[]>();

	const app = fastify({ forceCloseConnections: true });
	app.addContentTypeParser('*', { parseAs: 'buffer' }, ({ headers }, bytes, done) => {
		const type = headers['content-type'];
		done(null, { name: headers['x-name'], type, sha256: sha256(bytes as Buffer) });
	});
	app.get<{ Params: { node: string } }>('/:node', ({ params }) => given.get(params.node) ?? []);
	app.post<{ Params: { node: string }; Body: Row }>('/:node', ({ params, body }) => {
		sent.set(params.node, [...(sent.get(params.node) ?? []), body]);
		return { ok: true };
	});
	const url = await app.listen({ host: '127.0.0.1', port: 0 });
	return {
		url,
		received: (node) => sent.get(node) ?? [],
		rows: (node, rows) => void given.set(node, rows),
		forget() {
			sent.clear();
			given.clear();
		},
		close: () => app.close(),
	};
}

/** What stands for a file in what was received. */
export function sha256(bytes: Buffer): string {
	return createHash('sha256').update(bytes).digest('hex');
}

const OUTSIDE_TYPES = [
	'n8n-nodes-base.googleDrive',
	'n8n-nodes-base.googleSheets',
	'n8n-nodes-base.slack',
];

const isOutside = ({ type }: WorkflowNode) => OUTSIDE_TYPES.includes(type);

/** The names of the nodes that need a service of others. */
export function outsideNodes(workflow: Workflow): string[] {
	return workflow.nodes.filter(isOutside).map(({ name }) => name);
}

/** The same workflow with such nodes replaced by requests to the stand-in. */
export function withStandIns(workflow: Workflow, outside: Outside): Workflow {
	const nodes = workflow.nodes.map((node) => (isOutside(node) ? standIn(node, outside) : node));
	return { ...workflow, nodes };
}

function standIn(node: WorkflowNode, outside: Outside): WorkflowNode {
	const { credentials: _, ...rest } = node;
	const url = `${outside.url}/${encodeURIComponent(node.name)}`;
	const reads = node.type.endsWith('googleSheets') && node.parameters.operation === undefined;
	const request = { url, options: {} };
	const send = {
		...request,
		method: 'POST',
		sendBody: true,
		...(node.type.endsWith('googleDrive') ? fileOf(node) : jsonOf(node)),
	};
	return {
		...rest,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: reads ? request : send,
	};
}

/** A drive gets the file, under the name that the node's own expression gives it. */
function fileOf({ parameters }: WorkflowNode): object {
	return {
		contentType: 'binaryData',
		inputDataFieldName: 'data',
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'x-name', value: parameters.name }] },
	};
}

const jsonOf = (node: WorkflowNode) => ({
	specifyBody: 'json',
	jsonBody: `={{ JSON.stringify(${bodyOf(node)}) }}`,
});

/** A sheet gets the item itself; a chat gets what the node's own expression makes of it. */
function bodyOf(node: WorkflowNode): string {
	if (node.type.endsWith('googleSheets')) return '$json';
	const { text } = node.parameters as { text: string };
	// The text of an expression field: plain parts, and expressions in double braces.
	const parts = text
		.slice(1)
		.split(/(\{\{.*?\}\})/s)
		.map((part) => (part.startsWith('{{') ? `(${part.slice(2, -2)})` : JSON.stringify(part)));
	return `{ text: ${parts.join(' + ')} }`;
}
