import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INode } from 'n8n-workflow';

import { runOf } from '../harness/gateway.mts';
import { forgetProcess } from '../harness/keptPages.mts';
import { statementOf } from '../harness/money.mts';
import { articleOf, getPosts } from '../harness/operations.mts';
import { useGateway } from '../harness/useGateway.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld();
const gateway = useGateway();

const PRICE = 0.01;

/** Comments of an article, whose records the user has to say where they are. */
const comments = (recordsPath: string): IDataObject => ({
	resource: 'gateway',
	operation: 'run',
	endpoint: '/api/v1/chat_mp/v2/fetch_article_comments',
	input: JSON.stringify({ url: articleOf('size-5') }),
	recordsPath,
	price: PRICE,
	returnAll: true,
});

const calls = () => world.emulator.ledger.length;

describe('a page that was paid for and could not be read', () => {
	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'is read by a corrected run, at no further cost, after %s',
		async (onError) => {
			const wrong = await world.run(comments('coments'), { node: { onError } });
			expect(statementOf(wrong)).toMatchObject({ calls: 1, cost: PRICE });
			const right = await world.run(comments('comments'), { node: { onError } });
			expect(right.records).toHaveLength(5);
			expect(statementOf(right)).toMatchObject({ calls: 0, cost: 0 });
			expect(calls()).toBe(1);
			// It is delivered now.
			await world.run(comments('comments'));
			expect(calls()).toBe(2);
		},
	);

	test('is read by n8n’s Retry with a corrected node, wherever that runs', async () => {
		const { context } = await world.run(comments('coments'));
		forgetProcess();
		const right = await world.run(comments('comments'), { context });
		expect(right.records).toHaveLength(5);
		expect(calls()).toBe(1);
	});

	test('fails again without a call where it still cannot be read, and says so', async () => {
		await world.run(comments('coments'));
		const again = await world.run(comments('comment'));
		expect(calls()).toBe(1);
		const words = String(again.error?.description);
		expect(words).toContain('No call was made: the page was paid for before, and is kept.');
		expect(words).not.toContain('The failed call was charged.');
		expect(words).toContain('To buy the page again, turn on Retry Uncertain Calls.');
		expect(again.error?.errorResponse).toMatchObject({ callsMade: 0, cost: 0 });
		expect((await world.run(comments('comments'))).records).toHaveLength(5);
		expect(calls()).toBe(1);
	});

	test('is bought again where the user lets a page be paid for twice', async () => {
		world.emulator.addFault({ kind: 'unknownShape' });
		const posts = { ...getPosts.parameters('size-6'), pageSize: 2, returnAll: true };
		expect((await world.run(posts)).status).toBe('error');
		expect((await world.run(posts)).status).toBe('error');
		expect(calls()).toBe(1);
		const run = await world.run({ ...posts, options: { retryUncertain: true } });
		expect(run.records).toHaveLength(6);
		expect(world.emulator.ledger.map(({ page }) => page)).toEqual([1, 1, 2, 3]);
		// What could not be read is not found a second time.
		await world.run(posts);
		expect(calls()).toBe(7);
	});

	test('is kept under Continue, while the rest is delivered', async () => {
		const node: Partial<INode> = { onError: 'continueRegularOutput' };
		const parameters = { ...getPosts.parameters('size-6'), pageSize: 2, returnAll: true };
		world.emulator.addFault({ kind: 'unknownShape', match: { page: 2 } });
		const run = await world.run(parameters, { node });
		expect(run.records).toHaveLength(2);
		const again = await world.run(parameters, { node });
		// The first page was delivered, so that it is today's; the second is kept.
		expect(world.emulator.ledger.map(({ page }) => page)).toEqual([1, 2, 1]);
		expect(again.errors[0].error).toMatchObject({ code: 'UNRECOGNISED_ANSWER', callsMade: 1 });
	});
});

test.each([300, 404, 418, 429, 500, 503, 999])(
	'a whole page in a completed run is a page, though HTTP says %i',
	async (status) => {
		const page_info = { has_next_page: false };
		const edges = [{ node: { id: '1' } }, { node: { id: '2' } }];
		const body = runOf({ user: { edge_owner_to_timeline_media: { edges, page_info } } });
		gateway.answerWith(() => ({ status, body }));
		const run = await world.run(getPosts.parameters('any'), {
			credential: { baseUrl: gateway.url },
		});
		expect(run.records.map(({ id }) => id)).toEqual(['1', '2']);
		expect(gateway.calls).toHaveLength(1);
		expect(statementOf(run)).toMatchObject({ calls: 1, cost: 0.01 });
	},
);
