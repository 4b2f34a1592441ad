import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

import type { Settings } from '../settings.mts';
import { inspectAll, inspectOne } from './inspect.mts';

/** Runs an operation: the answer's body, and whether it is a failure. */
export type RunTool = (
	endpoint: string,
	input: Record<string, unknown>,
) => Promise<{ text: string; isError: boolean }>;

/**
 * A server and its transport for one request: nothing is kept between requests, so that any client
 * may come and go.
 */
export async function connectServer(
	settings: Settings,
	run: RunTool,
): Promise<StreamableHTTPServerTransport> {
	const server = new McpServer({ name: 'data-access-gateway-emulator', version: '1.0.0' });
	server.registerTool(
		'inspect',
		{
			description:
				'Lists the operations with their prices, or tells all about one: its input schema, its ' +
				'price, its paging. Costs nothing.',
			inputSchema: { endpoint: z.string().optional().describe('Path of one operation') },
			annotations: { readOnlyHint: true },
		},
		({ endpoint }) => inspect(endpoint, settings),
	);
	server.registerTool(
		'run',
		{
			description: 'Runs an operation. Each call is charged at the price of the operation.',
			inputSchema: {
				endpoint: z.string().describe('Path of the operation, as inspect names it'),
				input: z.record(z.unknown()).describe('Its fields, by the schema that inspect gives'),
			},
		},
		async ({ endpoint, input }) => {
			const { text, isError } = await run(endpoint, input);
			return { ...textResult(text), isError };
		},
	);
	// One JSON answer per request, with which the connection can be broken as over POST /v1/run.
	const transport = new StreamableHTTPServerTransport({
		sessionIdGenerator: undefined,
		enableJsonResponse: true,
	});
	await server.connect(transport);
	return transport;
}

function inspect(endpoint: string | undefined, settings: Settings): CallToolResult {
	if (endpoint === undefined) return textResult(JSON.stringify(inspectAll(settings)));
	const found = inspectOne(endpoint, settings);
	if (found !== null) return textResult(JSON.stringify(found));
	const message = `Unknown endpoint "${endpoint}"`;
	const error = { code: 'endpoint_not_found', message };
	return { ...textResult(JSON.stringify(error)), isError: true };
}

function textResult(text: string): CallToolResult {
	return { content: [{ type: 'text', text }] };
}
