import { afterEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { nextOf, sumsIn } from '../harness/money.mts';
import { articleOf, eachOperation, expression, getAnswers } from '../harness/operations.mts';
import { getCommentReplies, getPosts, getSubComments } from '../harness/operations.mts';
import { runAny, searchImages } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { parameterIn } from '../harness/refusals.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';
import type { NodeRun, NodeRunOptions } from '../harness/world.mts';

const world = useWorld();

/** Runs the node with Dry Run on. */
const plan = (parameters: IDataObject, options: NodeRunOptions = {}): Promise<NodeRun> =>
	world.run(
		{ ...parameters, options: { ...(parameters.options as IDataObject), dryRun: true } },
		options,
	);

/** Returns calls and cost of each item. */
const sumsOf = ({ records }: NodeRun) => records.map(({ calls, cost }) => [calls, cost]);

const sent = () => world.emulator.ledger.length;

describe.each(eachOperation)('%s', (_label, operation) => {
	test('shows exactly the first request of the run', async () => {
		const parameters = { ...operation.parameters('size-3'), limit: 3 };
		const { items, records } = await plan(parameters);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
		// The first columns are those that users want to see.
		const columns = ['calls', 'cost', 'pricePerCall', 'endpoint', 'input'];
		expect(Object.keys(records[0])).toEqual(columns);
		expect(records[0].pricePerCall).toBe(operation.price);
		expect(sent()).toBe(0);
		await world.run(parameters);
		const { endpoint, input } = records[0];
		expect(world.emulator.ledger[0].rawBody).toMatchObject({ endpoint, input });
	});
});

const all = { returnAll: true };

const priced = { price: 0.01 };
const paged = { recordsPath: 'comments', nextPage: { pairs: [{ name: 'offset', path: 'next' }] } };

/** An operation that the node does not know. */
const comments = {
	label: 'gateway: run',
	parameters: (key: string) =>
		runAny('/api/v1/chat_mp/v2/fetch_article_comments', {
			...{ price: 0, input: JSON.stringify({ url: articleOf(key) }) },
		}),
};

type Planned = Pick<OperationCase, 'label' | 'parameters'>;

/** Calls and cost of one input item: full pages of the documented or requested size, times the price. */
test.each<[Planned, IDataObject, calls: number | null, cost: number | null]>([
	[searchImages, {}, 3, 0.045],
	[searchImages, { limit: 20 }, 1, 0.015],
	[searchImages, { limit: 21 }, 2, 0.03],
	[searchImages, { ...all, maxCost: 0 }, null, null],
	[searchImages, { startPosition: { page: 7 } }, 3, 0.045],
	[getAnswers, { pageSize: expression('20') }, 3, 0.0045],
	// The page size is unknown.
	[getSubComments, {}, null, null],
	// One page has all records.
	[getCommentReplies, { ...all, allPages: true }, 1, 0.015],
	[getPosts, { onlyNew: true }, 5, 0.0075],
	[comments, priced, 1, 0.01],
	[comments, { ...priced, ...all }, 1, 0.01],
	[comments, { ...priced, ...paged }, null, null],
	[comments, { maxCost: 0 }, 1, null],
])('$0.label, $1', async (operation, more, ...sums) => {
	const run = await plan({ ...operation.parameters('a'), ...more });
	expect(sumsOf(run)).toEqual([sums]);
	expect(sent()).toBe(0);
});

test('with Resume From, it counts the records of a cut page that were delivered already', async () => {
	const parameters = getPosts.parameters('size-30');
	// The earlier run delivers five of the twelve records of page 2.
	const first = await world.run({ ...parameters, limit: 17 }, { report: true });
	const options = { resumeFrom: JSON.stringify(nextOf(first, 0)) };
	const planFor = async (limit: number) => await plan({ ...parameters, limit, options });
	const plans = [await planFor(7), await planFor(8), await planFor(19)];
	expect(plans.flatMap(sumsOf)).toEqual([[1, getPosts.price], ...Array(2).fill([2, 0.003])]);
	world.renew();
	await world.run({ ...parameters, limit: 8, options });
	expect(sent()).toBe(2);
	const { input } = plans[1]!.records[0];
	expect(world.emulator.ledger[0].rawBody).toMatchObject({ input });
});

describe('several input items', () => {
	const keyword = '={{ $json.keyword }}';
	const keywords = (...words: unknown[]) => ({
		items: words.map((word) => ({ keyword: word }) as IDataObject),
	});
	const images = (more: IDataObject = {}) => ({ ...searchImages.parameters(keyword), ...more });

	test('the hint has the sum; equal items are counted once, and share no object', async () => {
		const run = await plan(images({ maxCost: 0.08 }), keywords('a', 'b', 'a'));
		expect(sumsOf(run)).toEqual(Array.from({ length: 3 }, () => [3, 0.045]));
		expect(sumsIn(run.hint)).toMatchObject({ calls: 6, cost: 0.09 });
		expect(run.hints[0].type).toBe('warning');
		const inputs = run.records.map(({ input }) => input);
		expect(inputs[2]).toEqual(inputs[0]);
		expect(inputs[2]).not.toBe(inputs[0]);
	});

	test('of equal items, the one with the most calls is counted, as in the run', async () => {
		const limits = [5, 45, 20].map((limit) => ({ keyword: 'a', limit }) as IDataObject);
		const parameters = images({ limit: '={{ $json.limit }}' });
		const planned = await plan(parameters, { items: limits });
		expect(sumsOf(planned).map(([calls]) => calls)).toEqual([1, 3, 1]);
		expect(sumsIn(planned.hint)).toMatchObject({ calls: 3, cost: 0.045 });
		await world.run(parameters, { items: limits });
		expect(sent()).toBe(3);
	});

	test('each list of unknown length counts as one call at least', async () => {
		const parameters = { ...getSubComments.parameters(keyword), returnAll: true };
		const { items } = keywords('size-3', 'size-1', 'size-3');
		const planned = await plan(parameters, { items });
		expect(planned.hint).toContain(
			'3 items would take at least 2 calls, $0.03, unless pages are reused.',
		);
		await world.run(parameters, { items });
		expect(sent()).toBe(2);
	});

	test('an invalid item becomes the usual error item, after the others', async () => {
		const run = await plan(images(), keywords('a', '', 'c'));
		expect(run.status).toBe('success');
		const order = run.items.map(({ pairedItem }) => pairedItem);
		expect(order).toEqual([0, 2, 1].map((item) => ({ item })));
		expect(Object.keys(run.items[2].json)).toEqual(['error', 'message']);
		const usual = await world.run(images(), { ...keywords('a', '', 'c'), ...CONTINUE });
		expect(run.errors).toEqual(usual.errors);
		expect(sumsIn(run.hint)).toMatchObject({ calls: 6 });
		expect(run.hints[0].type).toBe('warning');
	});
});

test('in a loop, a dry run adds nothing to the cost, and does not count as a try of the next run', async () => {
	world.emulator.addFault({ kind: 'server', match: { page: 2 } });
	const options = { dryRun: '={{ $runIndex !== 1 }}', reusePages: 0 };
	const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
	const parameters = { ...getPosts.parameters('size-30'), limit: 24, options };
	const { context, rounds } = await world.runLoop(parameters, { items: [{}, {}, {}], node });
	expect(rounds.map((items) => items.length)).toEqual([1, 24, 1]);
	expect([sent(), context.calls, context.records]).toEqual([3, 3, 24]);
});

test('a tool gives the plan to the model', async () => {
	const node = { type: 'n8n-nodes-data-access.dataAccessTool' };
	const run = await plan(getPosts.parameters('a'), { node });
	expect(sumsOf(run)).toEqual([[1, 0.0015]]);
	const wrong = await plan(getPosts.parameters('undefined'), { node });
	expect(wrong.records).toEqual([{ code: 'INVALID_INPUT', message: expect.any(String) }]);
	expect(parameterIn(wrong.records[0].message)).toBe('User ID');
	expect(sent()).toBe(0);
});

test('in production, report and hint warn that Dry Run is on', async () => {
	const parameters = { ...searchImages.parameters('a'), options: { report: true } };
	const run = await plan(parameters, { mode: 'webhook' });
	expect(run.report).toMatchObject([{ notice: expect.stringContaining('Dry Run is on') }]);
	expect(run.hints).toMatchObject([{ type: 'warning' }]);
	expect((await plan(parameters)).report).toMatchObject([{ notice: null }]);
});

afterEach(() => {
	expect(world.emulator.summary().duplicates).toEqual([]);
});
