import { describe, expect, test } from '@jest/globals';

import { idsOf, nextOf, soldIds, statementOf } from '../harness/money.mts';
import { getCommentReplies, getPosts, searchVideos } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRun } from '../harness/world.mts';

const PRICE = getPosts.price;

const world = useWorld();

/** Parameters for all posts of the list that each input item names. */
const posts = (more: object = {}) => ({
	...getPosts.parameters('={{ $json.list }}'),
	pageSize: 2,
	returnAll: true,
	output: 'raw',
	...more,
});

const itemsOf = (count: number, size: number) =>
	Array.from({ length: count }, (_, index) => ({ list: `list-${index}-size-${size}` }));

describe('the cap holds over all input items and pages', () => {
	test.each([1, 2, 5, 20])('with %i input items side by side', async (concurrency) => {
		world.emulator.configure({ latencyMs: 3 });
		const items = itemsOf(10, 10);
		const run = await world.run(posts({ maxCost: 0.03, options: { concurrency } }), { items });

		expect(run.status).toBe('success');
		expect(world.emulator.summary()).toMatchObject({ calls: 20, charged: 0.03, duplicates: [] });
		expect(idsOf(run, getPosts).sort()).toEqual(soldIds(world.emulator.ledger).sort());
		expect(statementOf(run)).toMatchObject({ calls: 20, cost: 0.03 });
		expect(run.hint).toContain('Max Cost (USD) was reached');
		expect(run.hints[0].type).toBe('warning');
	});

	test.each([1, 2, 3, 7, 10])('to the cent, where it is %i calls exactly', async (calls) => {
		const maxCost = Number((calls * PRICE).toFixed(4));
		const run = await world.run(posts({ maxCost }), { items: itemsOf(1, 30) });
		expect(world.emulator.ledger).toHaveLength(calls);
		expect(run.records).toHaveLength(2 * calls);
	});

	test('a hair less than a call buys none', async () => {
		const run = await world.run(posts({ maxCost: PRICE - 0.0001 }), { items: itemsOf(2, 4) });
		expect(world.emulator.ledger).toEqual([]);
		expect(run).toMatchObject({ status: 'success', records: [] });
		expect(run.hint).toMatch(/^0 calls, \$0\.00, 0 records\. .*Max Cost \(USD\) was reached/);
	});

	test('0 is no cap', async () => {
		const run = await world.run(posts({ maxCost: 0 }), { items: itemsOf(1, 1500) });
		expect(run.records).toHaveLength(1500);
		expect(world.emulator.summary().charged).toBeGreaterThan(1);
	});

	test('a list that ends as the cap is reached is simply whole', async () => {
		const run = await world.run(posts({ maxCost: 3 * PRICE }), { items: itemsOf(1, 6) });
		expect(run.records).toHaveLength(6);
		expect(run.hint).toContain('Stopped because the list ended.');
	});
});

describe('what the cap left out', () => {
	test('is told to input items that got nothing, under Continue', async () => {
		const items = itemsOf(4, 4);
		const run = await world.run(posts({ maxCost: 3 * PRICE, options: { concurrency: 1 } }), {
			items,
			node: { onError: 'continueRegularOutput' },
		});
		expect(run.records).toHaveLength(6);
		// Item 1 got its first page; items 2 and 3 nothing at all.
		expect(run.errors.map(({ error }) => error)).toEqual(
			[2, 3].map((itemIndex) =>
				expect.objectContaining({
					code: 'MAX_COST',
					itemIndex,
					callsMade: 0,
					cost: 0,
					mayBeCharged: false,
					next: { list: expect.any(String) },
				}),
			),
		);
		expect(run.items.slice(6).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 2 },
			{ item: 3 },
		]);
	});

	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'is had by Resume From, under %s',
		async (onError) => {
			const items = itemsOf(3, 6);
			const parameters = posts({ maxCost: 5 * PRICE });
			const first = await world.run(parameters, { items, node: { onError } });
			const rest: NodeRun[] = [];
			for (const [index, item] of items.entries()) {
				const next = nextOf(first, index);
				if (!next) continue;
				rest.push(
					await world.run(posts({ maxCost: 0, options: { resumeFrom: next } }), { items: [item] }),
				);
			}
			const ids = [first, ...rest].flatMap((run) => idsOf(run, getPosts));
			expect(ids).toHaveLength(18);
			expect(ids.sort()).toEqual(soldIds(world.emulator.ledger).sort());
			expect(world.emulator.summary()).toMatchObject({ calls: 9, duplicates: [] });
		},
	);
});

