import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';

import { operations } from '../../harness/operations.mts';
import { createBearerToken } from '../harness/credentials.mts';
import { example } from '../harness/examples.mts';
import { connectToMcp } from '../harness/mcp.mts';
import { activate } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';

const PATH = 'data-access';
const TOKEN = 'token-of-the-mcp-server';
const POSTS = '/api/v1/photos/v1/fetch_user_posts_v2';

type Json = Record<string, any>;

/** A tool as its clients get it: what it brings at which price, its inputs, and which of them it needs. */
type Tool = [name: string, description: string, inputs: string[], required: string[]];

/** The tools of examples/mcp-server.json; test/node/tools.test.mts has what they say of each input. */
const TOOLS: Tool[] = [
	...operations.map(({ panel, tool: { name, inputs } }): Tool => {
		const required = Object.keys(inputs).filter((input) => inputs[input]!.length === 2);
		return [name, `${panel.action} in Data Access`, [...Object.keys(inputs), 'limit'], required];
	}),
	[
		'Inspect_inputs_and_prices_of_operations',
		'Inspect inputs and prices of operations (free) in Data Access',
		['endpoint'],
		[],
	],
	['Get_account_balance', 'Get account balance (free) in Data Access', [], []],
	[
		'Get_runs_of_account',
		'Get runs of account (free) in Data Access',
		['newerThan', 'endpoint'],
		[],
	],
	[
		'Run_any_gateway_operation',
		'Run any gateway operation (priced by the gateway) in Data Access',
		['endpoint', 'input', 'limit'],
		['endpoint', 'input'],
	],
];

const inOrder = (tools: Tool[]) =>
	tools
		.map(
			([name, description, inputs, required]) =>
				[name, description, inputs.toSorted(), required.toSorted()] as const,
		)
		.toSorted(([one], [other]) => one.localeCompare(other));

/** examples/mcp-server.json, as its clients see it. */
export function testMcp(world: World): void {
	describe('MCP server', () => {
		let client: Client;

		before(async () => {
			await createBearerToken(world.rest, TOKEN);
			await activate(world, example('mcp-server'));
			client = await connectToMcp(world.rest.url, PATH, TOKEN);
		});
		after(async () => {
			await client?.close();
		});

		/** Calls a tool; gives the one text of its answer. */
		async function ask(name: string, input: Json): Promise<{ text: string; isError: boolean }> {
			const result = await client.callTool({ name, arguments: input });
			const { content, isError = false } = CallToolResultSchema.parse(result);
			assert.equal(content.length, 1);
			return { text: (content[0] as { text: string }).text, isError };
		}

		async function items(name: string, input: Json): Promise<Json[]> {
			return JSON.parse((await ask(name, input)).text) as Json[];
		}

		for (const token of ['another', null]) {
			test(`refuses a client with the token ${token}`, async () => {
				const refused = connectToMcp(world.rest.url, PATH, token);
				await assert.rejects(refused, /Authorization data is wrong/);
			});
		}

		test('lists the tools, with what a model may fill in', async () => {
			const { tools } = await client.listTools();
			const told = tools.map(({ name, description = '', inputSchema }): Tool => {
				const { properties = {}, required = [] } = inputSchema;
				return [name, description, Object.keys(properties), required];
			});
			assert.deepEqual(inOrder(told), inOrder(TOOLS));
		});

		test('inspects the operations, and runs one by what it was told', async () => {
			world.emulator.reset();
			const known = await items('Inspect_inputs_and_prices_of_operations', {});
			assert.equal(known.length, operations.length);
			const posts = known.find(({ operation }) => operation === 'getPosts')!;
			assert.deepEqual(posts.inputSchema.required, ['user_id']);
			assert.equal(world.emulator.ledger.length, 0);

			const input = JSON.stringify({ user_id: 'size-30', count: 4 });
			const { endpoint, price } = posts;
			const records = await items('Run_any_gateway_operation', { endpoint, input, limit: 4 });
			const { ledger } = world.emulator;
			assert.deepEqual(
				records.map(({ id }) => id),
				ledger[0]?.recordIds,
			);
			assert.deepEqual(
				ledger.map((entry) => [entry.endpoint, entry.charged, entry.input]),
				[[POSTS, price, { user_id: 'size-30', count: 4 }]],
			);
		});

		test('stops at Max Cost, which holds for each call by itself, and buys again what another asked for', async () => {
			world.emulator.reset();
			for (const charged of [0.03, 0.06]) {
				const input = { keyword: 'corn bread', limit: 500 };
				const told = (await items('Search_note_images', input)).at(-1);
				assert.equal(told?.code, 'MAX_COST');
				assert.match(told?.message, /^2 calls, \$0\.03, 40 records\. Stopped at Max Cost/);
				assert.equal(world.emulator.summary().charged, charged);
			}
		});

		test('refuses what no call can be made for, says what is allowed, and buys nothing', async () => {
			world.emulator.reset();
			const broken = { endpoint: POSTS, input: '{"user_id":' };
			const [refused, ...others] = await items('Run_any_gateway_operation', broken);
			assert.deepEqual([refused?.code, others], ['INVALID_INPUT', []]);
			assert.match(refused?.message, /^'Input' is not valid JSON: .* Correct the input and call/);
			// That one n8n refuses itself.
			const { text, isError } = await ask('Search_short_videos', {});
			assert.match(text, /keyword/);
			assert.ok(isError);
			assert.deepEqual(world.emulator.ledger, []);
		});
	});
}
