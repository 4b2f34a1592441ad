import { afterEach, describe, expect, test } from '@jest/globals';
import type { IDataObject, INode } from 'n8n-workflow';

import { dollars, nextOf } from '../harness/money.mts';
import {
	articleOf,
	eachOperation,
	expression,
	getAnswers,
	getCommentReplies,
	getPosts,
	getSubComments,
	operations,
	searchImages,
} from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import { workOf } from '../harness/work.mts';
import type { NodeRun, NodeRunOptions } from '../harness/world.mts';

const world = useWorld();

/** Runs the node dry, whatever the other options are. */
const plan = (parameters: IDataObject, options: NodeRunOptions = {}): Promise<NodeRun> =>
	world.run(
		{ ...parameters, options: { ...(parameters.options as IDataObject), dryRun: true } },
		options,
	);

/** Calls, cost and the most, of each item. */
const sumsOf = ({ records }: NodeRun) =>
	records.map(({ calls, cost, costAtMost }) => [calls, cost, costAtMost]);

const sent = () => world.emulator.ledger.length;

describe.each(eachOperation)('%s', (_label, operation) => {
	test('says what it would send, and sends nothing', async () => {
		const run = await plan(operation.parameters('a'));
		expect(run.status).toBe('success');
		expect(run.items).toHaveLength(1);
		expect(run.items[0].pairedItem).toEqual({ item: 0 });
		expect(Object.keys(run.records[0])).toEqual([
			// What a user looks for stands in the first columns.
			'calls',
			'cost',
			'costAtMost',
			'pricePerCall',
			'endpoint',
			'input',
		]);
		expect(run.records[0]).toMatchObject({
			endpoint: operation.endpoint,
			input: operation.input('a'),
			pricePerCall: operation.price,
		});
		expect(sent()).toBe(0);
	});

	test('shows exactly what the run then sends first', async () => {
		const parameters = { ...operation.parameters('size-3'), limit: 3 };
		const { records } = await plan(parameters);
		expect(sent()).toBe(0);
		await world.run(parameters);
		const { endpoint, input } = records[0];
		expect(world.emulator.ledger[0].rawBody).toMatchObject({ endpoint, input });
	});
});

interface Row {
	label: string;
	operation: OperationCase;
	more: IDataObject;
	sums: [calls: number | null, cost: number | null, costAtMost: number | null];
}

const row = (operation: OperationCase, more: IDataObject, ...sums: Row['sums']): Row => ({
	label: `${operation.label} ${JSON.stringify(more)}`,
	operation,
	more,
	sums,
});

const all = { returnAll: true };

/** What one input item takes, at full pages and at most; test/buy/callPlan.test.mts has every case. */
const ROWS: Row[] = [
	// Pages of 20, of which each may bring a single new record.
	row(searchImages, {}, 3, 0.045, 0.75),
	row(searchImages, { limit: 2000 }, 100, 1.5, 1),
	row(searchImages, { limit: 2000, maxCost: 0 }, 100, 1.5, 30),
	row(searchImages, { ...all, maxCost: 0 }, null, null, null),
	row(searchImages, { startPosition: { page: 7 } }, 3, 0.045, 0.75),
	// Pages of the size that the user asks for, or that the service does not tell.
	row(getAnswers, { pageSize: expression('20') }, 3, 0.0045, 0.075),
	row(getSubComments, {}, null, null, 0.75),
	row(getCommentReplies, { ...all, allPages: true, maxCost: 0 }, 1, 0.015, 0.015),
	// A page may be paid for more than once where the user allows that.
	row(getPosts, { limit: 2, options: { retryUncertain: true } }, 1, 0.0015, 0.012),
	// On the way to what an earlier run left out, pages of known posts count neither way.
	row(getPosts, { onlyNew: true }, 5, 0.0075, 1),
	row(getPosts, { onlyNew: true, maxCost: 0 }, 5, 0.0075, null),
	row(searchImages, { onlyNew: true }, 3, 0.045, 0.75),
];

test.each(ROWS)('$label', async ({ operation, more, sums }) => {
	const run = await plan({ ...operation.parameters('a'), ...more });
	expect(sumsOf(run)).toEqual([sums]);
	expect(sent()).toBe(0);
});

test('Retry On Fail may pay for a call of each try that failed', async () => {
	const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 } as Partial<INode>;
	const run = await plan({ ...getPosts.parameters('a'), limit: 2 }, { node });
	expect(sumsOf(run)).toEqual([[1, 0.0015, 0.006]]);
});

