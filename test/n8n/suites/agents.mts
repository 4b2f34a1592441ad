import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { example } from '../harness/examples.mts';
import { executeWorkflow } from '../harness/executions.mts';
import type { Execution } from '../harness/executions.mts';
import type { Turn } from '../harness/model.mts';
import { agentWorkflow, dataAccessTool } from '../harness/nodes.mts';
import type { RegularMode } from '../harness/regularMode.mts';
import { saveWorkflow } from '../harness/workflows.mts';
import type { WorkflowNode } from '../harness/workflows.mts';
import { assertTools } from './expectedTools.mts';

const PRICE = 0.015;
const TOOL = 'Search_images';

type Json = Record<string, any>;

const search = (keyword: string) => ({ tool: TOOL, input: { keyword } });

/** The node as a tool of n8n's AI Agent, as a model sees it. */
export function testAgents(world: RegularMode, typeVersions: readonly number[]): void {
	for (const typeVersion of typeVersions) {
		describe(`AI agent ${typeVersion}`, () => {
			/** Has an agent run, in which the model takes these turns before its last words. */
			async function run(tools: WorkflowNode[], ...turns: Turn[]): Promise<Execution> {
				const { emulator, model, rest } = world;
				emulator.reset();
				model.plays(...turns, 'Done');
				const told = `{ cost: $('${tools[0]!.name}').context.cost }`;
				const workflow = agentWorkflow(`Agent ${typeVersion}`, typeVersion, tools, told);
				const execution = await executeWorkflow(rest, await saveWorkflow(rest, workflow), 'Start');
				assert.equal(execution.status, 'success', execution.error?.message);
				assert.deepEqual(execution.json('Agent'), [{ output: 'Done' }]);
				return execution;
			}

			function searchImages(parameters: Json = {}): WorkflowNode {
				return dataAccessTool('Search images', world.credentialId, {
					resource: 'note',
					operation: 'searchImages',
					keyword: "={{ $fromAI('keyword', 'What the images show', 'string') }}",
					limit: 10,
					...parameters,
				});
			}

			/** What each use of a tool brought the model. */
			function answers(): Json[][] {
				return world.model.answers().map((text) => JSON.parse(text) as Json[]);
			}

			function bought(): Array<[string | null, number | null]> {
				return world.emulator.ledger.map(({ key, page }) => [key, page]);
			}

			test('tells the model of every operation', async () => {
				const offered = example('mcp-server').nodes.filter(({ type }) => /Tool$/.test(type));
				await run(offered);
				assertTools(world.model.tools());
				assert.deepEqual(bought(), []);
			});

			test('answers with the records, and later nodes read what it all cost', async () => {
				const execution = await run([searchImages()], [search('rye bread')], [search('oat bread')]);
				assert.deepEqual(
					answers().map((records) => records.map(({ id }) => id)),
					world.emulator.ledger.map(({ recordIds }) => recordIds.slice(0, 10)),
				);
				assert.deepEqual(execution.json('Told'), [{ cost: 2 * PRICE }]);
				// Agents up to 2.2 keep what their tools tell with their own run.
				const traces = ['Agent', 'Search images'].flatMap((node) => execution.traces(node));
				const costs = traces.flatMap((trace) => trace['data_access.cost'] ?? []);
				assert.equal(Math.max(...costs.map(Number)), 2 * PRICE);
			});

			test('explains what brought nothing, and the agent goes on', async () => {
				await run([searchImages()], [search('size-0')], [search(' ')]);
				assert.deepEqual(bought(), [['size-0', 1]]);
				const [nothing, wrong] = answers();
				assert.match(nothing?.[0]?.message, /No records/);
				assert.match(wrong?.[0]?.message, /Keyword is required/);
			});

			for (const [label, turns] of [
				['one after the other', ['a', 'b', 'c', 'd'].map((keyword) => [search(keyword)])],
				['at the same time', [['a', 'b', 'c', 'd'].map(search)]],
			] as const) {
				test(`spends no more than Max Cost on uses ${label}`, async () => {
					const execution = await run([searchImages({ maxCost: 2 * PRICE })], ...turns);
					assert.equal(world.emulator.summary().charged, 2 * PRICE);
					assert.deepEqual(execution.json('Told'), [{ cost: 2 * PRICE }]);
				});
			}
		});
	}
}
