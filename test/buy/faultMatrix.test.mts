import { expect, test } from '@jest/globals';
import type { INode } from 'n8n-workflow';

import { summarize } from '../../emulator/emulator.mts';
import { skipWaits } from '../harness/clock.mts';
import { ANSWERED, LATE, LOST } from '../harness/failures.mts';
import type { FailureRow } from '../harness/failures.mts';
import { callsFor, dollars, idsOf, nextOf, soldIds, statementOf } from '../harness/money.mts';
import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRun } from '../harness/world.mts';

const world = useWorld();

const PAGES = 3;
const PAGE_SIZE = 2;

/** One cell of the matrix. */
interface Cell {
	page: 'first' | 'middle' | 'last';
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	retryOnFail: boolean;
	inputItems: 1 | 2;
}

/** Every combination in which each failure must keep the promise. */
const CELLS: Cell[] = (['first', 'middle', 'last'] as const).flatMap((page) =>
	(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const).flatMap((onError) =>
		[false, true].flatMap((retryOnFail) =>
			([1, 2] as const).map((inputItems) => ({ page, onError, retryOnFail, inputItems })),
		),
	),
);

let cellsRun = 0;

/**
 * Runs one cell and asserts the promise: records delivered + records resumable = records bought,
 * and no page twice in the ledger. The rest is had as a user would: by a click on Execute after a
 * failed execution, else by Resume From.
 */
async function keepsThePromise(row: FailureRow, cell: Cell): Promise<void> {
	const number = ++cellsRun;
	const size = PAGES * PAGE_SIZE;
	// A list of its own for each cell, so that nothing can come from another one's memory.
	const lists = Array.from(
		{ length: cell.inputItems },
		(_, item) => `cell-${number}-item-${item}-size-${size}`,
	);
	const page = { first: 1, middle: 2, last: PAGES }[cell.page];
	world.emulator.addFault({ ...row.fault, match: { key: lists[0], page } });
	const node: Partial<INode> = {
		onError: cell.onError,
		...(cell.retryOnFail ? { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } : {}),
	};
	const parameters = {
		...getPosts.parameters('={{ $json.list }}'),
		pageSize: PAGE_SIZE,
		returnAll: true,
		output: 'raw',
		options: { ...row.options },
	};
	const items = lists.map((list) => ({ list }));
	const ledger = () => callsFor(world, getPosts, lists);

	const first = await world.run(parameters, { items, node });
	const afterFirst = ledger();
	const delivered = idsOf(first, getPosts);
	const rest: NodeRun[] = [];
	if (first.status === 'error') {
		rest.push(await world.run(parameters, { items, node }));
	} else {
		for (const [index, item] of items.entries()) {
			const next = nextOf(first, index);
			if (!next) continue;
			const options = { ...parameters.options, resumeFrom: next };
			rest.push(await world.run({ ...parameters, options }, { items: [item] }));
		}
	}
	for (const run of rest) delivered.push(...idsOf(run, getPosts));

	const { calls, charged } = summarize(afterFirst);
	const { cost, possible, calls: callsSaid } = statementOf(first);
	expect({
		cell,
		delivered: delivered.sort(),
		twice: summarize(ledger()).duplicates,
		restFailed: rest.filter(({ status, errors }) => status !== 'success' || errors.length > 0),
		// The first run's own account, against the ledger.
		callsSaid,
		isCostTrue:
			row.charged === 'maybe'
				? cost <= charged && charged <= dollars(cost + possible)
				: cost === charged && possible === 0,
		codes: new Set(codesOf(first)),
	}).toEqual({
		cell,
		delivered: soldIds(ledger()).sort(),
		twice: [],
		restFailed: [],
		callsSaid: calls,
		isCostTrue: true,
		codes: new Set(expectedCodes(first, row)),
	});
	expect(delivered).toHaveLength(size * cell.inputItems);
}

function codesOf(run: NodeRun): string[] {
	const { code } = (run.error?.errorResponse ?? {}) as { code?: string };
	return [...run.errors.map(({ error }) => String(error.code)), ...(code ? [code] : [])];
}

/** The failure itself, unless another try made good for it; beside it those who got no call. */
function expectedCodes(run: NodeRun, row: FailureRow): string[] {
	const codes = codesOf(run);
	return codes.length === 0 ? [] : [row.code, ...codes.filter((code) => code === 'NOT_CALLED')];
}

/** FAULT_MATRIX=all tries every failure in every cell, else each in a twelfth of them, by turns. */
const TURNS = process.env.FAULT_MATRIX === 'all' ? 1 : 12;

const rows = [...ANSWERED, ...LOST, ...LATE].map((row, turn) => ({
	row,
	name: row.name,
	cells: CELLS.filter((_, index) => (index + turn) % TURNS === 0),
}));

// In parallel, so that the waits of all cells together take little more than one's.
test.each(rows)(
	'Nothing is lost to a failure: $name',
	async ({ row, cells }) => {
		if (row.fault.times) skipWaits();
		await Promise.all(cells.map((cell) => keepsThePromise(row, cell)));
	},
	30_000,
);
