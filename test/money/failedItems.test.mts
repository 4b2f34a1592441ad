import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { idsOf, soldIds, statementOf } from '../harness/money.mts';
import { getPosts, operations } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';

const PRICE = getPosts.price;

const world = useWorld();

const posts = (options: object = {}) => ({
	...getPosts.parameters('={{ $json.list }}'),
	pageSize: 2,
	returnAll: true,
	output: 'raw',
	options,
});
// Fresh ones for each test, so that none gets what another's failed execution bought.
let items: Array<{ list: string }>;
let tests = 0;
beforeEach(() => {
	tests += 1;
	items = ['a', 'b', 'c'].map((name) => ({ list: `${name}-${tests}-size-6` }));
});

describe('an error says what a workflow needs to go on', () => {
	const failure = (key: string) => ({ kind: 'platform', match: { key, page: 2 } }) as const;
	const expected = {
		code: 'PLATFORM_ERROR',
		httpStatus: 200,
		layer: 'platform',
		itemIndex: 1,
		callsMade: 2,
		cost: 2 * PRICE,
		mayBeCharged: false,
	};

	test('under Stop', async () => {
		world.emulator.addFault(failure(items[1].list));
		const run = await world.run(posts({ concurrency: 1 }), { items });
		// Nothing was delivered, so that to go on is to begin.
		const next = { list: expect.any(String) };
		expect(run.error?.errorResponse).toMatchObject(expected);
		expect(run.error?.errorResponse).toMatchObject({ next });
		expect((run.error?.errorResponse as IDataObject).next).not.toHaveProperty('end_cursor');
		expect(run.error?.message).toMatch(/ \[item 1\]$/);
		expect(run.error?.description).toContain('2 calls made for this item, $0.003');
		expect(statementOf(run)).toMatchObject({ calls: 5, cost: world.emulator.summary().charged });
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'under %s, after all the data',
		async (onError) => {
			world.emulator.addFault(failure(items[1].list));
			const run = await world.run(posts({ concurrency: 1 }), { items, node: { onError } });
			const next = {
				list: expect.any(String),
				end_cursor: expect.any(String),
				seen: expect.any(String),
			};
			expect(run.errors.map(({ error }) => error)).toEqual([
				expect.objectContaining({ ...expected, next }),
			]);
			// What was bought before the failure is delivered, in the order of the input.
			expect(run.items.map(({ pairedItem }) => pairedItem).slice(0, 14)).toEqual(
				[0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2].map((item) => ({ item })),
			);
			expect(idsOf(run, getPosts)).toEqual(soldIds(world.emulator.ledger));
		},
	);

	test('a lost answer may have been charged', async () => {
		world.emulator.addFault({ kind: 'cutBody', match: { page: 2 } });
		const run = await world.run(posts(), {
			items: [items[0]],
			node: { onError: 'continueRegularOutput' },
		});
		expect(run.errors[0].error).toMatchObject({ callsMade: 2, cost: PRICE, mayBeCharged: true });
		expect(statementOf(run)).toMatchObject({ calls: 2, cost: PRICE, possible: PRICE });
	});
});

test.each(operations)('next goes on exactly behind a failure, $label', async (operation) => {
	const { name } = operation;
	world.emulator.configure({ pageSizes: { [name]: 4 } });
	const parameters = {
		...operation.parameters('list-size-15'),
		pageSize: 4,
		returnAll: true,
		output: 'raw',
	};
	world.emulator.setList(name, operation.listKey('list-size-15'), { repeats: 1 });
	world.emulator.addFault({ kind: 'reset', match: { page: 3 } });
	const node = { onError: 'continueRegularOutput' } as const;
	const first = await world.run(parameters, { node });
	expect(first.errors).toHaveLength(1);
	const resumeFrom = first.errors[0].error.next;
	// As JSON text too, as a sheet or a person would hand it on.
	const rest = await world.run({
		...parameters,
		options: { resumeFrom: JSON.stringify(resumeFrom) },
	});
	const ids = [...idsOf(first, operation), ...idsOf(rest, operation)];
	expect(ids).toEqual([...new Set(soldIds(world.emulator.ledger))]);
	expect(ids).toHaveLength(15);
	expect(world.emulator.summary().duplicates).toEqual([]);
});

test.each([1.0005, 29.9999, 10_000_000])('a timeout of %d seconds is one', async (timeout) => {
	const run = await world.run(posts({ timeout }), { items: [items[0]] });
	expect(run).toMatchObject({ status: 'success' });
	expect(run.records).toHaveLength(6);
});
