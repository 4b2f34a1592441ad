import { describe, expect, test } from '@jest/globals';
import type { INode } from 'n8n-workflow';

import { passMinutes } from '../harness/clock.mts';
import { runOf } from '../harness/gateway.mts';
import { statementOf } from '../harness/money.mts';
import { getPosts } from '../harness/operations.mts';
import { useGateway } from '../harness/useGateway.mts';
import { useWorld } from '../harness/useWorld.mts';

const PRICE = getPosts.price;

const world = useWorld();
const gateway = useGateway();

let lists = 0;
/** A list that no other test has bought from. */
const freshList = (size = 8) => `list-${++lists}-size-${size}`;

const posts = () => ({
	...getPosts.parameters('={{ $json.list }}'),
	pageSize: 2,
	returnAll: true,
	output: 'raw',
});

const pagesAsked = (list: string) =>
	world.emulator.ledger.filter(({ key }) => key === list).map(({ page }) => page);

describe('the tries of Retry On Fail', () => {
	const node = (onError: INode['onError']): Partial<INode> => ({
		onError,
		retryOnFail: true,
		maxTries: 3,
		waitBetweenTries: 1,
	});

	test('buy each page once and report what all of them cost', async () => {
		const list = freshList();
		world.emulator.addFault({ kind: 'server', match: { key: list, page: 2 } });
		world.emulator.addFault({ kind: 'server', match: { key: list, page: 4 }, charged: true });
		const run = await world.run(posts(), { items: [{ list }], node: node('stopWorkflow') });
		expect(pagesAsked(list)).toEqual([1, 2, 2, 3, 4, 4]);
		expect(run.records).toHaveLength(8);
		// Both of the answered 5xx may have been charged, and one was.
		expect(statementOf(run)).toMatchObject({ calls: 6, cost: 4 * PRICE, possible: 2 * PRICE });
		expect(world.emulator.summary()).toMatchObject({ charged: 5 * PRICE, duplicates: [] });
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'use what was bought under %s too',
		async (onError) => {
			const [whole, broken] = [freshList(4), freshList(4)];
			world.emulator.addFault({ kind: 'server', match: { key: broken }, times: 2 });
			const items = [{ list: broken }];
			const run = await world.run(posts(), { items, node: node(onError) });
			expect(run).toMatchObject({ status: 'success', errors: [] });
			expect(pagesAsked(broken)).toEqual([1, 1, 1, 2]);

			// With data before the error item n8n does not try again: the error tells how to go on.
			world.emulator.addFault({ kind: 'server', match: { key: `${broken} b` } });
			const mixed = [{ list: `${broken} b` }, { list: whole }];
			const second = await world.run(posts(), { items: mixed, node: node(onError) });
			expect(second.errors.map(({ error }) => error.itemIndex)).toEqual([0]);
			expect(pagesAsked(whole)).toEqual([1, 2]);
		},
	);
});

test('a run of more than an hour buys no page twice, whatever else begins meanwhile', async () => {
	const credential = { baseUrl: '' };
	const [edges, page_info] = [[{ node: { id: '1' } }], { has_next_page: false }];
	let isBegun = false;
	gateway.answerWith(async ({ body: { input } }) => {
		if (input.user_id === 'slow' && !isBegun) {
			isBegun = true;
			passMinutes(61);
			await world.run(posts(), { items: [{ list: 'other' }], credential });
		}
		return { body: runOf({ user: { edge_owner_to_timeline_media: { edges, page_info } } }) };
	});
	credential.baseUrl = gateway.url;
	const items = ['one', 'slow', 'one', 'slow'].map((list) => ({ list }));
	const run = await world.run({ ...posts(), options: { concurrency: 1 } }, { items, credential });
	expect(run.records).toHaveLength(4);
	expect(gateway.calls.map(({ body }) => body.input.user_id)).toEqual(['one', 'slow', 'other']);
});
