import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/**
 * Connects to the MCP Server Trigger of an active workflow, with a token or without any; throws where
 * n8n refuses that.
 */
export async function connectToMcp(
	n8nUrl: string,
	path: string,
	token: string | null,
): Promise<Client> {
	const client = new Client({ name: 'data-access-tests', version: '1.0.0' });
	const headers = new Headers();
	if (token !== null) headers.set('authorization', `Bearer ${token}`);
	const address = new URL(`/mcp/${path}`, n8nUrl);
	await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
	return client;
}
