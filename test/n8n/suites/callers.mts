import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createBearerToken, createCredential } from '../harness/credentials.mts';
import {
	executeByWebhook,
	executionEnd,
	executionsOf,
	hasEnded,
	retryExecution,
	succeeded,
} from '../harness/executions.mts';
import type { Execution } from '../harness/executions.mts';
import { connectToMcp } from '../harness/mcp.mts';
import {
	chain,
	dataAccess,
	dataAccessTool,
	executeWorkflowNode,
	itemsOf,
	mcpServerTrigger,
	subWorkflowTrigger,
	webhook,
	withTools,
} from '../harness/nodes.mts';
import { until } from '../harness/until.mts';
import type { Workers } from '../harness/workers.mts';
import { activate, saveWorkflow } from '../harness/workflows.mts';
import type { SavedWorkflow } from '../harness/workflows.mts';
import { API_KEY, OTHER_KEY } from '../harness/world.mts';
import type { World } from '../harness/world.mts';

const RECORDS = 60;

const paid = ({ emulator }: World) =>
	emulator.ledger.filter(({ charged }) => charged > 0).map(({ key, page }) => `${key} ${page}`);

const allPages = (...lists: string[]) =>
	lists.flatMap((list) => [1, 2, 3].map((page) => `${list} ${page}`));

function assertWhole(execution: Execution, lists: number): void {
	assert.equal(execution.status, 'success', execution.error?.message);
	assert.equal(new Set(execution.json('Search').map(({ id }) => id)).size, lists * RECORDS);
}

/**
 * A key that the gateway refuses in the middle of a run, and another in the same credential.
 * @param workers of which another takes the Retry
 */
export function testChangedKey(world: World, workers?: () => Workers): void {
	const where = workers ? 'on another worker' : 'in the process that failed';
	test(`a Retry with a new key in the credential buys only the rest, ${where}`, async () => {
		const { emulator, rest } = world;
		emulator.reset();
		await workers?.().scaleTo(1);
		const data = { baseUrl: emulator.url, apiKey: API_KEY, provider: emulator.provider };
		const name = `Key ${where}`;
		const id = await createCredential(rest, data, name);
		const list = `${where} size-${RECORDS}`;
		const search = dataAccess('Search', id, {
			...{ resource: 'note', operation: 'searchImages', keyword: list, limit: RECORDS },
		});
		emulator.addFault({
			...{ kind: 'refused', httpStatus: 401, times: null },
			match: { apiKey: API_KEY, page: 2 },
		});
		const path = `key-${workers ? 'elsewhere' : 'here'}`;
		const workflow = await activate(world, chain(path, [webhook(path), search]));
		const failed = await executeByWebhook(rest, workflow);
		assert.equal(failed.status, 'error');
		const change = { name, type: 'dataAccessApi', data: { ...data, apiKey: OTHER_KEY } };
		await rest.call('PATCH', `/rest/credentials/${id}`, change);
		await workers?.().replace();
		assertWhole(await retryExecution(rest, failed, false), 1);
		assert.deepEqual(paid(world), allPages(list));
	});
}

/**
 * A parent that calls a sub-workflow for each of three lists, of which the last fails.
 * @param workers of which another takes the Retry
 */
