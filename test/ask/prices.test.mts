import { afterEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { passMinutes } from '../harness/clock.mts';
import { articleOf, searchImages } from '../harness/operations.mts';
import { useGateway } from '../harness/useGateway.mts';
import { runOf } from '../harness/gateway.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld();
const gateway = useGateway();

const COMMENTS = '/api/v1/chat_mp/v2/fetch_article_comments';

/** The comments of an article, whose price only the gateway knows. */
const comments = (key: string, more: IDataObject = {}): IDataObject => ({
	resource: 'gateway',
	operation: 'run',
	endpoint: COMMENTS,
	input: JSON.stringify({ url: articleOf(key) }),
	recordsPath: 'comments',
	hasMorePath: 'hasmore',
	idPath: 'contentid',
	nextPage: { pairs: [{ name: 'offset', path: 'nextoffset' }] },
	...more,
});

const there = () => world.emulator.configure({ freeRoutes: { inspect: 'there' } });
const asked = () => world.emulator.freeLedger.map(({ route }) => route);
const errorOf = ({ error }: { error?: any }) => error?.errorResponse;

afterEach(() => expect(world.emulator.summary().duplicates).toEqual([]));

describe('a price that the gateway names', () => {
	test('holds the cap, pages, and leaves a position to resume from', async () => {
		there();
		const capped = await world.run(
			comments('size-90', { returnAll: true, maxCost: 0.02, output: 'pages' }),
		);
		expect(capped.records.flatMap(({ records }) => records)).toHaveLength(40);
		expect(world.emulator.summary().charged).toBe(0.02);
		const { next } = capped.records.at(-1)!;
		const rest = await world.run(
			comments('size-90', { returnAll: true, options: { resumeFrom: JSON.stringify(next) } }),
		);
		expect(rest.records).toHaveLength(50);
		expect(world.emulator.ledger).toHaveLength(5);
		// Remembered.
		expect(asked()).toEqual(['inspect']);
	});

	test('is asked for once a run, and again after ten minutes', async () => {
		there();
		const items = ['size-3', 'size-4'].map((key) => ({ url: articleOf(key) }));
		const parameters = { ...comments(''), input: '={{ { url: $json.url } }}' };
		expect((await world.run(parameters, { items })).records).toHaveLength(7);
		expect(asked()).toHaveLength(1);
		passMinutes(9);
		await world.run(comments('size-5'));
		expect(asked()).toHaveLength(1);
		passMinutes(2);
		await world.run(comments('size-6'));
		expect(asked()).toHaveLength(2);
	});

	test('counts a call whose answer names no cost', async () => {
		there();
		world.emulator.configure({ billing: 'none' });
		const run = await world.run(comments('size-3'), { report: true });
		expect(run.report).toMatchObject([{ calls: 1, cost: 0.01, costIsEstimate: true }]);
	});

	test('comes before what the node knows, and after what the user says', async () => {
		there();
		world.emulator.configure({ prices: { search_images: 0.5 } });
		const images: IDataObject = {
			resource: 'gateway',
			operation: 'run',
			endpoint: searchImages.endpoint,
			input: '{"keyword": "size-45"}',
			maxCost: 0.4,
		};
		expect((await world.run(images)).records).toEqual([]);
		expect(world.emulator.ledger).toEqual([]);
		const own = await world.run({ ...images, price: 0.1, limit: 20 });
		expect([own.records.length, asked().length]).toEqual([20, 1]);
	});

	test('is what a dry run reckons with', async () => {
		there();
		const run = await world.run(comments('size-3', { options: { dryRun: true } }));
		expect(run.records).toMatchObject([{ pricePerCall: 0.01 }]);
		expect(world.emulator.ledger).toEqual([]);
	});

	test('is that of the provider that is chosen', async () => {
		there();
		const endpoint = { __rl: true, mode: 'list', value: 'weather-provider /v2/forecast' };
		const run = await world.run(comments('a', { endpoint, options: { dryRun: true } }));
		expect(run.records).toMatchObject([{ pricePerCall: 0.002, endpoint: '/v2/forecast' }]);
	});
});

describe('where nobody names a price', () => {
	const UNPRICED = [
		['the route is missing', 'missing', COMMENTS],
		['the route is a web page', 'webPage', COMMENTS],
		['the gateway is down', 'down', COMMENTS],
		['the connection breaks', 'reset', COMMENTS],
		['the gateway redirects', 'redirects', COMMENTS],
		['the price is one of a record', 'there', 'weather-provider /v2/history'],
		['there is no price', 'there', 'weather-provider /v2/alerts'],
		['the endpoint is unknown', 'there', '/v9/a'],
		['another provider has a known path', 'there', `weather-provider ${searchImages.endpoint}`],
	] as const;

	test.each(UNPRICED)(
		'a run under a cap is refused before any call: %s',
		async (_, how, endpoint) => {
			world.emulator.configure({ freeRoutes: { inspect: how } });
			const refused = {
				code: 'PRICE_UNKNOWN',
				layer: 'node',
				callsMade: 0,
				cost: 0,
				mayBeCharged: false,
			};
			for (const more of [{}, { returnAll: true }, { options: { dryRun: true } }]) {
				const input = endpoint.includes('search_images') ? { input: '{"keyword": "a"}' } : {};
				const run = await world.run(comments('a', { endpoint, ...input, ...more }));
				expect(errorOf(run)).toMatchObject(refused);
				expect(run.error?.failure).toEqual({ cause: 'temporarily-unavailable' });
			}
			expect(world.emulator.ledger).toEqual([]);
		},
	);

	test('it may be tried again once the gateway answers', async () => {
		world.emulator.configure({ freeRoutes: { inspect: 'down' } });
		expect(errorOf(await world.run(comments('size-3')))).toMatchObject({ code: 'PRICE_UNKNOWN' });
		there();
		expect((await world.run(comments('size-3'))).records).toHaveLength(3);
	});

	test('calls are made where there is no cap, side by side', async () => {
		const items = ['size-3', 'size-4', 'size-5'].map((key) => ({ url: articleOf(key) }));
		const parameters = { ...comments('', { maxCost: 0, returnAll: true }), input: '={{ $json }}' };
		world.emulator.configure({ latencyMs: 50 });
		const run = await world.run(parameters, { items });
		expect(run.records).toHaveLength(12);
		expect(world.emulator.summary()).toMatchObject({ charged: 0.03, maxConcurrent: 3 });
	});

	test('what the node knows holds for the credential’s own provider', async () => {
		const run = await world.run({
			resource: 'gateway',
			operation: 'run',
			endpoint: searchImages.endpoint,
			input: '{"keyword": "size-90"}',
			returnAll: true,
			maxCost: 0.03,
		});
		expect(run.records).toHaveLength(40);
	});

	test('a tool tells the model, and makes no call', async () => {
		const { answers } = await world.runAgent(comments('a'), [[{}], [{}]]);
		const message: unknown = expect.stringContaining('Correct the input');
		for (const [answer] of answers) {
			expect(answer).toMatchObject([{ code: 'PRICE_UNKNOWN', message }]);
		}
		expect(world.emulator.ledger).toEqual([]);
	});

	test('a route that hangs is given up after ten seconds', async () => {
		world.emulator.configure({ freeRoutes: { inspect: 'hang' } });
		const begun = Date.now();
		expect(errorOf(await world.run(comments('a')))).toMatchObject({ code: 'PRICE_UNKNOWN' });
		expect(Date.now() - begun).toBeLessThan(13_000);
	}, 20_000);
});

test.each<[string, unknown, number | undefined]>([
	['a number', { type: 'PER_CALL', amount: 0.5, currency: 'USD' }, 0.5],
	['an amount', { type: 'PER_CALL', amount: { value: 0.5, currency: 'USD' } }, 0.5],
	['an amount as text', { type: 'per_call', amount: { value: '0.5' } }, 0.5],
	['nothing', { type: 'PER_CALL', amount: 0 }, undefined],
	['less than nothing', { type: 'PER_CALL', amount: -1 }, undefined],
	['more than any call costs', { type: 'PER_CALL', amount: 1e9 }, undefined],
	['another currency', { type: 'PER_CALL', amount: { value: 1, currency: 'EUR' } }, undefined],
	['another currency beside it', { type: 'PER_CALL', amount: 1, currency: 'EUR' }, undefined],
	['of a result', { type: 'PER_RESULT', amount: 0.5 }, undefined],
	['of no kind', { amount: 0.5 }, undefined],
	['a text', '$0.50', undefined],
	['a list', [0.5], undefined],
])('a price that is %s', async (_label, price, expected) => {
	gateway.answerWith(({ path }) => ({
		body: path === '/v1/run' ? runOf({ a: 1 }, 0.5) : { endpoint: '/v9/a', price },
	}));
	const parameters = {
		resource: 'gateway',
		operation: 'run',
		endpoint: '/v9/a',
		maxCost: 2,
		options: { dryRun: true },
	};
	const run = await world.run(parameters, { credential: { baseUrl: gateway.url } });
	if (expected === undefined) expect(errorOf(run)).toMatchObject({ code: 'PRICE_UNKNOWN' });
	else expect(run.records).toMatchObject([{ pricePerCall: expected }]);
	expect(gateway.calls.map(({ path }) => path)).toEqual(['/v1/inspect']);
});
