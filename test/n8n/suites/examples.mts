import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { LedgerEntry } from '../../../emulator/emulator.mts';
import { mediaFile } from '../../../emulator/media/file.mts';
import { createBearerToken } from '../harness/credentials.mts';
import {
	executeByWebhook,
	executeWorkflow,
	executionsOf,
	hasEnded,
} from '../harness/executions.mts';
import type { Execution } from '../harness/executions.mts';
import { changed, example, exampleNames } from '../harness/examples.mts';
import { dataAccessTrigger, webhook } from '../harness/nodes.mts';
import { outsideNodes, sha256, withStandIns } from '../harness/outside.mts';
import type { RegularMode } from '../harness/regularMode.mts';
import { until } from '../harness/until.mts';
import { activate, deactivate, saveWorkflow } from '../harness/workflows.mts';
import type { Workflow } from '../harness/workflows.mts';
import { API_KEY } from '../harness/world.mts';

/** An agent that calls the gateway by itself. */
const WITHOUT_OUR_NODE = 'mcp-client-agent';

const TRIGGER_TYPES = ['n8n-nodes-base.manualTrigger', 'n8n-nodes-base.scheduleTrigger'];

function triggerOf(workflow: Workflow): string {
	const trigger = workflow.nodes.find(({ type }) => TRIGGER_TYPES.includes(type));
	if (!trigger) throw new Error(`${workflow.name} has no trigger`);
	return trigger.name;
}

