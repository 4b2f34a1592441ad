import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { Fault, ListSettings } from '../../emulator/emulator.mts';
import { skipWaits } from '../harness/clock.mts';
import { getPosts, searchImages } from '../harness/operations.mts';
import { contextOf, CONTINUE, useWorld } from '../harness/world.mts';
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

const SO_FAR = {
	...{ costIsEstimate: false, mayBeCharged: false, runId: null },
	...{ reusedPages: 0, reusedAge: null },
};
const NOTHING = { ...SO_FAR, records: 0, pages: 0, calls: 0, cost: 0 };

/** Returns the row of a list with this many records and pages, and as many calls unless given. */
const got = (records: number, pages: number, calls = pages) => ({
	...{ ...SO_FAR, records, pages, calls, cost: calls * PRICE },
});

const BEGINNING = { list: expect.any(String), page: 1 };
const onPageTwo = (more: object = {}) => expect.objectContaining({ page: 2, ...more });
const REFUSED = { kind: 'refused', httpStatus: 402 } as const;
const TOOL = 'n8n-nodes-data-access.dataAccessTool';
const asText = (next: IDataObject) => JSON.stringify(next);

const failure = { reason: 'failure', notice: expect.any(String) };
const oneAtOnce = { options: { concurrency: 1 } };

interface Settings {
	parameters?: IDataObject;
	options?: NodeRunOptions;
	fault?: Fault;
}

const ROWS: Array<[label: string, lists: string[], expected: object[], Settings?]> = [
	['the end, with no position', ['a size-20'], [{ ...got(20, 2), reason: 'end', next: null }]],
	[
		'Limit inside a page, with the position to continue from',
		['a size-45'],
		[{ ...got(25, 2), reason: 'limit', next: onPageTwo({ seen: expect.any(String) }) }],
		{ parameters: { returnAll: false, limit: 25 } },
	],
	[
		'Max Cost, also for an item that got nothing',
		['a size-20', 'b size-20'],
		[
			{ ...got(20, 2), reason: 'end', next: null },
			{ ...NOTHING, ...failure, reason: 'maxCost', next: BEGINNING },
		],
		{ parameters: { ...oneAtOnce, maxCost: 2 * PRICE } },
	],
	[
		'a failure, and an item that it halted',
		['a size-45', 'b size-3'],
		[
			{ ...got(20, 1, 2), ...failure, cost: PRICE, next: onPageTwo() },
			{ ...NOTHING, ...failure, reason: 'halted', next: BEGINNING },
		],
		{ parameters: oneAtOnce, options: CONTINUE, fault: { ...REFUSED, match: { page: 2 } } },
	],
	[
		'a call that may have been charged',
		['a size-45'],
		[{ ...got(20, 1, 2), ...failure, cost: PRICE, mayBeCharged: true, next: onPageTwo() }],
		{ options: CONTINUE, fault: { kind: 'reset', match: { page: 2 } } },
	],
	['a wrong input', [''], [{ ...NOTHING, ...failure }], { options: CONTINUE }],
	[
		'equal input items, of which the first is charged',
		['a size-20', 'a size-20'],
		[got(20, 2), got(20, 2, 0)].map((sums) => ({ ...sums, reason: 'end', next: null })),
		{ parameters: oneAtOnce },
	],
];

