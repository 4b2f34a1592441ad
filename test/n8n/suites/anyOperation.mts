import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { LOOK_UP_ROUTES } from '../../harness/freeRoutes.mts';
import { articleOf, operations } from '../../harness/operations.mts';
import { CREDENTIAL_NAME, createCredential } from '../harness/credentials.mts';
import { executeWorkflow, succeeded } from '../harness/executions.mts';
import { chain, dataAccess, manualTrigger } from '../harness/nodes.mts';
import { buyingAnew, saveWorkflow } from '../harness/workflows.mts';
import { API_KEY } from '../harness/world.mts';
import type { RegularMode } from '../harness/regularMode.mts';

const FORECAST = { __rl: true, mode: 'list', value: 'weather-provider /v2/forecast' };

/** What the node does with operations of the gateway that are not its own. */
export function testAnyOperation(world: RegularMode): void {
	const run = async (parameters: object, hasCredential = true) => {
		const all = dataAccess('Gateway', world.credentialId, { resource: 'gateway', ...parameters });
		const { credentials: _, ...bare } = all;
		const workflow = chain('Gateway', [manualTrigger(), hasCredential ? all : bare]);
		const saved = await saveWorkflow(world.rest, buyingAnew(workflow));
		return await executeWorkflow(world.rest, saved, 'Start');
	};

	/** The list under Endpoint, as the editor asks for it. */
	const list = async (filter?: string, credentialId = world.credentialId) =>
		await world.rest.call<{ results: Array<{ name: string; value: string }> }>(
			'POST',
			'/rest/dynamic-node-parameters/resource-locator-results',
			{
				nodeTypeAndVersion: { name: 'n8n-nodes-data-access.dataAccess', version: 1 },
				path: 'parameters.endpoint',
				methodName: 'searchEndpoints',
				currentNodeParameters: { resource: 'gateway', operation: 'run' },
				credentials: { dataAccessApi: { id: credentialId, name: CREDENTIAL_NAME } },
				...(filter && { filter }),
			},
		);

	const fresh = () => {
		world.emulator.reset();
		world.emulator.configure({ freeRoutes: LOOK_UP_ROUTES });
	};

	describe('any operation', () => {
		test('is inspected without a credential, and costs nothing', async () => {
			world.emulator.reset();
			const execution = await succeeded(run({ operation: 'inspect', endpoint: 'all' }, false));
			const known = execution.json('Gateway');
			assert.equal(known.length, operations.length);
			assert.ok(known.every(({ price }) => Number(price) > 0));
			const unknown = await run({ operation: 'inspect', endpoint: FORECAST }, false);
			assert.match(String(unknown.error?.message), /This takes a Data Access credential/);
			assert.deepEqual(world.emulator.ledger, []);
		});

		test('is inspected at the gateway, and has its balance told', async () => {
			fresh();
			const inspected = await succeeded(run({ operation: 'inspect', endpoint: FORECAST }));
			const [told] = inspected.json('Gateway');
			assert.deepEqual(
				[told?.provider, told?.endpoint, told?.price],
				['weather-provider', '/v2/forecast', 0.002],
			);
			const balance = await run({ operation: 'getBalance' });
			assert.deepEqual(balance.json('Gateway'), [{ balance: 10, currency: 'USD' }]);
			assert.deepEqual(world.emulator.ledger, []);
		});

		test('runs at the price that the gateway names, under a cap, and is resumed', async () => {
			fresh();
			const parameters = {
				...{ operation: 'run', recordsPath: 'comments', idPath: 'contentid', returnAll: true },
				endpoint: { __rl: true, mode: 'path', value: '/api/v1/chat_mp/v2/fetch_article_comments' },
				input: JSON.stringify({ url: articleOf('size-50') }),
				nextPage: { pairs: [{ name: 'offset', path: 'nextoffset' }] },
				...{ hasMorePath: 'hasmore', output: 'pages' },
			};
			const capped = await run({ ...parameters, maxCost: 0.02 });
			const pages = capped.json('Gateway');
			assert.equal(pages.length, 2);
			assert.equal(world.emulator.summary().charged, 0.02);
			const resumeFrom = JSON.stringify(pages[1]?.next);
			const rest = await run({ ...parameters, options: { resumeFrom } });
			assert.equal((rest.json('Gateway')[0]?.records as unknown[]).length, 10);
			assert.deepEqual(world.emulator.summary().duplicates, []);

			world.emulator.configure({ freeRoutes: { inspect: 'missing' } });
			const endpoint = { __rl: true, mode: 'path', value: '/api/v1/unpriced' };
			const refused = await run({ ...parameters, endpoint });
			assert.match(String(refused.error?.message), /Nobody says what a call .* costs/);
			assert.equal(world.emulator.ledger.length, 3);
		});

		test('is listed and searched, and a list that hangs or is missing is one entry', async () => {
			fresh();
			const { results } = await list();
			assert.equal(results.length, operations.length + 5);
			const found = await list('weather city');
			assert.equal(found.results[0]?.value, FORECAST.value);
			for (const how of ['missing', 'webPage', 'down', 'reset', 'hang'] as const) {
				fresh();
				world.emulator.configure({ freeRoutes: { discover: how, endpoints: how } });
				// What is not here is remembered by address.
				const { url, provider } = world.emulator;
				const data = { baseUrl: `${url}/${how}`, apiKey: API_KEY, provider };
				const credential = await createCredential(world.rest, data, `without lists: ${how}`);
				for (const filter of [undefined, 'xyzzy']) {
					const begun = Date.now();
					const known = filter ? 0 : operations.length;
					const answer = await list(filter, credential);
					assert.equal(answer.results.length, known + 1, how);
					assert.equal(answer.results.at(-1)?.value.trim(), '');
					assert.ok(Date.now() - begun < 8000, how);
				}
			}
			assert.deepEqual(world.emulator.ledger, []);
		});
	});
}
