import { expect, test } from '@jest/globals';

import { passMinutes, skipWaits } from '../harness/clock.mts';
import { idsOf, soldIds, statementOf } from '../harness/money.mts';
import { allPosts, getPosts, itemsOf, searchVideos } from '../harness/operations.mts';
import { CONTINUE, contextOf, triesOf, useWorld } from '../harness/world.mts';

const PRICE = getPosts.price;

const world = useWorld();

const posts = (more: object = {}) => allPosts('={{ $json.list }}', more);

test.each([1, 20])(
	'nothing is spent beyond Max Cost with %i input items in parallel',
	async (concurrency) => {
		world.emulator.configure({ latencyMs: 3 });
		const items = itemsOf(10, 10);
		const run = await world.run(posts({ maxCost: 0.03, options: { concurrency } }), { items });

		expect(run.status).toBe('success');
		expect(world.emulator.summary()).toMatchObject({ calls: 20, charged: 0.03, duplicates: [] });
		expect(idsOf(run, getPosts).sort()).toEqual(soldIds(world.emulator.ledger).sort());
		expect(statementOf(run)).toMatchObject({ calls: 20, cost: 0.03 });
		expect(contextOf(run).reason).toBe('maxCost');
		expect(run.hints[0].type).toBe('warning');
	},
);

test('a list that ends exactly at the cap is complete', async () => {
	const run = await world.run(posts({ maxCost: 3 * PRICE }), { items: itemsOf(1, 6) });
	expect(run.records).toHaveLength(6);
	expect(contextOf(run).reason).toBe('end');
});

test('a try with only an error item for the cap counts as delivered', async () => {
	const items = ['empty-size-0', 'size-4'].map((list) => ({ list }));
	const run = await world.run(posts({ maxCost: PRICE, options: { concurrency: 1 } }), {
		items,
		node: { ...CONTINUE.node, ...triesOf(3) },
	});
	expect(run.errors.map(({ error }) => error.code)).toEqual(['MAX_COST']);
	expect(world.emulator.ledger).toHaveLength(1);
	expect(statementOf(run)).toMatchObject({ calls: 1, cost: PRICE });
});

test.each([
	['without any price in the response', 'payload', 0.029, { cost: 0.015, isEstimate: true }],
	['even if the responses report the lower one', 'run', 0.0249, { cost: 0.01, isEstimate: false }],
] as const)('the cap uses the higher of two prices: %s', async (_, layers, maxCost, expected) => {
	const prices = { fetch_search_videos: 0.01 };
	world.emulator.configure({ prices, ...(layers === 'payload' && { layers }) });
	const parameters = { ...searchVideos.parameters('list'), returnAll: true, maxCost };
	const run = await world.run(parameters);
	expect(world.emulator.ledger).toHaveLength(1);
	expect(statementOf(run)).toMatchObject({ calls: 1, ...expected });
});

test('failed calls count, and all tries of Retry On Fail share one cap', async () => {
	world.emulator.addFault({ kind: 'server', charged: true, times: Infinity });
	const run = await world.run(posts({ maxCost: 3 * PRICE }), {
		items: itemsOf(1, 4),
		node: triesOf(5),
	});
	expect(world.emulator.summary()).toMatchObject({ calls: 3, charged: 0.0045 });
	expect(statementOf(run)).toMatchObject({ calls: 3, possible: 0.0045 });
	// An execution that paid and got nothing has failed.
	expect(run.status).toBe('error');
	expect(run.error?.errorResponse).toMatchObject({ code: 'GATEWAY_ERROR', callsMade: 3 });
});

test('a price that rises while calls wait for a rate limit applies to them', async () => {
	skipWaits();
	world.emulator.configure({ prices: { [getPosts.name]: 10 * PRICE } });
	world.emulator.addFault({ kind: 'rateLimited', retryAfterSeconds: 301 });
	await world.run(posts(), { items: itemsOf(1, 2) });
	passMinutes(0.51);
	// Each of the four counts with the list price until the first response reports another.
	const capped = posts({ maxCost: 10 * PRICE, options: { concurrency: 4 } });
	const run = await world.run(capped, { items: itemsOf(4, 2) });
	expect(run.records).toHaveLength(2);
	expect(world.emulator.summary()).toMatchObject({ charged: 10 * PRICE });
});

test('an exhausted cap is not a failure of an item that has waited for a rate limit', async () => {
	skipWaits();
	const items = itemsOf(2, 2);
	const match = { key: items[0].list };
	world.emulator.addFault({ kind: 'rateLimited', match, retryAfterSeconds: 1 });
	const run = await world.run(posts({ maxCost: PRICE, options: { concurrency: 2 } }), { items });
	expect(run.status).toBe('success');
	expect(run.records).toHaveLength(2);
	expect(world.emulator.summary()).toMatchObject({ charged: PRICE });
});

test('an item that is not called after a refusal does not get the failure of an earlier try', async () => {
	const [first, second] = itemsOf(2, 2).map(({ list }) => ({ key: list }));
	world.emulator.addFault({ kind: 'refused', httpStatus: 400, match: first });
	world.emulator.addFault({ kind: 'server', charged: true, match: second });
	world.emulator.addFault({ kind: 'refused', httpStatus: 402, match: first });
	const run = await world.run(posts({ options: { concurrency: 1 } }), {
		items: itemsOf(2, 2),
		node: { ...CONTINUE.node, ...triesOf(2) },
	});
	expect(run.errors.map(({ error }) => error.code)).toEqual(['BALANCE_TOO_LOW', 'NOT_CALLED']);
	expect(world.emulator.ledger).toHaveLength(3);
});

test.each([undefined, 'continueRegularOutput'] as const)(
	'rounds of a loop share one cap under On Error = %s',
	async (onError) => {
		const run = await world.runLoop(posts({ maxCost: 2 * PRICE }), {
			items: itemsOf(6, 2),
			node: { onError, alwaysOutputData: true },
		});
		expect(run.status).toBe('success');
		expect(world.emulator.summary()).toMatchObject({ calls: 2, charged: 2 * PRICE });
		expect(run.rounds).toHaveLength(6);
		const delivered = run.rounds.map((items) => items.filter(({ json }) => 'id' in json).length);
		expect(delivered).toEqual([2, 2, 0, 0, 0, 0]);
		const codes = run.rounds.map(([first]) => (first?.json.error as any)?.code ?? null);
		const MET = onError ? 'MAX_COST' : null;
		expect(codes).toEqual([null, null, MET, MET, MET, MET]);
	},
);

test('each round of a loop applies its own value to the total', async () => {
	const items = itemsOf(4, 2).map((item, round) => ({ ...item, cap: PRICE * (round + 1) }));
	const run = await world.runLoop(posts({ maxCost: '={{ $json.cap }}' }), { items });
	expect(run.rounds.flat()).toHaveLength(8);
	expect(world.emulator.ledger).toHaveLength(4);
});