describe('the price that the cap counts with', () => {
	test('is what an answer reports, once one has', async () => {
		world.emulator.configure({ prices: { fetch_user_posts_v2: 0.004 } });
		const run = await world.run(posts({ maxCost: 0.0199 }), { items: itemsOf(1, 40) });
		expect(world.emulator.summary()).toMatchObject({ calls: 4, charged: 0.016 });
		expect(statementOf(run)).toMatchObject({ calls: 4, cost: 0.016 });
	});

	test.each([searchVideos, getCommentReplies])(
		'is the higher of the two that are stated, for $label',
		async (operation) => {
			// Without run body and thus without any price in the answer.
			world.emulator.configure({ price: 'described', layers: 'payload' });
			const parameters = { ...operation.parameters('list'), returnAll: true };
			const run = await world.run({ ...parameters, maxCost: 0.029 });
			expect(world.emulator.ledger).toHaveLength(1);
			expect(run.hint).toContain('1 call, $0.015 (estimated');
		},
	);

	test.each([searchVideos, getCommentReplies])(
		'falls to the lower one where the answers report it, for $label',
		async (operation) => {
			world.emulator.configure({ price: 'described' });
			const parameters = { ...operation.parameters('list'), returnAll: true };
			await world.run({ ...parameters, maxCost: 0.0299 });
			expect(world.emulator.summary()).toMatchObject({ calls: 2, charged: 0.02 });
		},
	);
});

describe('calls that failed count too', () => {
	test('each that may have been charged counts with its price', async () => {
		world.emulator.addFault({ kind: 'reset', times: Infinity });
		const options = { retries: 9, retryUncertain: true };
		const run = await world.run(posts({ maxCost: 2 * PRICE, options }), {
			items: itemsOf(1, 4),
		});
		expect(world.emulator.summary()).toMatchObject({ calls: 2, charged: 2 * PRICE });
		expect(run.error?.errorResponse).toMatchObject({ code: 'NO_ANSWER', mayBeCharged: true });
	});

	test('one that was charged for an error counts', async () => {
		const items = itemsOf(3, 2);
		world.emulator.addFault({ kind: 'platform', match: { key: items[0].list } });
		const run = await world.run(posts({ maxCost: 2 * PRICE, options: { concurrency: 1 } }), {
			items,
			node: { onError: 'continueRegularOutput' },
		});
		expect(world.emulator.ledger).toHaveLength(2);
		expect(run.errors.map(({ error }) => [error.itemIndex, error.code])).toEqual([
			[0, 'PLATFORM_ERROR'],
			[2, 'MAX_COST'],
		]);
	});

	test('one that was not charged does not', async () => {
		world.emulator.addFault({ kind: 'timedOut', times: 2 });
		const run = await world.run(posts({ maxCost: 2 * PRICE }), { items: itemsOf(1, 4) });
		expect(run.records).toHaveLength(4);
		expect(world.emulator.summary()).toMatchObject({ calls: 4, charged: 2 * PRICE });
	});

	test('and the tries of Retry On Fail share one cap', async () => {
		world.emulator.addFault({ kind: 'server', charged: true, times: Infinity });
		const run = await world.run(posts({ maxCost: 3 * PRICE, options: { retries: 0 } }), {
			items: itemsOf(1, 4),
			node: { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 },
		});
		expect(world.emulator.summary()).toMatchObject({ calls: 3, charged: 0.0045 });
		expect(statementOf(run)).toMatchObject({ calls: 3, possible: 0.0045 });
		// An execution that got nothing for its money has not succeeded.
		expect(run.status).toBe('error');
		expect(run.error?.errorResponse).toMatchObject({ code: 'GATEWAY_ERROR', callsMade: 3 });
	});
});
