import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { getPosts, searchImages } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRunOptions } from '../harness/world.mts';

const world = useWorld();

const PRICE = 0.015;

const images = (parameters: IDataObject = {}): IDataObject => ({
	...searchImages.parameters('={{ $json.list }}'),
	returnAll: true,
	...parameters,
});
const on = (parameters: IDataObject, options: IDataObject = {}): IDataObject => ({
	...parameters,
	options: { report: true, ...options },
});

const NOTHING = {
	records: 0,
	pages: 0,
	calls: 0,
	cost: 0,
	costIsEstimate: false,
	mayBeCharged: false,
	reusedPages: 0,
	reusedAge: null,
};

type ListChange = Parameters<typeof world.emulator.setList>[2];

const BEGINNING = { list: expect.any(String), page: 1 };

const NO_KEYWORD = "'Keyword' is required, but it is empty.";

interface Row {
	label: string;
	lists: string[];
	parameters?: IDataObject;
	options?: IDataObject;
	node?: NodeRunOptions['node'];
	fault?: Parameters<typeof world.emulator.addFault>[0];
	expected: IDataObject[];
}

const ROWS: Row[] = [
	{
		label: 'the end of a list, with no position',
		lists: ['a size-20'],
		expected: [{ records: 20, pages: 2, calls: 2, cost: 2 * PRICE, reason: 'end', next: null }],
	},
	{
		label: 'a limit inside a page, with the position to continue from',
		lists: ['a size-45'],
		parameters: { returnAll: false, limit: 25 },
		expected: [
			{
				records: 25,
				pages: 2,
				calls: 2,
				cost: 2 * PRICE,
				reason: 'limit',
				next: expect.objectContaining({ page: 2, skip: 5 }),
			},
		],
	},
	{
		label: 'Max Cost, for an item that got nothing too',
		lists: ['a size-20', 'b size-20'],
		parameters: { maxCost: 2 * PRICE },
		options: { concurrency: 1 },
		expected: [
			{ records: 20, pages: 2, calls: 2, cost: 2 * PRICE, reason: 'end', next: null },
			{
				...NOTHING,
				reason: 'maxCost',
				notice: "This item got no records, because 'Max Cost (USD)' does not allow a further call.",
				next: BEGINNING,
			},
		],
	},
	{
		label: 'a failure, and what it halted',
		lists: ['a size-45', 'b size-3'],
		options: { concurrency: 1 },
		node: { onError: 'continueRegularOutput' },
		fault: { kind: 'refused', httpStatus: 401, match: { page: 2 } },
		expected: [
			{
				records: 20,
				pages: 1,
				calls: 2,
				cost: PRICE,
				reason: 'failure',
				notice: expect.stringMatching(/^The gateway refused the API key: “.*”\.$/),
				next: expect.objectContaining({ page: 2 }),
			},
			{
				...NOTHING,
				reason: 'halted',
				notice: expect.stringMatching(/^No further call was made for this item/),
				next: BEGINNING,
			},
		],
	},
	{
		label: 'a call that may have been charged',
		lists: ['a size-45'],
		node: { onError: 'continueRegularOutput' },
		fault: { kind: 'reset', match: { page: 2 } },
		expected: [
			{
				records: 20,
				pages: 1,
				calls: 2,
				cost: PRICE,
				mayBeCharged: true,
				reason: 'failure',
				notice: 'The connection broke before the answer was complete: “connection reset”.',
				next: expect.objectContaining({ page: 2 }),
			},
		],
	},
	{
		label: 'a wrong input',
		lists: [''],
		node: { onError: 'continueRegularOutput' },
		expected: [{ ...NOTHING, reason: 'failure', notice: NO_KEYWORD, next: null }],
	},
	{
		label: 'input items that ask for the same: the first one is charged',
		lists: ['a size-20', 'a size-20'],
		expected: [
			{ records: 20, pages: 2, calls: 2, cost: 2 * PRICE, reason: 'end', next: null },
			{ records: 20, pages: 2, calls: 0, cost: 0, reason: 'end', next: null },
		],
	},
];

