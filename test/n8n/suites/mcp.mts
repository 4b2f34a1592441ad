import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';

import { operations } from '../../harness/operations.mts';
import { createBearerToken } from '../harness/credentials.mts';
import { example } from '../harness/examples.mts';
import { connectToMcp } from '../harness/mcp.mts';
import type { ToolDefinition } from '../harness/model.mts';
import { activate } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';
import { assertTools } from './expectedTools.mts';

const PATH = 'data-access';
const TOKEN = 'token-of-the-mcp-server';
const POSTS = '/api/v1/photos/v1/fetch_user_posts_v2';

type Json = Record<string, any>;

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

		function bought(): Array<[string | null, number | null]> {
			return world.emulator.ledger.map(({ key, page }) => [key, page]);
		}

		for (const [label, token] of [
			['another token', 'another'],
			['no token', null],
		] as const) {
			test(`refuses a client with ${label}`, async () => {
				const refused = connectToMcp(world.rest.url, PATH, token);
				await assert.rejects(refused, /Authorization data is wrong/);
			});
		}

		test('lists the tools, with what a model may fill in', async () => {
			const { tools } = await client.listTools();
			assertTools(
				tools.map(({ name, description = '', inputSchema }) => ({
					name,
					description,
					parameters: inputSchema as ToolDefinition['parameters'],
				})),
			);
		});

		test('inspects the operations, and runs one by what it was told', async () => {
			world.emulator.reset();
			const known = await items('Inspect_inputs_and_prices_of_operations', {});
			assert.equal(known.length, operations.length);
			const posts = known.find(({ operation }) => operation === 'getPosts')!;
			const [told] = await items('Inspect_inputs_and_prices_of_operations', {
				endpoint: posts.endpoint,
			});
			assert.deepEqual(told, posts);
			assert.deepEqual(told?.inputSchema.required, ['user_id']);
			assert.deepEqual(bought(), []);

			const input = JSON.stringify({ user_id: 'size-30', count: 4 });
			const records = await items('Run_any_gateway_operation', {
				endpoint: posts.endpoint,
				input,
				limit: 4,
			});
			const { ledger } = world.emulator;
			assert.deepEqual(
				records.map(({ id }) => id),
				ledger[0]?.recordIds,
			);
			assert.deepEqual(
				ledger.map(({ endpoint, charged, input: sent }) => [endpoint, charged, sent]),
				[[POSTS, told?.price, { user_id: 'size-30', count: 4 }]],
			);
		});

		test('answers with ten records unless it is asked for more', async () => {
			world.emulator.reset();
			assert.equal((await items('Search_note_images', { keyword: 'rye bread' })).length, 10);
			assert.equal(
				(await items('Search_note_images', { keyword: 'oat bread', limit: 25 })).length,
				25,
			);
			assert.deepEqual(bought(), [
				['rye bread', 1],
				['oat bread', 1],
				['oat bread', 2],
			]);
		});

		test('stops at Max Cost, which holds for each call by itself', async () => {
			for (const keyword of ['wheat bread', 'corn bread']) {
				world.emulator.reset();
				const told = (await items('Search_note_images', { keyword, limit: 500 })).at(-1);
				assert.equal(told?.code, 'MAX_COST');
				assert.match(told?.message, /^2 calls, \$0\.03, 40 records\. Stopped at Max Cost/);
				assert.equal(world.emulator.summary().charged, 0.03);
			}
		});

		test('buys again what another call has asked for', async () => {
			world.emulator.reset();
			const [first, second] = [
				await items('Search_note_images', { keyword: 'pita bread' }),
				await items('Search_note_images', { keyword: 'pita bread' }),
			];
			assert.deepEqual(first, second);
			assert.deepEqual(bought(), [
				['pita bread', 1],
				['pita bread', 1],
			]);
		});

		for (const [name, input, told] of [
			[
				'Search_short_videos',
				{ keyword: 'bread', sort: 'best' },
				/'Sort' must be one of default, latest, hot/,
			],
			['Search_short_videos', { keyword: 'b'.repeat(101) }, /'Keyword' .*100/],
			['Get_article_comment_replies', { url: 'http://a.example/s/1' }, /URL' .*https/],
			[
				'Run_any_gateway_operation',
				{ endpoint: POSTS, input: '{"user_id":' },
				/^'Input' is not valid JSON: .*end of JSON input/,
			],
			['Run_any_gateway_operation', { endpoint: POSTS, input: '{"user": "1"}' }, /user/],
		] as const) {
			test(`refuses ${JSON.stringify(input).slice(0, 60)}, says what is allowed, and buys nothing`, async () => {
				world.emulator.reset();
				const [refused, ...others] = await items(name, input);
				assert.deepEqual(others, []);
				assert.equal(refused?.code, 'INVALID_INPUT');
				assert.match(refused?.message, told);
				assert.match(
					refused?.message,
					/No call was made for it\..* Correct the input and call again\.$/,
				);
				assert.deepEqual(world.emulator.ledger, []);
			});
		}

		test('refuses an input without its keyword, and buys nothing', async () => {
			world.emulator.reset();
			const { text, isError } = await ask('Search_short_videos', {});
			assert.match(text, /keyword/);
			assert.ok(isError);
			assert.deepEqual(world.emulator.ledger, []);
		});
	});
}