describe('the run that follows', () => {
	// All lists are longer than what is asked for, and all pages full.
	test.each(operations)('makes as many calls as the dry run said: $label', async (operation) => {
		const parameters = {
			...operation.parameters('size-90'),
			limit: 2 * operation.pageSize + 1,
			maxCost: 0,
		};
		const [[calls, cost, most]] = sumsOf(await plan(parameters));
		await world.run(parameters);
		const { charged } = world.emulator.summary();
		expect(sent()).toBe(3);
		expect(charged).toBeLessThanOrEqual(most as number);
		if (calls !== null) expect([calls, cost]).toEqual([3, charged]);
	});

	test.each([
		['short pages', { shortPages: true }],
		['repeated records', { repeats: 11 }],
	])('never costs more than the most: %s', async (_label, list) => {
		world.emulator.setList('fetch_user_posts_v2', 'list', { size: 200, ...list });
		const parameters = { ...getPosts.parameters('list'), limit: 13, maxCost: 0 };
		const [[, , most]] = sumsOf(await plan(parameters));
		await world.run(parameters);
		expect(sent()).toBeGreaterThanOrEqual(2);
		expect(world.emulator.summary().charged).toBeLessThanOrEqual(most as number);
	});
});

describe('Resume From', () => {
	test('counts from where the earlier run ended', async () => {
		const parameters = { ...searchImages.parameters('size-90') };
		const first = await world.run({ ...parameters, limit: 25 }, { report: true });
		const calls = sent();
		const options = { resumeFrom: JSON.stringify(nextOf(first, 0)) };
		const run = await plan({ ...parameters, limit: 36, options });
		// Five of the first page are delivered: 15 of it, 20, and one more.
		expect(sumsOf(run)).toEqual([[3, 0.045, dollars(37 * 0.015)]]);
		expect(run.records[0].input).toMatchObject({ page: 2 });
		expect(sent()).toBe(calls);
	});

	test('a list that is done takes nothing', async () => {
		const parameters = getPosts.parameters('size-90');
		const options = { resumeFrom: '[null]' };
		expect(sumsOf(await plan({ ...parameters, options }))).toEqual([[0, 0, 0]]);
	});

	test('a position of another list gives the error that a run would give', async () => {
		const options = { resumeFrom: '{"list": "other", "page": 2}' };
		const run = await plan({ ...searchImages.parameters('a'), options });
		expect(run.errors[0].message).toMatch(/^'Resume From' belongs to a different list/);
	});
});

describe('several input items', () => {
	const keyword = '={{ $json.keyword }}';
	const keywords = (...words: unknown[]) => ({
		items: words.map((word) => ({ keyword: word }) as IDataObject),
	});
	const images = (more: IDataObject = {}) => ({ ...searchImages.parameters(keyword), ...more });

	test('the hint gives the sum, and Max Cost holds for all of them', async () => {
		const run = await plan(images(), keywords('a', 'b', 'c', 'd'));
		expect(sumsOf(run)).toEqual(Array.from({ length: 4 }, () => [3, 0.045, 0.75]));
		expect(run.hint).toBe(
			'Dry run: nothing was bought. 4 items would take 12 calls, $0.18, at most $1.00.',
		);
		expect(run.hints[0].type).toBe('info');
	});

	test('the hint names less than Max Cost if Limit allows less', async () => {
		const run = await plan(images({ limit: 10 }), keywords('a', 'b'));
		expect(run.hint).toContain('2 items would take 2 calls, $0.03, at most $0.30.');
	});

	test('the hint warns if Max Cost is too low for all items', async () => {
		const run = await plan(images({ maxCost: 0.1 }), keywords('a', 'b', 'c'));
		expect(run.hint).toBe(
			'Dry run: nothing was bought. 3 items would take 9 calls, $0.135. Max Cost (USD) would stop the run at $0.10.',
		);
		expect(run.hints[0].type).toBe('warning');
	});

	test('without a cap, the hint may name no upper limit', async () => {
		const parameters = images({ ...all, maxCost: 0 });
		const run = await plan(parameters, keywords('a', 'b'));
		expect(run.hint).toContain('at least 2 calls, $0.03, without an upper limit.');
	});

	test('an invalid item becomes its usual error item, after the others', async () => {
		const run = await plan(images(), keywords('a', '', 'c'));
		expect(run.status).toBe('success');
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 2 },
			{ item: 1 },
		]);
		expect(Object.keys(run.items[2].json)).toEqual(['error', 'message']);
		const usual = await world.run(images(), {
			...keywords('a', '', 'c'),
			node: { onError: 'continueRegularOutput' },
		});
		expect(run.errors).toEqual(usual.errors);
		expect(run.hint).toMatch(
			/ 2 items would take 6 calls, .*<br>1 item would fail before a call\.$/,
		);
		expect(run.hints[0].type).toBe('warning');
	});

	test('all of them wrong, even under Stop', async () => {
		const run = await plan(images(), keywords('', ' '));
		expect(run.status).toBe('success');
		expect(run.errors).toHaveLength(2);
		expect(run.hint).toBe('Dry run: nothing was bought.<br>2 items would fail before a call.');
		expect(run.context['node:Data Access']).toMatchObject({ calls: 0, cost: 0, reason: 'failure' });
		expect(sent()).toBe(0);
	});

	test('pages that an earlier item buys cost nothing', async () => {
		const run = await plan(images(), keywords('a', 'b', 'a', 'a'));
		expect(sumsOf(run)).toEqual([
			[3, 0.045, 0.75],
			[3, 0.045, 0.75],
			[0, 0, 0],
			[0, 0, 0],
		]);
		expect(run.hint).toContain('4 items would take 6 calls, $0.09, at most $1.00.');
		expect(run.hint).toContain('2 items would share the calls of another item and cost nothing.');
		const inputs = run.records.map(({ input }) => input);
		expect(inputs[2]).toEqual(inputs[0]);
		expect(inputs[2]).not.toBe(inputs[0]);
	});

	test('500 keywords are planned within seconds', async () => {
		const words = Array.from({ length: 500 }, (_, index) => `keyword ${index}`);
		let run!: Awaited<ReturnType<typeof plan>>;
		const work = await workOf(async () => {
			run = await plan(images({ maxCost: 0 }), keywords(...words));
		});
		expect(work).toBeLessThan(5000);
		expect(run.records.map(({ input }) => (input as IDataObject).keyword)).toEqual(words);
		expect(run.hint).toContain('500 items would take 1500 calls, $22.50, at most $375.00.');
		expect(sent()).toBe(0);
	});
});

