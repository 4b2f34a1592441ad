import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';

import { articleOf } from '../../harness/operations.mts';
import { executeByWebhook, executeWorkflow } from '../harness/executions.mts';
import type { Execution } from '../harness/executions.mts';
import { chain, dataAccess, loopOver } from '../harness/nodes.mts';
import { manualTrigger, numberedItems, webhook } from '../harness/nodes.mts';
import { activate, saveWorkflow } from '../harness/workflows.mts';
import type { Workflow, WorkflowNode } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';

const COMMENTS = '/api/v1/chat_mp/v2/fetch_article_comments';
const FIRST_PAGE = { returnAll: false, limit: 12 };
const ANEW = { options: { reusePages: 0 } };
const HOUR = { options: { reusePages: 60 } };

/** Which pages cost again that were bought a moment ago. */
export function testReusedPages(world: World): void {
	const ours = (parameters: Record<string, unknown>, name = 'Ours') =>
		dataAccess(name, world.credentialId, { returnAll: true, ...parameters });

	const posts = (userId: string, more: object = {}, name?: string) =>
		ours({ resource: 'user', operation: 'getPosts', userId, ...more }, name);

	async function clicked(workflow: Workflow): Promise<Execution> {
		return await executeWorkflow(world.rest, await saveWorkflow(world.rest, workflow), 'Start');
	}

	const byHand = async (node: WorkflowNode) =>
		await clicked(chain('by hand', [manualTrigger(), node]));

	async function inProduction(node: WorkflowNode): Promise<Execution> {
		const workflow = chain('in production', [webhook(randomUUID()), node]);
		return await executeByWebhook(world.rest, await activate(world, workflow));
	}

	/** The pages that an execution bought, and how many records it gave. */
	async function got(ended: Promise<Execution>, node = 'Ours'): Promise<[string, number]> {
		const { ledger } = world.emulator;
		const { length } = ledger;
		const records = (await ended).json(node);
		const pages = ledger.slice(length).map(({ page }) => page);
		return [pages.join(' '), new Set(records.map(({ id }) => id)).size];
	}

	/** There are three more on top. */
	const grow = (userId: string) =>
		world.emulator.changeList('fetch_user_posts_v2', userId, { add: 3 });

	describe('of pages that were bought before', () => {
		beforeEach(() => world.emulator.reset());

		test('none is put behind a newer one: by Reuse Pages, and by Resume From', async () => {
			const list = 'grown size-36';
			assert.deepEqual(await got(byHand(posts(list))), ['1 2 3', 36]);
			grow(list);
			const reported = { ...FIRST_PAGE, options: { report: true } };
			const first = inProduction(posts(list, reported));
			assert.deepEqual(await got(first), ['1', 12]);
			// Of several copies the oldest, which those behind it fit.
			assert.deepEqual(await got(inProduction(posts(list, HOUR))), ['', 36]);
			const resumeFrom = JSON.stringify((await first).json('Ours', 1)[0]!.next);
			const rest = byHand(posts(list, { options: { resumeFrom } }));
			assert.deepEqual(await got(rest), ['2 3 4', 27]);
		});

		test('nor is one that a failed execution left', async () => {
			const list = 'left size-36';
			world.emulator.addFault({ kind: 'server', match: { page: 3 } });
			assert.deepEqual(await got(inProduction(posts(list))), ['1 2 3', 0]);
			assert.deepEqual(await got(inProduction(posts(list, FIRST_PAGE))), ['', 12]);
			grow(list);
			assert.deepEqual(await got(inProduction(posts(list))), ['1 2 3 4', 39]);
		});

		test('one costs nothing again for a wrong Records Path', async () => {
			const click = (recordsPath: string) => {
				const endpoint = { __rl: true, mode: 'path', value: COMMENTS };
				const input = JSON.stringify({ url: articleOf('mistyped-size-5') });
				const run = { resource: 'gateway', operation: 'run', endpoint, input, price: 0.01 };
				return byHand(ours({ ...run, recordsPath }));
			};
			for (const [path, told] of [
				['coments', /^1 call, \$0\.01/],
				['comment', /Nothing was charged/],
			] as const) {
				const { status, error } = await click(path);
				assert.equal(status, 'error');
				assert.match(String(error?.description), told);
				assert.equal(world.emulator.ledger.length, 1);
			}
			assert.equal((await click('comments')).json('Ours').length, 5);
			assert.equal(world.emulator.ledger.length, 1);
		});

		test('each serves all rounds and nodes of a try by hand, unless Reuse Pages is 0', async () => {
			const looped = (more: object) => {
				const node = (name?: string) => posts('looped size-24', more, name);
				return clicked(loopOver('looped', numberedItems(2), node(), node('Then')));
			};
			for (const [more, bought] of [
				[{}, '1 2'],
				[{}, ''],
				[ANEW, '1 2 1 2 1 2'],
			] as const) {
				const execution = looped(more);
				assert.deepEqual(await got(execution), [bought, 24]);
				assert.equal((await execution).runs('Ours').length, 2);
				assert.equal((await execution).json('Then').length, 24);
			}
		});
	});
}
