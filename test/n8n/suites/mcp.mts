import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { operations } from '../../harness/operations.mts';
import { createBearerToken } from '../harness/credentials.mts';
import { example } from '../harness/examples.mts';
import { activate } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';

const TOKEN = 'token-of-the-mcp-server';

type Json = Record<string, any>;

/** The tools of examples/mcp-server.json, and what a model may fill in. */
const TOOLS: Record<string, string[]> = {
	...Object.fromEntries(
		operations.map(({ tool: { name, inputs } }) => [name, ['limit', ...inputs].sort()]),
	),
	Inspect_inputs_and_prices_of_operations: ['endpoint'],
	Get_account_balance: [],
	Get_runs_of_account: ['endpoint', 'newerThan'],
	Run_any_gateway_operation: ['endpoint', 'input', 'limit'],
};

/** examples/mcp-server.json, as its clients see it. */
export function testMcp(world: World): void {
	describe('MCP server', () => {
		const client = new Client({ name: 'data-access-tests', version: '1.0.0' });

		before(async () => {
			await createBearerToken(world.rest, TOKEN);
			await activate(world, example('mcp-server'));
			const address = new URL('/mcp/data-access', world.rest.url);
			const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } };
			await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
		});
		after(() => client.close());

		async function items(name: string, input: Json): Promise<Json[]> {
			const { content } = await client.callTool({ name, arguments: input });
			return JSON.parse((content as Array<{ text: string }>)[0]!.text) as Json[];
		}

		test('lists the tools, with what a model may fill in', async () => {
			const { tools } = await client.listTools();
			const filledIn = tools.map(({ name, inputSchema }) => [
				name,
				Object.keys(inputSchema.properties ?? {}).sort(),
			]);
			assert.deepEqual(Object.fromEntries(filledIn), TOOLS);
		});

		test('stops at Max Cost, which holds for each call by itself, and pays once for what was asked a minute ago', async () => {
			world.emulator.reset();
			const uses = { 'plum jam': 0.03, 'fig jam': 0.06 };
			for (const [keyword, charged] of Object.entries(uses)) {
				const input = { keyword, limit: 500 };
				const told = (await items('Search_note_images', input)).at(-1);
				assert.match(told?.message, /^2 calls, \$0\.03, 40 records\. Stopped at Max Cost/);
				assert.equal(world.emulator.summary().charged, charged);
			}
			await items('Search_note_images', { keyword: 'fig jam', limit: 5 });
			assert.equal(world.emulator.summary().charged, 0.06);
		});
	});
}