describe('any operation of the gateway', () => {
	const runOf = (endpoint: string, input: unknown, more: IDataObject = {}): IDataObject => ({
		...{ resource: 'gateway', operation: 'run', endpoint },
		input: JSON.stringify(input),
		...more,
	});
	const COMMENTS = '/api/v1/chat_mp/v2/fetch_article_comments';
	const input = { url: articleOf('a') };
	const paging = {
		recordsPath: 'comments',
		nextPage: { pairs: [{ name: 'offset', path: 'nextoffset' }] },
	};

	test.each([
		['its one page', { price: 0.01 }, [1, 0.01, 0.01]],
		['records of one page', { price: 0.01, recordsPath: 'comments' }, [1, 0.01, 0.01]],
		['all of one page', { price: 0.01, ...all }, [1, 0.01, 0.01]],
		['pages of unknown size', { price: 0.01, ...paging }, [null, null, 0.5]],
	] as const)('%s', async (_label, more, sums) => {
		const run = await plan(runOf(COMMENTS, input, more as IDataObject));
		expect(run.records[0]).toMatchObject({ endpoint: COMMENTS, input, pricePerCall: 0.01 });
		expect(sumsOf(run)).toEqual([sums]);
		expect(sent()).toBe(0);
	});

	test('an unknown price', async () => {
		const run = await plan(runOf(COMMENTS, input));
		expect(run.records[0]).toMatchObject({
			...{ pricePerCall: null, calls: 1, cost: null, costAtMost: null },
		});
		expect(run.hint).toBe(
			'Dry run: nothing was bought. 1 item would take 1 call, at an unknown price.',
		);
		expect(run.hints[0].type).toBe('warning');
	});

	test('a known endpoint is planned like its own operation, paths or not', async () => {
		const known = runOf(searchImages.endpoint, { keyword: 'a' });
		const credential = { inputFormat: 'grouped' };
		const run = await plan(known, { credential });
		expect(run.records[0].input).toEqual({ queryParams: searchImages.input('a') });
		expect(sumsOf(run)).toEqual([[3, 0.045, 0.75]]);
		const withRecords = await plan({ ...known, recordsPath: 'data.items' });
		expect(sumsOf(withRecords)).toEqual([[null, null, 0.75]]);
	});
});

describe('later nodes and agents', () => {
	test('in a loop it adds nothing to what was spent', async () => {
		const options = { dryRun: '={{ $runIndex > 0 }}' };
		const parameters = { ...searchImages.parameters('size-3'), limit: 3, options };
		const { context, rounds } = await world.runLoop(parameters, { items: [{}, {}, {}] });
		expect(rounds.map((items) => items.length)).toEqual([3, 1, 1]);
		expect(context).toMatchObject({ calls: 1, cost: 0.015, records: 3 });
	});

	test('a tool gives the plan to the model', async () => {
		const node = { type: 'n8n-nodes-data-access.dataAccessTool' };
		const run = await plan(getPosts.parameters('a'), { node });
		expect(sumsOf(run)).toEqual([[1, 0.0015, 0.015]]);
		const wrong = await plan(getPosts.parameters('undefined'), { node });
		expect(wrong.records).toEqual([
			{ code: 'INVALID_INPUT', message: expect.stringMatching(/^'User ID' is required/) },
		]);
		expect(sent()).toBe(0);
	});
});

describe('the option Dry Run', () => {
	test('a value that cannot be read is refused, not taken for off', async () => {
		const options = { dryRun: expression('maybe') };
		const run = await world.run({ ...getPosts.parameters('size-3'), options });
		expect(run.error?.message).toMatch(/^'Dry Run' must be true or false/);
		expect(sent()).toBe(0);
	});
});

afterEach(() => {
	expect(world.emulator.summary().duplicates).toEqual([]);
});
