import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { executeByWebhook, succeeded } from '../harness/executions.mts';
import { dataAccess, webhook } from '../harness/nodes.mts';
import { activate } from '../harness/workflows.mts';
import type { Workflow, WorkflowNode } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';

const PRICE = 0.0015;
const ROUNDS = 6;

const to = (node: string) => [{ node, type: 'main', index: 0 }];

function basic(name: string, type: string, typeVersion: number, parameters: object): WorkflowNode {
	const node = { id: name, name, type: `n8n-nodes-base.${type}`, typeVersion, position: [0, 0] };
	return { ...node, parameters } as WorkflowNode;
}

/** Six lists, one a round, and behind the loop a node that reads what all rounds cost. */
function loopOf(path: string, search: WorkflowNode, back = 0): Workflow {
	const lists = Array.from({ length: ROUNDS }, (_, index) => `round-${index}-size-2`);
	return {
		name: path,
		nodes: [
			webhook(path),
			basic('Lists', 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ lists }) }),
			basic('Split Out', 'splitOut', 1, { fieldToSplitOut: 'lists', options: {} }),
			basic('Loop', 'splitInBatches', 3, { batchSize: 1, options: {} }),
			search,
			basic('Done', 'set', 3.4, {
				mode: 'raw',
				jsonOutput: `={{ JSON.stringify({ cost: $('${search.name}').context.cost }) }}`,
			}),
		],
		connections: {
			Webhook: { main: [to('Lists')] },
			Lists: { main: [to('Split Out')] },
			'Split Out': { main: [to('Loop')] },
			Loop: { main: [to('Done'), to(search.name)] },
			[search.name]: { main: [...Array<[]>(back).fill([]), to('Loop')] },
		},
		settings: { executionOrder: 'v1' },
	};
}

/** Max Cost over the rounds of a loop, and what n8n makes of rounds that bring nothing. */
export function testLoops(world: World): void {
	describe('a loop', () => {
		async function run(name: string, more: object, maxCost: number, options?: object) {
			const { emulator, rest, credentialId } = world;
			emulator.reset();
			const search = dataAccess('Search', credentialId, {
				resource: 'user',
				operation: 'getPosts',
				userId: '={{ $json.lists }}',
				maxCost,
				options,
			});
			const back = options ? 1 : 0;
			const workflow = await activate(world, loopOf(name, { ...search, ...more }, back));
			return await executeByWebhook(rest, workflow, {});
		}

		test('spends no more than Max Cost in all its rounds, and goes on to its end', async () => {
			const done = await succeeded(run('loop-capped', { alwaysOutputData: true }, 2 * PRICE));
			assert.equal(done.runs('Search').length, ROUNDS);
			assert.equal(world.emulator.summary().charged, 2 * PRICE);
			assert.deepEqual(done.json('Done')[0], { cost: 2 * PRICE });
		});

		// n8n 3 adds no empty item beside a report, so that this is what leads on in all versions.
		test('goes on to its end where its reports lead back to it', async () => {
			const done = await run('loop-report', {}, 2 * PRICE, { report: true });
			assert.equal(done.runs('Search').length, ROUNDS);
			assert.deepEqual(done.json('Done')[0], { cost: 2 * PRICE });
		});

		test('ends without its done branch where a round came back empty', async () => {
			const done = await run('loop-short', {}, 2 * PRICE);
			assert.equal(done.status, 'success');
			assert.equal(done.runs('Search').length, 3);
			assert.deepEqual(done.json('Done'), []);
		});
	});
}