describe('the second output has one item per input item', () => {
	test.each(ROWS)('%s', async (_label, lists, expected, { parameters, options, fault } = {}) => {
		if (fault) world.emulator.addFault(fault);
		const items = lists.map((list) => ({ list }));
		const own = (parameters?.options ?? {}) as IDataObject;
		const run = await world.run(on(images(parameters), own), { items, ...options });
		expect(run.status).toBe('success');
		for (const [itemIndex, row] of expected.entries()) {
			const input = lists[itemIndex] || null;
			expect(run.report[itemIndex]).toEqual({ itemIndex, input, notice: null, ...row });
		}
		expect(run.report).toHaveLength(expected.length);
		const known = run.report.reduce((sum, item) => sum + Number(item.cost), 0);
		const unknown = run.report.filter((item) => item.mayBeCharged).length * PRICE;
		const { charged } = world.emulator.summary();
		expect([known, known + unknown]).toContain(charged);
		expect(run.execution.items('Data Access', 1).map(({ pairedItem }) => pairedItem)).toEqual(
			lists.map((_, item) => ({ item })),
		);
	});

	test.each<[string, Partial<ListSettings>, IDataObject]>([
		['emptyPage', { size: 45, emptyPageAt: 2 }, { records: 12, pages: 2, calls: 2 }],
		['noNewRecord', { size: 24, lastPageRepeats: true }, { records: 24, pages: 3, calls: 3 }],
	])('%s, which ends a loop although the service claims more', async (reason, change, expected) => {
		world.emulator.setList(getPosts.name, getPosts.listKey('a'), change);
		const items = [{ list: 'a' }, { list: 'short-size-3' }];
		const parameters = { ...getPosts.parameters('={{ $json.list }}'), returnAll: true };
		const run = await world.run(on(parameters), { items });
		expect(run.report).toMatchObject([{ ...expected, reason, next: null }, { reason: 'end' }]);
		// One reason for both: the last in order.
		expect(contextOf(run)).toMatchObject({ reason });
		const [{ metadata }] = run.execution.run.data.resultData.runData['Data Access'];
		expect(metadata?.tracing).toMatchObject({ 'data_access.reason': reason });
	});

	test('a dry run has one, too', async () => {
		const items = [{ list: 'a' }, { list: '' }];
		const run = await world.run(on(images(), { dryRun: true }), { items });
		expect(run.report).toEqual([
			{ ...NOTHING, itemIndex: 0, input: null, reason: 'end', notice: null, next: null },
			{ ...NOTHING, itemIndex: 1, input: null, reason: 'failure', notice: expect.any(String) },
		]);
		expect(world.emulator.ledger).toEqual([]);
	});
});

test.each<[string, IDataObject, NodeRunOptions]>([
	['without the option', images(), {}],
	['in a tool', on(images({ keyword: 'a size-3' })), { node: { type: TOOL } }],
	['of Inspect', on({ resource: 'gateway', operation: 'inspect', endpoint: 'all' }), {}],
])('there is one output %s', async (_label, parameters, options) => {
	const { execution } = await world.run(parameters, { items: [{ list: 'a size-3' }], ...options });
	const { runData } = execution.run.data.resultData;
	expect(runData['Data Access'].at(-1)?.data?.main).toHaveLength(1);
});

const GIVEN = { list: 'L', page: 3 };

test.each<[string, IDataObject, NodeRunOptions]>([
	['a wrong option', { options: { concurrency: 'x' } }, {}],
	['a credential without a provider', {}, { credential: { provider: '' } }],
	['an unknown price', { resource: 'gateway', operation: 'run', endpoint: '/x' }, {}],
	['a wrong input', { keyword: '={{ "" }}' }, {}],
	["another list's position", {}, {}],
])('%s keeps the position that the item was given', async (_label, { options, ...more }, run) => {
	const positions = [GIVEN, null, undefined];
	const own = { resumeFrom: '={{ $json.at }}', ...(options as IDataObject) };
	const { errors, report } = await world.run(on(images(more), own), {
		items: positions.map((at) => ({ list: 'a', ...(at !== undefined && { at }) })),
		...CONTINUE,
		...run,
	});
	expect(errors[0]?.error.next).toEqual(GIVEN);
	expect(report[0]?.next).toEqual(GIVEN);
	const isWhole = report.every(({ reason }) => reason === 'failure');
	if (isWhole) expect(errors.map(({ error }) => error.next)).toEqual(positions);
});

test('error item and report have the ID of the gateway run that failed', async () => {
	skipWaits();
	world.emulator.addFault({ kind: 'failed', times: 4 });
	const { errors, report } = await world.run(on(images()), { items: [{ list: 'a' }], ...CONTINUE });
	const runId = expect.stringMatching(/^run_/);
	expect([errors[0]?.error, report[0]]).toMatchObject([{ runId }, { runId }]);
});

test.each([
	['with a fixed value', asText, 'webhook', true],
	['with an expression', (next: IDataObject) => `={{ ${JSON.stringify(next)} }}`, 'webhook', false],
	['in a manual run', asText, 'manual', false],
] as const)('a position in Resume From is warned of: one %s', async (_, write, mode, isTold) => {
	const all = images({ returnAll: false, limit: 20, keyword: 'size-45' });
	const [{ next }] = (await world.run(on(all))).report as [IDataObject];
	const resumed = on(all, { resumeFrom: write(next as IDataObject) });
	const { report, hints } = await world.run(resumed, { mode });
	const notice =
		'Resume From has the same value in each execution, so each one begins at the same position. Remove the option, or use an expression.';
	expect(report).toMatchObject([{ records: 20, notice: isTold ? notice : null }]);
	expect(hints).toMatchObject([{ type: isTold ? 'warning' : 'info' }]);
});
