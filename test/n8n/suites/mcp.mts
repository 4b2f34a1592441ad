import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { Client } from '@modelcontextprotocol/sdk/client/index.js';

import { createBearerToken } from '../harness/credentials.mts';
import { connectToMcp } from '../harness/mcp.mts';
import { dataAccessTool, mcpServerTrigger, withTools } from '../harness/nodes.mts';
import { activate } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';

const PATH = 'data-access';
const TOKEN = 'token-of-the-mcp-server';

/** The node as a tool of n8n's MCP Server Trigger, as a client of it sees the tool. */
export function testMcp(world: World): void {
	describe('MCP Server Trigger', () => {
		let client: Client;

		before(async () => {
			const { rest, credentialId } = world;
			const name = 'Token of the MCP server';
			const id = await createBearerToken(rest, name, TOKEN);
			const tool = dataAccessTool('Search images', credentialId, {
				resource: 'note',
				operation: 'searchImages',
				keyword: "={{ $fromAI('keyword', 'What the pictures show', 'string') }}",
				limit: 5,
			});
			await activate(world, withTools('MCP', mcpServerTrigger(PATH, { id, name }), [tool]));
			client = await connectToMcp(rest.url, PATH, TOKEN);
		});
		after(async () => {
			await client?.close();
		});

		/** Calls the tool; gives the one text of its answer. */
		async function ask(keyword: string): Promise<string> {
			const { content } = await client.callTool({ name: 'Search_images', arguments: { keyword } });
			const texts = content as Array<{ text: string }>;
			assert.equal(texts.length, 1);
			return texts[0]!.text;
		}

		test('refuses a client with another token', async () => {
			await assert.rejects(connectToMcp(world.rest.url, PATH, 'another'), /Authorization/);
		});

		test('lists the tool, with what a model may fill in', async () => {
			const { tools } = await client.listTools();
			assert.deepEqual(
				tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})]),
				[['Search_images', ['keyword']]],
			);
		});

		test('answers a call with the records, of which it buys one page', async () => {
			world.emulator.reset();
			const records = JSON.parse(await ask('sourdough bread')) as unknown[];
			assert.equal(records.length, 5);
			assert.deepEqual(
				world.emulator.ledger.map(({ key, page }) => [key, page]),
				[['sourdough bread', 1]],
			);
		});

		test('answers a call that failed with what to do', async () => {
			world.emulator.reset();
			world.emulator.addFault({ kind: 'refused', httpStatus: 402, match: { key: 'rye bread' } });
			assert.match(await ask('rye bread'), /balance/);
			assert.equal(world.emulator.ledger.length, 1);
		});
	});
}