/** Every workflow in examples/, imported and executed by n8n; the emulator is the only gateway. */
export function testExamples(world: RegularMode): void {
	async function run(workflow: Workflow): Promise<Execution> {
		const { outside, rest } = world;
		const saved = await saveWorkflow(rest, withStandIns(workflow, outside));
		return await executeWorkflow(rest, saved, triggerOf(workflow));
	}

	/** The example as it runs once it is active: a call from outside stands in for its schedule. */
	function inProduction(name: string): Workflow {
		const workflow = withStandIns(example(name), world.outside);
		const nodes = workflow.nodes.map((node) =>
			node.type.endsWith('.scheduleTrigger') ? { ...webhook(name), name: node.name } : node,
		);
		return { ...workflow, nodes };
	}

	function bought(): LedgerEntry[] {
		return world.emulator.ledger.filter(({ charged }) => charged > 0);
	}

	function pages(entries: readonly LedgerEntry[] = bought()): string[] {
		return entries.map(({ key, page }) => `${key} ${page}`).sort();
	}

	function fresh(): void {
		world.emulator.reset();
		world.outside.forget();
	}

	describe('examples', () => {
		for (const name of exampleNames()) {
			test(`${name} is imported as it is, with the credential found by its name`, async () => {
				const { rest, credentialId } = world;
				const saved = await saveWorkflow(rest, example(name));
				const types = await rest.raw('GET', '/types/nodes.json');
				const known = new Set(
					((await types.json()) as Array<{ name: string }>).map((type) => type.name),
				);
				for (const { type } of saved.nodes) {
					assert.ok(known.has(type), `${type} is unknown to n8n`);
				}
				const ours = saved.nodes.filter(({ type }) => /\.dataAccess(Trigger|Tool)?$/.test(type));
				assert.equal(ours.length === 0, name === WITHOUT_OUR_NODE);
				for (const { parameters, credentials } of ours) {
					const isFree = parameters.operation === 'inspect';
					assert.equal(credentials?.dataAccessApi?.id, isFree ? undefined : credentialId);
				}
			});
		}

		test('keyword-image-search', async () => {
			fresh();
			const workflow = example('keyword-image-search');
			assert.deepEqual(outsideNodes(workflow), []);
			const execution = await run(workflow);
			assert.equal(execution.status, 'success', execution.error?.message);
			const rows = execution.json('Picture list');
			const keywords = ['red fox', 'snow leopard', 'barn owl'];
			assert.deepEqual(
				rows.map(({ keyword }) => keyword),
				keywords.flatMap((keyword) => Array<string>(40).fill(keyword)),
			);
			assert.ok(rows.every(({ image }) => String(image).startsWith('https://')));
			assert.deepEqual(pages(), keywords.flatMap((word) => [`${word} 1`, `${word} 2`]).sort());
			assert.equal(world.emulator.summary().charged, 0.09);
			assert.match(execution.hints('Search images').join(), /6 calls.*0\.09.*120 records/);
		});

		test('images-to-google-drive', async () => {
			fresh();
			const { emulator, outside } = world;
			emulator.configure({ mediaBase: `${emulator.url}/media` });
			emulator.addMediaFault({ kind: 'status', httpStatus: 404, match: '.webp' });
			const execution = await run(example('images-to-google-drive'));
			assert.equal(execution.status, 'success', execution.error?.message);
			const records = execution.json('Search images');
			assert.equal(records.length, 40);
			const paths = records.map(({ mediaUrl }) => new URL(String(mediaUrl)).pathname);
			const there = paths.filter((path) => path.endsWith('.jpg'));
			assert.ok(there.length > 0 && there.length < 40);
			assert.deepEqual(
				outside.received('Upload to folder'),
				there.map((path) => ({
					name: path.split('/').at(-1),
					type: 'image/jpeg',
					sha256: sha256(mediaFile(path.slice('/media'.length)).bytes),
				})),
			);
			const hint = execution.hints('Search images').join();
			assert.match(hint, new RegExp(`${40 - there.length} of 40 files .* HTTP 404`));
			assert.ok(emulator.mediaRequests.every(({ headers }) => !headers.authorization));
			assert.equal(emulator.summary().charged, 0.03);
		});

		test('video-search-to-google-sheets', async () => {
			fresh();
			const execution = await run(example('video-search-to-google-sheets'));
			assert.equal(execution.status, 'success', execution.error?.message);
			const rows = world.outside.received('Add to sheet');
			assert.equal(rows.length, 45);
			assert.equal(new Set(rows.map(({ id }) => id)).size, 45);
			assert.deepEqual(
				rows.map(({ id }) => id),
				bought().flatMap(({ recordIds }) => recordIds),
			);
			assert.deepEqual(
				bought().map(({ input }) => [input.sort, input.publish_time, input.duration]),
				Array(3).fill(['latest', 'day', 'all']),
			);
			assert.deepEqual(world.emulator.summary().duplicates, []);
		});

		test('video-search-to-google-sheets: page 2 fails', async () => {
			fresh();
			world.emulator.addFault({ kind: 'server', httpStatus: 500, match: { page: 2 } });
			const execution = await run(example('video-search-to-google-sheets'));
			assert.equal(execution.status, 'error');
			assert.match(execution.error?.message ?? '', /charged/);
			assert.deepEqual(
				world.outside.received('Add to sheet').map(({ id }) => id),
				bought()[0]?.recordIds,
			);
			assert.equal(world.emulator.ledger.length, 2);
		});

		test('article-comments-and-replies', async () => {
			fresh();
			const execution = await run(example('article-comments-and-replies'));
			assert.equal(execution.status, 'success', execution.error?.message);
			const answered = execution.json('With replies').map(({ contentid }) => contentid);
			assert.ok(answered.length > 1);
			const [comments, ...replies] = bought();
			assert.equal(comments?.operation, 'fetch_article_comments');
			assert.deepEqual(
				replies.map(({ input }) => input.content_id),
				answered,
			);
			assert.ok(world.emulator.summary().charged <= 0.16);
		});

		test('new-answers-to-slack', async () => {
			fresh();
			const { rest, outside, emulator } = world;
			const workflow = await activate(world, inProduction('new-answers-to-slack'));
			const first = await executeByWebhook(rest, workflow);
			assert.equal(first.status, 'success', first.error?.message);
			const texts = outside.received('Post to research').map(({ text }) => String(text));
			assert.equal(texts.length, 20);
			assert.ok(
				texts.every((text) => !/undefined|null/.test(text)),
				texts.find((text) => /undefined|null/.test(text)),
			);
			assert.deepEqual(
				emulator.ledger.map(({ input }) => [input.limit, input.order]),
				[[20, 'updated']],
			);
			const second = await executeByWebhook(rest, workflow);
			assert.equal(second.status, 'success', second.error?.message);
			assert.equal(outside.received('Post to research').length, 20, 'posted again');
			assert.equal(emulator.summary().charged, 0.003);
			assert.deepEqual(outside.received('Tell what failed'), []);
		});

		test('daily-posts-to-google-sheets', async () => {
			fresh();
			const { rest, outside, emulator } = world;
			const user = '25025320';
			emulator.setList('fetch_user_posts_v2', user, { size: 200 });
			const workflow = await activate(world, inProduction('daily-posts-to-google-sheets'));
			const added = async () => {
				const { status, error } = await executeByWebhook(rest, workflow);
				assert.equal(status, 'success', error?.message);
				const rows = outside.received('Add to sheet');
				outside.forget();
				return [rows.length, emulator.summary().calls];
			};
			assert.deepEqual(await added(), [100, 9]);
			assert.deepEqual(await added(), [0, 10]);
			emulator.changeList('fetch_user_posts_v2', user, { add: 2 });
			assert.deepEqual(await added(), [2, 12]);
		});

		test('new-videos-to-slack', async () => {
			fresh();
			const { rest, outside, emulator } = world;
			const workflow = example('new-videos-to-slack');
			const nodes = workflow.nodes.map((node) =>
				node.type.endsWith('Trigger')
					? dataAccessTrigger(node.name, world.credentialId, node.parameters)
					: node,
			);
			const watched = withStandIns({ ...workflow, nodes }, outside);
			const active = await activate(world, watched);
			try {
				await until('polls without a new video', 30, async () => emulator.ledger.length >= 2);
				assert.deepEqual(await executionsOf(rest, active), []);
				emulator.changeList('fetch_search_videos', 'sourdough bread', { add: 2 });
				await until('new videos', 60, async () => outside.received('Post to research').length > 0);
				await until('the end of the execution', 60, async () =>
					(await executionsOf(rest, active)).some(hasEnded),
				);
				const texts = outside.received('Post to research').map(({ text }) => String(text));
				assert.equal(texts.length, 2);
				assert.ok(texts.every((text) => !/undefined|null/.test(text)));
			} finally {
				await deactivate(world, active);
			}
		});

		test('agent-research', async () => {
			fresh();
			const { emulator, model } = world;
			const keyword = 'sourdough bread';
			const search = {
				tool: 'Search_videos',
				input: { keyword, sort: 'hot', publishTime: 'week', limit: 5 },
			};
			const look = { tool: 'Search_images', input: { keyword, limit: 5 } };
			model.plays([search, look], [search], 'People like the first one most.');
			const execution = await run(example('agent-research'));
			assert.equal(execution.status, 'success', execution.error?.message);
			assert.deepEqual(execution.json('Result'), [
				{ answer: 'People like the first one most.', cost: 0.03 },
			]);
			assert.deepEqual(pages().sort(), [`${keyword} 1`, `${keyword} 1`]);
			const [videos, images, again] = model
				.answers()
				.map((text) => JSON.parse(text) as Array<Record<string, unknown>>);
			assert.deepEqual([videos?.length, images?.length], [5, 5]);
			assert.deepEqual(again?.slice(0, 5), videos);
			assert.match(JSON.stringify(again?.slice(5)), /cost nothing again/);
			assert.equal(emulator.summary().charged, 0.03);
		});

		test('agent-research: the model always wants more', async () => {
			fresh();
			const { emulator, model } = world;
			const both = (keyword: string) =>
				['Search_videos', 'Search_images'].map((tool) => ({ tool, input: { keyword } }));
			model.plays(...['rye', 'oat', 'corn', 'wheat', 'malt'].map(both), 'Enough.');
			const execution = await run(example('agent-research'));
			assert.equal(execution.status, 'success', execution.error?.message);
			assert.deepEqual(execution.json('Result'), [{ answer: 'Enough.', cost: 0.09 }]);
			assert.equal(emulator.summary().charged, 0.09);
			assert.match(model.answers().at(-1)!, /Max Cost/);
		});

		test('mcp-client-agent', async () => {
			fresh();
			const { emulator, model, rest } = world;
			await createBearerToken(rest, 'Key of the gateway', API_KEY);
			const endpoint = '/api/v1/photos/v1/fetch_user_posts_v2';
			model.plays(
				[{ tool: /inspect$/, input: { endpoint } }],
				[{ tool: /run$/, input: { endpoint, input: { user_id: 'size-3' } } }],
				'Three posts.',
			);
			const execution = await run(
				changed(example('mcp-client-agent'), 'Gateway over MCP', {
					parameters: { endpointUrl: `${emulator.url}/mcp` },
				}),
			);
			assert.equal(execution.status, 'success', execution.error?.message);
			assert.deepEqual(execution.json('Result'), [{ answer: 'Three posts.' }]);
			assert.deepEqual(
				emulator.ledger.map(({ over, key, charged }) => [over, key, charged]),
				[['mcp', 'size-3', 0.0015]],
			);
			const [told, ran] = model.answers();
			assert.match(told!, /user_id/);
			assert.match(ran!, new RegExp(emulator.ledger[0]!.recordIds.join('.*')));
		});

		test('new-answers-to-slack: the balance is used up', async () => {
			fresh();
			world.emulator.addFault({ kind: 'refused', httpStatus: 402 });
			const execution = await run(example('new-answers-to-slack'));
			assert.equal(execution.status, 'success', execution.error?.message);
			const told = world.outside.received('Tell what failed');
			assert.equal(told.length, 1);
			assert.match(String(told[0]?.text), /Calls made: 1, cost: 0 USD$/);
			assert.deepEqual(world.outside.received('Post to research'), []);
			assert.equal(world.emulator.ledger.length, 1);
		});

		test('many-keywords-from-a-sheet', async () => {
			fresh();
			const { emulator, outside } = world;
			const keywords = ['kites', 'lanterns', 'broken', 'bridges', 'kites'];
			outside.rows(
				'Read keywords',
				keywords.map((keyword) => ({ keyword })),
			);
			emulator.addFault({ kind: 'refused', httpStatus: 404, match: { key: 'broken' } });
			const execution = await run(example('many-keywords-from-a-sheet'));
			assert.equal(execution.status, 'success', execution.error?.message);
			const rows = outside.received('Write results');
			const delivered = keywords.filter((keyword) => keyword !== 'broken');
			assert.deepEqual(
				rows.map(({ keyword }) => keyword),
				delivered.flatMap((keyword) => Array<string>(20).fill(keyword)),
			);
			const failures = outside.received('Write failures');
			assert.deepEqual(
				failures.map(({ keyword }) => keyword),
				['broken'],
			);
			assert.deepEqual(pages(), ['bridges 1', 'kites 1', 'lanterns 1']);
			assert.equal(emulator.summary().charged, 0.045);
		});

		test('cost-report-to-google-sheets', async () => {
			fresh();
			const { emulator, outside } = world;
			const keywords = ['kites', 'broken', 'lanterns', 'bridges'];
			outside.rows(
				'Read keywords',
				keywords.map((keyword) => ({ keyword })),
			);
			emulator.addFault({ kind: 'refused', httpStatus: 400, match: { key: 'broken' } });
			const one = { parameters: { maxCost: 0.03, options: { report: true, concurrency: 1 } } };
			const execution = await run(
				changed(example('cost-report-to-google-sheets'), 'Search images', one),
			);
			assert.equal(execution.status, 'success', execution.error?.message);
			assert.deepEqual(
				outside.received('Write costs').map(({ date, ...row }) => [typeof date, row]),
				[
					['kites', 20, 1, 0.015, 'limit'],
					['broken', 0, 1, 0, 'failure'],
					['lanterns', 20, 1, 0.015, 'limit'],
					['bridges', 0, 0, 0, 'maxCost'],
				].map(([keyword, records, calls, cost, reason]) => [
					'string',
					{ keyword, records, calls, cost, reason },
				]),
			);
			assert.equal(outside.received('Write results').length, 40);
			const told = outside.received('Tell that money ran out').map(({ text }) => String(text));
			assert.equal(told.length, 1);
			assert.match(told[0]!, /Max Cost: 1\. This execution cost 0\.03 USD/);
			assert.equal(emulator.summary().charged, 0.03);
		});

		test('resume-after-failure', async () => {
			fresh();
			const { emulator } = world;
			emulator.addFault({ kind: 'server', httpStatus: 502, match: { page: 2 }, times: 2 });
			const soon = { parameters: { amount: 1, unit: 'seconds' } };
			const execution = await run(
				changed(example('resume-after-failure'), 'Wait ten minutes', soon),
			);
			assert.equal(execution.status, 'success', execution.error?.message);
			const answers = execution.json('Answers').map(({ id }) => id);
			assert.equal(answers.length, 45);
			assert.deepEqual(
				answers,
				bought().flatMap(({ recordIds }) => recordIds),
			);
			assert.equal(execution.runs('Go on from there').length, 2);
			assert.deepEqual(
				emulator.ledger.map(({ page, charged }) => [page, charged > 0]),
				[
					[1, true],
					[2, false],
					[2, false],
					[2, true],
					[3, true],
				],
			);
		});

		test('resume-after-failure: it never comes right', async () => {
			fresh();
			const { emulator } = world;
			emulator.addFault({ kind: 'server', httpStatus: 502, match: { page: 2 }, times: null });
			const soon = { parameters: { amount: 1, unit: 'seconds' } };
			const execution = await run(
				changed(example('resume-after-failure'), 'Wait ten minutes', soon),
			);
			assert.equal(execution.status, 'error');
			assert.match(execution.error?.message ?? '', /Resume From: \{.*\}/);
			assert.equal(execution.json('Answers').length, 20);
			assert.equal(emulator.ledger.length, 5);
		});
	});
}
