import { afterEach, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import type { Fault } from '../../emulator/emulator.mts';
import { until } from '../harness/money.mts';
import type { Input, Json } from './client.mts';
import { COMMENTS, IMAGES, POSTS, VIDEOS, useClient } from './client.mts';

const client = useClient();

const agents: Client[] = [];
afterEach(async () => {
	await Promise.all(agents.splice(0).map((agent) => agent.close()));
});

async function connect(key = 'test-key'): Promise<Client> {
	const agent = new Client({ name: 'test', version: '1' });
	agents.push(agent);
	const url = new URL(`${client.emulator.url}/mcp`);
	const requestInit = { headers: { Authorization: `Bearer ${key}` } };
	await agent.connect(new StreamableHTTPClientTransport(url, { requestInit }));
	return agent;
}

async function use(name: string, args: Input): Promise<{ isError: boolean; json: Json }> {
	const agent = await connect();
	const result = await agent.callTool({ name, arguments: args });
	const [{ text }] = result.content as Json;
	return { isError: result.isError === true, json: JSON.parse(text) };
}

test('offers two tools', async () => {
	const { tools } = await (await connect()).listTools();
	expect(tools.map(({ name, inputSchema }) => [name, inputSchema.required ?? []])).toEqual([
		['inspect', []],
		['run', ['endpoint', 'input']],
	]);
});

describe('inspect', () => {
	test('lists the operations with their prices, and costs nothing', async () => {
		const { json } = await use('inspect', {});
		const prices = new Map<string, number>(
			json.operations.map(({ endpoint, price }: Json) => [endpoint, price.amount.value]),
		);
		expect([IMAGES, VIDEOS, POSTS, COMMENTS].map((endpoint) => prices.get(endpoint))).toEqual([
			0.015, 0.015, 0.0015, 0.01,
		]);
		expect(client.emulator.ledger).toEqual([]);
	});

	test('tells input, price and paging of one, as this deployment has them', async () => {
		client.emulator.configure({
			halfYearKey: 'half_year',
			platformNames: { chat_search: 'finder' },
			prices: { fetch_search_videos: 0.5 },
		});
		const endpoint = VIDEOS.replace('chat_search', 'finder');
		const { isError, json } = await use('inspect', { endpoint });
		expect(isError).toBe(false);
		expect(json).toMatchObject({ endpoint, paging: { next: { cursor: '$.cursor' } } });
		expect(json.price.amount).toEqual({ value: 0.5, currency: 'USD' });
		expect(json.inputSchema).toMatchObject({ type: 'object', required: ['keyword'] });
		expect(json.inputSchema.properties.publish_time).toMatchObject({
			enum: ['all', 'day', 'week', 'half_year', 0, 1, 2, 3],
			default: 'all',
		});
		client.emulator.configure({ inputFormat: 'grouped' });
		const grouped = (await use('inspect', { endpoint })).json.inputSchema;
		expect(grouped.properties.body).toEqual(json.inputSchema);
		expect((await use('inspect', { endpoint: VIDEOS })).isError).toBe(true);
	});
});

describe('run', () => {
	test('is charged, in the same ledger, and gives the same answer as POST /v1/run', async () => {
		const { isError, json } = await use('run', { endpoint: POSTS, input: { user_id: 'u' } });
		expect(isError).toBe(false);
		const payload = await client.payloadOf(POSTS, { user_id: 'u' });
		expect(json.output).toEqual(payload);
		const { ledger } = client.emulator;
		expect(ledger.map(({ over }) => over)).toEqual(['mcp', 'run']);
		const { operation, charged, delivered, httpStatus, recordIds } = ledger[1]!;
		expect(ledger[0]).toMatchObject({ operation, charged, delivered, httpStatus, recordIds });
		expect(ledger[0]!.headersSeen.authorization).toBe('valid');
		expect(client.emulator.summary().duplicates).toHaveLength(1);
	});

	test.each<[string, Fault | null, Input, Json]>([
		['a wrong input', null, { count: 'x', user_id: 'u' }, { detail: [{ loc: expect.anything() }] }],
		['a refusal', { kind: 'refused', httpStatus: 402 }, {}, { code: 'insufficient_balance' }],
		['a failed run', { kind: 'failed' }, { user_id: 'u' }, { status: 'FAILED' }],
		['a rate limit', { kind: 'rateLimited' }, { user_id: 'u' }, { code: 'rate_limited' }],
	])('%s is a failed call', async (_label, fault, input, expected) => {
		if (fault !== null) client.emulator.addFault(fault);
		const { isError, json } = await use('run', { endpoint: POSTS, input });
		expect(isError).toBe(true);
		expect(json).toMatchObject(expected);
		expect(client.emulator.ledger[0]).toMatchObject({ charged: 0, served: false });
	});

	test('is charged though the agent left', async () => {
		client.emulator.addFault({ kind: 'hang' });
		const agent = await connect();
		const call = agent.callTool({
			name: 'run',
			arguments: { endpoint: POSTS, input: { user_id: 'u' } },
		});
		call.catch(() => undefined);
		await until(() => client.emulator.ledger.length > 0);
		await agent.close();
		await expect(call).rejects.toThrow();
		await client.emulator.settled();
		expect(client.emulator.ledger[0]).toMatchObject({
			charged: 0.0015,
			delivered: false,
			aborted: true,
		});
	});
});

test('no key, no tools', async () => {
	await expect(connect('other')).rejects.toThrow(/401|API key/);
	const response = await fetch(`${client.emulator.url}/mcp`, { method: 'POST', body: '{}' });
	expect(response.status).toBe(401);
	expect(response.headers.get('www-authenticate')).toBe('Bearer');
	expect(client.emulator.ledger).toEqual([]);
});