export function testSubWorkflows(world: World, workers?: () => Workers): void {
	async function failing(path: string, options: object = {}) {
		const { emulator, rest } = world;
		emulator.reset();
		await workers?.().scaleTo(1);
		const lists = ['a', 'b', 'c'].map((list) => `${path} ${list} size-${RECORDS}`);
		const search = dataAccess('Search', world.credentialId, {
			...{ resource: 'note', operation: 'searchImages', keyword: '={{ $json.list }}' },
			...{ limit: RECORDS, options },
		});
		const sub = chain(`${path} sub`, [subWorkflowTrigger(), search]);
		const isPublished = world.version.major === 2;
		const child = await (isPublished ? activate(world, sub) : saveWorkflow(rest, sub));
		const items = itemsOf(lists.map((list) => ({ list })));
		const call = executeWorkflowNode('Call', child.id);
		const workflow = await activate(world, chain(path, [webhook(path), ...items, call]));
		emulator.addFault({ kind: 'refused', httpStatus: 402, match: { key: lists[2]!, page: 2 } });
		const parent = await executeByWebhook(rest, workflow);
		assert.equal(parent.status, 'error');
		assert.deepEqual(paid(world), [...allPages(lists[0]!, lists[1]!), `${lists[2]!} 1`]);
		return { lists, parent, failed: await lastOf(child) };
	}

	/** The sub-workflow's own execution that failed. */
	async function lastOf(child: SavedWorkflow): Promise<Execution> {
		const listed = await executionsOf(world.rest, child);
		const { id } = listed.find(({ status }) => status === 'error')!;
		return await executionEnd(world.rest, id);
	}

	const where = workers ? ' on another worker' : '';
	test(`the parent names the sub-workflow’s own execution, whose Retry${where} buys only the rest`, async () => {
		const { lists, parent, failed } = await failing(`sub-own${where ? '-elsewhere' : ''}`);
		const told = [parent.error?.message, parent.error?.description].join('\n');
		assert.match(told, new RegExp(`Retry execution ${failed.id} in Executions`));
		await workers?.().replace();
		assertWhole(await retryExecution(world.rest, failed, false), 1);
		assert.deepEqual(paid(world), allPages(...lists));
	});

	if (workers) return;
	test('a Retry of the parent buys only the rest where the sub-workflow has Reuse Pages', async () => {
		const { lists, parent } = await failing('sub-reuse', { reusePages: 15 });
		const retried = await succeeded(retryExecution(world.rest, parent, false));
		assert.equal(retried.json('Call').length, lists.length * RECORDS);
		assert.deepEqual(paid(world), allPages(...lists));
	});
}

/** An MCP client whose time runs out while the gateway is slow. */
export function testImpatientClient(world: World): void {
	test('nothing is bought after an MCP client’s minute', async () => {
		const { emulator, rest } = world;
		emulator.reset();
		emulator.configure({ latencyMs: 28_000 });
		const id = await createBearerToken(rest, 'impatient', 'Impatient');
		// The rate limit of the next test holds back every call of its credential.
		const data = { baseUrl: emulator.url, apiKey: API_KEY, provider: emulator.provider };
		const credential = await createCredential(rest, data, 'Impatient gateway');
		const tool = dataAccessTool('Search images', credential, {
			...{ resource: 'note', operation: 'searchImages', limit: RECORDS },
			keyword: "={{ $fromAI('keyword', 'What the images show', 'string') }}",
		});
		const server = mcpServerTrigger('impatient', { id, name: 'Impatient' });
		const workflow = await activate(world, withTools('Impatient', server, [tool]));
		const client = await connectToMcp(rest.url, 'impatient', 'impatient');
		const use = { name: 'Search_images', arguments: { keyword: `slow size-${RECORDS}` } };
		await assert.rejects(client.callTool(use, undefined, { timeout: 20_000 }), /timed out/i);
		// A second call could end later than the minute, so that none begins.
		await until('the use to end', 60, async () =>
			(await executionsOf(rest, workflow)).every(hasEnded),
		);
		await emulator.settled();
		assert.equal(emulator.ledger.length, 1);
		emulator.configure({ latencyMs: 0 });
		await client.close();
	});

	test('an MCP client is not kept waiting for a rate limit, and nothing is bought for it later', async () => {
		const { emulator, rest } = world;
		emulator.reset();
		emulator.addFault({ kind: 'rateLimited', retryAfterSeconds: 75 });
		const client = await connectToMcp(rest.url, 'impatient', 'impatient');
		const use = { name: 'Search_images', arguments: { keyword: 'limited size-3' } };
		const { content } = (await client.callTool(use)) as { content: Array<{ text: string }> };
		assert.match(content[0]!.text, /RATE_LIMITED/);
		assert.equal(emulator.summary().charged, 0);
		await client.close();
	});
}
