import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';

import { executeWorkflow, succeeded } from '../harness/executions.mts';
import type { Execution } from '../harness/executions.mts';
import type { Turn } from '../harness/model.mts';
import { agentWorkflow, dataAccessTool } from '../harness/nodes.mts';
import type { RegularMode } from '../harness/regularMode.mts';
import { buyingAnew, saveWorkflow } from '../harness/workflows.mts';

const PRICE = 0.015;

type Json = Record<string, any>;

const search = (keyword: string) => ({ tool: 'Search_images', input: { keyword } });

/** The node as a tool of n8n's AI Agent, as a model sees it; test/deliver/ has the words that it reads. */
export function testAgents(world: RegularMode, typeVersions: readonly number[]): void {
	for (const typeVersion of typeVersions) {
		describe(`AI agent ${typeVersion}`, () => {
			beforeEach(() => world.emulator.reset());

			/** Runs an agent whose model takes these turns before its last words. */
			async function run(maxCost: number, ...turns: Turn[]): Promise<Execution> {
				const { model, rest } = world;
				model.plays(...turns, 'Done');
				const tool = dataAccessTool('Search images', world.credentialId, {
					...{ resource: 'note', operation: 'searchImages', maxCost },
					keyword: "={{ $fromAI('keyword', 'What the images show', 'string') }}",
				});
				const told = `{ cost: $('${tool.name}').context.cost }`;
				const workflow = agentWorkflow(`Agent ${typeVersion}`, typeVersion, tool, told);
				const saved = await saveWorkflow(rest, buyingAnew(workflow));
				const execution = await succeeded(executeWorkflow(rest, saved, 'Start'));
				assert.deepEqual(execution.json('Agent'), [{ output: 'Done' }]);
				assert.deepEqual(execution.json('Told'), [{ cost: world.emulator.summary().charged }]);
				return execution;
			}

			test('buys once what is asked twice, keeps to Max Cost, and later nodes read the cost', async () => {
				const [once, more] = [[search('rye')], ['oat', 'corn'].map(search)];
				// The model gets what it has bought even after the cap is used up.
				const execution = await run(2 * PRICE, [...once, ...once], more, once);
				assert.equal(world.emulator.ledger.length, 2);
				const [rye, other] = world.emulator.ledger.map(({ recordIds }) => recordIds.slice(0, 10));
				const answers = world.model.answers().map((text) => JSON.parse(text) as Json[]);
				const told = answers.map((items) => items.slice(0, 10).map(({ id, code }) => id ?? code));
				// n8n decides which of two at the same time comes first.
				const capped = ['MAX_COST'];
				const between = told[2]!.length === 1 ? [capped, other] : [other, capped];
				assert.deepEqual(told, [rye, rye, ...between, rye]);
				// Agents up to 2.2 store the traces of their tools in their own run.
				const traces = ['Agent', 'Search images'].flatMap((node) => execution.traces(node));
				const costs = traces.flatMap((trace) => trace['data_access.cost'] ?? []);
				assert.equal(Math.max(...costs.map(Number)), 2 * PRICE);
			});
		});
	}
}