describe('the second output has one item per input item', () => {
	test.each(ROWS)('$label', async ({ lists, parameters, options, node, fault, expected }) => {
		if (fault) world.emulator.addFault(fault);
		const items = lists.map((list) => ({ list }));
		const run = await world.run(on(images(parameters), options), { items, node });
		expect(run.status).toBe('success');
		expect(run.report).toEqual(
			expected.map((row, itemIndex) => ({
				itemIndex,
				costIsEstimate: false,
				mayBeCharged: false,
				reusedPages: 0,
				reusedAge: null,
				notice: null,
				...row,
			})),
		);
		const known = run.report.reduce((sum, item) => sum + Number(item.cost), 0);
		const unknown = run.report.filter((item) => item.mayBeCharged).length * PRICE;
		const { charged } = world.emulator.summary();
		expect([known, known + unknown]).toContain(charged);
		expect(run.execution.items('Data Access', 1).map(({ pairedItem }) => pairedItem)).toEqual(
			lists.map((_, item) => ({ item })),
		);
	});

	test('known, where only new records are wanted and none came', async () => {
		const posts = on({ ...getPosts.parameters('u'), onlyNew: true });
		await world.run(posts, { mode: 'trigger' });
		const again = await world.run(posts, { mode: 'trigger' });
		expect(again.records).toEqual([]);
		expect(again.report).toMatchObject([{ reason: 'known', records: 0, calls: 1 }]);
	});

	const DEAD_ENDS: Array<[string, ListChange, IDataObject]> = [
		['emptyPage', { size: 45, emptyPageAt: 2 }, { records: 12, pages: 2, calls: 2 }],
		['noNewRecord', { size: 24, lastPageRepeats: true }, { records: 24, pages: 3, calls: 3 }],
	];

	test.each(DEAD_ENDS)(
		'%s, which ends a loop although the service says that there is more',
		async (reason, change, expected) => {
			world.emulator.setList(getPosts.name, getPosts.listKey('a'), change);
			const run = await world.run(on({ ...getPosts.parameters('a'), returnAll: true }));
			expect(run.hint).toContain('set Resume From');
			expect(run.report).toMatchObject([{ ...expected, reason, next: null }]);
			expect(run.context['node:Data Access']).toMatchObject({ reason });
			const [{ metadata }] = run.execution.run.data.resultData.runData['Data Access'];
			expect(metadata?.tracing).toMatchObject({ 'data_access.reason': reason });
		},
	);

	test('one word for several items: the last in order of those that occurred', async () => {
		const lists: Array<[string, ListChange]> = [
			['repeats', { size: 24, lastPageRepeats: true }],
			['empty', { size: 45, emptyPageAt: 2 }],
			['short', { size: 3 }],
		];
		for (const [list, change] of lists) {
			world.emulator.setList(getPosts.name, getPosts.listKey(list), change);
		}
		const posts = { ...getPosts.parameters('={{ $json.list }}'), returnAll: true };
		const items = lists.map(([list]) => ({ list }));
		const run = await world.run(on(posts), { items });
		expect(run.report.map(({ reason }) => reason)).toEqual(['noNewRecord', 'emptyPage', 'end']);
		expect(run.context['node:Data Access']).toMatchObject({ reason: 'noNewRecord' });
	});

	test('pages of an earlier run that could not deliver them', async () => {
		world.emulator.addFault({ kind: 'refused', httpStatus: 400, match: { page: 2 } });
		const items = [{ list: 'a size-20' }];
		expect((await world.run(on(images()), { items })).status).toBe('error');
		const again = await world.run(on(images()), { items });
		expect(again.report).toMatchObject([{ records: 20, pages: 2, calls: 1, reusedPages: 1 }]);
	});

	test('the cost of all tries of Retry On Fail', async () => {
		world.emulator.addFault({ kind: 'server', match: { page: 1 } });
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const items = [{ list: 'a size-3' }];
		const run = await world.run(on(images()), { items, node });
		expect(run.status).toBe('success');
		const { calls } = world.emulator.summary();
		expect(run.report).toMatchObject([{ records: 3, calls, reason: 'end' }]);
		expect(calls).toBe(3);
	});

	test('a dry run has one, too', async () => {
		const items = [{ list: 'a' }, { list: '' }];
		const run = await world.run(on(images(), { dryRun: true }), { items });
		expect(run.report).toEqual([
			{ ...NOTHING, itemIndex: 0, reason: 'end', notice: null, next: null },
			{ ...NOTHING, itemIndex: 1, reason: 'failure', notice: NO_KEYWORD, next: null },
		]);
		expect(world.emulator.ledger).toEqual([]);
	});

	test('a loop goes on with `next` until it is null', async () => {
		const delivered: unknown[] = [];
		let resumeFrom: unknown = '';
		for (let round = 0; resumeFrom !== null; round++) {
			expect(round).toBeLessThan(5);
			const parameters = images({ returnAll: false, limit: 12 });
			const run = await world.run(on(parameters, { resumeFrom }), {
				items: [{ list: 'a size-45' }],
			});
			delivered.push(...run.records.map(({ id }) => id));
			resumeFrom = run.report[0].next;
		}
		expect(new Set(delivered).size).toBe(45);
		expect(delivered).toHaveLength(45);
		expect(world.emulator.summary().duplicates).toEqual([]);
	});
});

