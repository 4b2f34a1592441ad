import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Workflow, WorkflowNode } from './workflows.mts';

/** Stands in for the services of others (a sheet, a chat): keeps what it is sent. */
export interface Outside {
	readonly url: string;
	/** What each node sent, one entry per item. */
	received(node: string): Array<Record<string, unknown>>;
	/** What a node that reads is given. */
	rows(node: string, rows: ReadonlyArray<Record<string, unknown>>): void;
	forget(): void;
	close(): void;
}

/** Starts the stand-in on a port of its own. */
export async function startOutside(): Promise<Outside> {
	const sent = new Map<string, Array<Record<string, unknown>>>();
	const given = new Map<string, ReadonlyArray<Record<string, unknown>>>();

	async function answer(request: IncomingMessage): Promise<unknown> {
		const node = decodeURIComponent((request.url ?? '/').slice(1));
		if (request.method === 'GET') return given.get(node) ?? [];
		const item = JSON.parse(await text(request)) as Record<string, unknown>;
		sent.set(node, [...(sent.get(node) ?? []), item]);
		return { ok: true };
	}

	const server = createServer((request, response) => {
		void answer(request).then((body) => {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(body));
		});
	});
	const { promise, resolve } = Promise.withResolvers<void>();
	server.listen(0, '127.0.0.1', resolve);
	await promise;
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		received: (node) => sent.get(node) ?? [],
		rows: (node, rows) => void given.set(node, rows),
		forget() {
			sent.clear();
			given.clear();
		},
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

const outsideTypes = ['n8n-nodes-base.googleSheets', 'n8n-nodes-base.slack'];

/** The names of the nodes that need a service of others. */
export function outsideNodes(workflow: Workflow): string[] {
	return workflow.nodes.filter(({ type }) => outsideTypes.includes(type)).map(({ name }) => name);
}

/** The same workflow with such nodes replaced by requests to the stand-in. */
export function withStandIns(workflow: Workflow, outside: Outside): Workflow {
	const nodes = workflow.nodes.map((node) =>
		outsideTypes.includes(node.type) ? standIn(node, outside) : node,
	);
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
		specifyBody: 'json',
		jsonBody: `={{ JSON.stringify(${bodyOf(node)}) }}`,
	};
	return {
		...rest,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: reads ? request : send,
	};
}

/** A sheet gets the item itself; a chat gets what the node's own expression makes of it. */
function bodyOf(node: WorkflowNode): string {
	if (node.type.endsWith('googleSheets')) return '$json';
	const { text: message } = node.parameters as { text: string };
	// the text of an expression field: plain parts, and expressions in double braces
	const parts = message
		.slice(1)
		.split(/(\{\{.*?\}\})/s)
		.map((part) => (part.startsWith('{{') ? `(${part.slice(2, -2)})` : JSON.stringify(part)));
	return `{ text: ${parts.join(' + ')} }`;
}
