import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';

import { example } from '../harness/examples.mts';
import { executeWorkflow, succeeded } from '../harness/executions.mts';
import type { Execution } from '../harness/executions.mts';
import type { Turn } from '../harness/model.mts';
import { agentWorkflow, dataAccessTool } from '../harness/nodes.mts';
import type { RegularMode } from '../harness/regularMode.mts';
import { buyingAnew, saveWorkflow } from '../harness/workflows.mts';
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
			beforeEach(() => world.emulator.reset());

			/** Has an agent run, in which the model takes these turns before its last words. */
			async function run(tools: WorkflowNode[], ...turns: Turn[]): Promise<Execution> {
				const { model, rest } = world;
				model.plays(...turns, 'Done');
				const told = `{ cost: $('${tools[0]!.name}').context.cost }`;
				const workflow = agentWorkflow(`Agent ${typeVersion}`, typeVersion, tools, told);
				const execution = await succeeded(
					executeWorkflow(rest, await saveWorkflow(rest, buyingAnew(workflow)), 'Start'),
				);
				assert.deepEqual(execution.json('Agent'), [{ output: 'Done' }]);
				return execution;
			}

			function searchImages(parameters: Json = {}): WorkflowNode {
				return dataAccessTool('Search images', world.credentialId, {
					resource: 'note',
					operation: 'searchImages',
					keyword: "={{ $fromAI('keyword', 'What the images show', 'string') }}",
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

			test('answers with ten records, and later nodes read what it all cost', async () => {
				const execution = await run([searchImages()], [search('rye bread')], [search('oat bread')]);
				assert.deepEqual(
					answers().map((records) => records.map(({ id }) => id)),
					world.emulator.ledger.map(({ recordIds }) => recordIds.slice(0, 10)),
				);
				// A model pays for each field that it reads.
				assert.doesNotMatch(world.model.answers().join(''), /:(null|""|\[\]|\{\})/);
				assert.deepEqual(execution.json('Told'), [{ cost: 2 * PRICE }]);
				// Agents up to 2.2 keep what their tools tell with their own run.
				const traces = ['Agent', 'Search images'].flatMap((node) => execution.traces(node));
				const costs = traces.flatMap((trace) => trace['data_access.cost'] ?? []);
				assert.equal(Math.max(...costs.map(Number)), 2 * PRICE);
			});

			test('explains what brought nothing, and the agent goes on', async () => {
				await run([searchImages()], [search('size-0')], [search(' ')], [search('size-3')]);
				const [nothing, wrong, three] = answers();
				assert.deepEqual(nothing?.length, 1);
				assert.match(
					nothing?.[0]?.message,
					/^1 call, \$0\.015, 0 records\. .* Do not repeat this call/,
				);
				assert.deepEqual(wrong?.length, 1);
				assert.match(
					wrong?.[0]?.message,
					/^'Keyword' is required.* Correct the input and call again/,
				);
				assert.equal(wrong?.[0]?.code, 'INVALID_INPUT');
				assert.equal(three?.length, 3);
				assert.deepEqual(bought(), [
					['size-0', 1],
					['size-3', 1],
					['size-3', 2],
				]);
			});

			for (const [fault, code, told] of [
				[{ kind: 'refused', httpStatus: 402 }, 'BALANCE_TOO_LOW', /Do not call this tool again/],
				[{ kind: 'server', httpStatus: 500 }, 'GATEWAY_ERROR', /may have been charged/],
			] as const) {
				test(`explains a failed call, and what another would cost: ${code}`, async () => {
					world.emulator.addFault({ ...fault, times: null });
					await run([searchImages()], [search('a')], [search('a')]);
					const [first, second] = answers();
					assert.deepEqual([first?.length, second?.length], [1, 1]);
					assert.equal(first?.[0]?.code, code);
					assert.match(first?.[0]?.message, told);
					assert.equal(second?.[0]?.code, code);
					assert.deepEqual(bought(), [['a', 1]]);
				});
			}

			for (const [label, turns] of [
				['one after the other', ['a', 'b', 'c', 'd'].map((keyword) => [search(keyword)])],
				['at the same time', [['a', 'b', 'c', 'd'].map(search)]],
			] as const) {
				test(`spends no more than Max Cost on uses ${label}`, async () => {
					const execution = await run([searchImages({ maxCost: 2 * PRICE })], ...turns);
					assert.equal(world.emulator.summary().charged, 2 * PRICE);
					assert.deepEqual(execution.json('Told'), [{ cost: 2 * PRICE }]);
					const capped = answers().filter((items) => items.length === 1);
					assert.equal(capped.length, 2);
					for (const [told] of capped) {
						assert.equal(told?.code, 'MAX_COST');
						assert.match(
							told?.message,
							/'Max Cost \(USD\)'.* Do not call this tool again \(\$0\.00 of \$0\.03 left\)/,
						);
					}
				});
			}

			for (const [label, turns] of [
				['one after the other', [[search('a')], [search('a')]]],
				['at the same time', [[search('a'), search('a')]]],
			] as const) {
				test(`buys once what is asked twice ${label}, and says so`, async () => {
					// Not even a cap that is used up keeps from the model what it has bought.
					const execution = await run([searchImages({ maxCost: PRICE })], ...turns);
					assert.deepEqual(bought(), [['a', 1]]);
					assert.deepEqual(execution.json('Told'), [{ cost: PRICE }]);
					const ids = world.emulator.ledger[0]!.recordIds.slice(0, 10);
					const explained = answers().map((items) => {
						assert.deepEqual(
							items.slice(0, 10).map(({ id }) => id),
							ids,
						);
						return items.slice(10);
					});
					const [told, ...others] = explained.flat();
					assert.deepEqual(others, []);
					assert.match(told?.message, /from earlier in this run cost nothing again/);
				});
			}
		});
	}
}