describe.each([
	['continueRegularOutput', 0],
	['continueErrorOutput', 2],
] as const)('beside it, under %s', (onError, errorOutput) => {
	test('failed items leave by the output that n8n has for them', async () => {
		const items = [{ list: 'a size-3' }, { list: '' }];
		const run = await world.run(on(images()), { items, node: { onError } });
		expect(run.report.map(({ reason }) => reason)).toEqual(['end', 'failure']);
		const failed = run.execution.items('Data Access', errorOutput);
		expect(failed.at(-1)?.json.error).toMatchObject({ code: 'INVALID_INPUT', itemIndex: 1 });
		expect(run.records).toHaveLength(3);
	});

	test('an execution in which nothing can be asked for has a report too', async () => {
		const items = [{ list: 'a' }, { list: 'b' }];
		const run = await world.run(on(images({ maxCost: -1 })), { items, node: { onError } });
		expect(run.report).toMatchObject([{ reason: 'failure' }, { reason: 'failure' }]);
		expect(run.errors).toHaveLength(2);
	});
});

const outputsOf = (parameters: IDataObject, options: NodeRunOptions = {}) =>
	world
		.run(parameters, { items: [{ list: 'a size-3' }], ...options })
		.then(
			({ execution }) => execution.run.data.resultData.runData['Data Access'].at(-1)?.data?.main,
		);

describe('there is one output', () => {
	const rows: Array<[string, IDataObject, NodeRunOptions]> = [
		['without the option', images(), {}],
		['with the option off', images({ options: { report: false } }), {}],
		[
			'in a tool',
			on(images({ keyword: 'a size-3' })),
			{ node: { type: 'n8n-nodes-data-access.dataAccessTool' } },
		],
		[
			'where inspecting costs nothing to report',
			on({ resource: 'gateway', operation: 'inspect', endpoint: 'all' }),
			{},
		],
	];

	test.each(rows)('%s', async (_label, parameters, options) => {
		expect(await outputsOf(parameters, options)).toHaveLength(1);
	});
});

test('under On Error = Stop a failure throws, report or not', async () => {
	world.emulator.addFault({ kind: 'refused', httpStatus: 400 });
	const run = await world.run(on(images()), { items: [{ list: 'a' }] });
	expect(run.status).toBe('error');
	expect(run.report).toEqual([]);
});
