import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { hurryDeadlines } from '../harness/clock.mts';
import { articleOf, runAny, searchImages } from '../harness/operations.mts';
import { runOf, useGateway } from '../harness/gateway.mts';
import type { GatewayAnswer } from '../harness/gateway.mts';
import { useWorld } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

const COMMENTS = '/api/v1/chat_mp/v2/fetch_article_comments';

const unpriced = (endpoint: string, more: IDataObject = {}) =>
	runAny(endpoint, { price: 0, ...more });

/** Returns parameters for the comments of an article, whose price only the gateway knows. */
const comments = (key: string, more: IDataObject = {}) =>
	unpriced(COMMENTS, {
		input: JSON.stringify({ url: articleOf(key) }),
		...{ recordsPath: 'comments', hasMorePath: 'hasmore', idPath: 'contentid' },
		nextPage: { pairs: [{ name: 'offset', path: 'nextoffset' }] },
		...more,
	});

const there = () => world.emulator.configure({ freeRoutes: { inspect: 'there' } });
const asked = () => world.emulator.freeLedger.map(({ route }) => route);
const errorOf = ({ error }: { error?: any }) => error?.errorResponse;

afterEach(() => expect(world.emulator.summary().duplicates).toEqual([]));

describe('a price that the gateway states', () => {
	beforeEach(there);

	test('is used for the cap, which leaves a position to resume from', async () => {
		const first = { returnAll: true, maxCost: 0.02, output: 'pages' };
		const capped = await world.run(comments('size-90', first));
		expect(capped.records.flatMap(({ records }) => records)).toHaveLength(40);
		expect(world.emulator.summary().charged).toBe(0.02);
		const { next } = capped.records.at(-1)!;
		const options = { resumeFrom: JSON.stringify(next) };
		const rest = await world.run(comments('size-90', { returnAll: true, options }));
		expect(rest.records).toHaveLength(50);
		expect(world.emulator.ledger).toHaveLength(5);
		expect(asked()).toEqual(['inspect', 'inspect']);
	});

	test('is requested once per run, so that a changed price takes effect immediately', async () => {
		const items = ['size-3', 'size-4'].map((key) => ({ url: articleOf(key) }));
		const parameters = { ...comments(''), input: '={{ { url: $json.url } }}' };
		expect((await world.run(parameters, { items })).records).toHaveLength(7);
		expect(asked()).toHaveLength(1);
		world.emulator.configure({ prices: { fetch_article_comments: 0.5 } });
		const dry = await world.run(comments('size-5', { options: { dryRun: true } }));
		expect(dry.records).toMatchObject([{ pricePerCall: 0.5 }]);
		expect(asked()).toHaveLength(2);
	});

	test('is the cost of a call whose answer states none', async () => {
		world.emulator.configure({ billing: 'none' });
		const run = await world.run(comments('size-3'), { report: true });
		expect(run.report).toMatchObject([{ calls: 1, cost: 0.01, costIsEstimate: true }]);
	});

	test.each([
		['comes before the price that the node knows', { listed: 0.5, own: 0, counts: 0.5 }],
		['comes after it if it is 0', { listed: 0, own: 0, counts: searchImages.price }],
		['comes after the price of the user', { listed: 0.5, own: 0.1, counts: 0.1 }],
	])('%s', async (_label, { listed, own, counts }) => {
		world.emulator.configure({ prices: { search_images: listed } });
		const input = { input: '{"keyword": "size-5"}', recordsPath: 'data.items' };
		const images = unpriced(searchImages.endpoint, { ...input, price: own, maxCost: 0.1 });
		const dry = await world.run({ ...images, options: { dryRun: true } });
		expect(dry.records).toMatchObject([{ pricePerCall: counts }]);
		await world.run(images);
		expect(world.emulator.ledger).toHaveLength(counts > 0.1 ? 0 : 1);
		expect(asked()).toHaveLength(own > 0 ? 0 : 2);
	});

	test('of 0 is replaced for the cap by a higher cost in an answer', async () => {
		const free = { endpoint: '/v9/a', price: { ...PER_CALL, amount: 0 } };
		gateway.answerWith(({ path, body: { input } }) => ({
			body: path === '/v1/inspect' ? free : runOf({ next: Number(input.page ?? 0) + 1 }, 0.5),
		}));
		const nextPage = { pairs: [{ name: 'page', path: 'next' }] };
		const parameters = unpriced('/v9/a', { input: '{"page": 0}', nextPage, maxCost: 1.2 });
		const run = await world.run({ ...parameters, returnAll: true }, gateway.at);
		expect(run.records).toHaveLength(2);
		expect(gateway.calls.filter(({ path }) => path === '/v1/run')).toHaveLength(2);
	});

	test('is requested again after a rate limit', async () => {
		let asks = 0;
		gateway.answerWith(({ path }) => {
			if (path === '/v1/run') return { body: runOf({ a: 1 }, 0.5) };
			asks += 1;
			if (asks < 2) return { status: 429, headers: { 'retry-after': '1' }, body: {} };
			return { body: { endpoint: '/v9/a', price: PER_CALL } };
		});
		const run = await world.run(unpriced('/v9/a'), gateway.at);
		expect([run.records, asks]).toEqual([[{ a: 1 }], 2]);
	});

	test('is that of the chosen provider', async () => {
		const endpoint = { __rl: true, mode: 'list', value: 'weather-provider /v2/forecast' };
		const run = await world.run(comments('a', { endpoint, options: { dryRun: true } }));
		const input = { url: articleOf('a') };
		expect(run.records).toMatchObject([{ pricePerCall: 0.002, endpoint: '/v2/forecast', input }]);
	});
});

describe('if the price is unknown', () => {
	const UNPRICED = [
		['the route is missing', 'missing', COMMENTS],
		['the route is a web page', 'webPage', COMMENTS],
		['the gateway is down', 'down', COMMENTS],
		['the price is per record', 'there', 'weather-provider /v2/history'],
		['the endpoint is unknown', 'there', '/v9/a'],
		[
			'another provider has the path of a built-in operation',
			'there',
			`weather-provider ${searchImages.endpoint}`,
		],
	] as const;

	test.each(UNPRICED)('under a cap, no call is made: %s', async (_, how, endpoint) => {
		world.emulator.configure({ freeRoutes: { inspect: how } });
		const spent = { callsMade: 0, cost: 0, mayBeCharged: false };
		const refused = { code: 'PRICE_UNKNOWN', layer: 'node', ...spent };
		const input = endpoint.includes('search_images') ? { input: '{"keyword": "a"}' } : {};
		const run = await world.run(comments('a', { endpoint, ...input }));
		expect(errorOf(run)).toMatchObject(refused);
		const dry = await world.run(comments('a', { endpoint, ...input, options: { dryRun: true } }));
		expect(dry.records).toMatchObject([{ pricePerCall: null, cost: null }]);
		expect(world.emulator.ledger).toEqual([]);
	});

	test.each<[string, GatewayAnswer, retry: RegExp, description: RegExp]>([
		[
			'an unknown endpoint',
			{ status: 404, body: {} },
			/Correct the input and call again/,
			/Inspect\.$/,
		],
		['no price', { body: { endpoint: '/v9/a' } }, /Correct the input and call again/, /Inspect\.$/],
		['an outage', { status: 503, body: {} }, /You may call again later/, /Try again later\.$/],
		[
			'a long rate limit',
			{ status: 429, body: {}, headers: { 'retry-after': '3600' } },
			/You may call again in 60 minutes/,
			/Try again in 60 minutes\.$/,
		],
		['a key without access', { status: 403, body: {} }, /tell the user why/, /Inspect\.$/],
	])('what may help depends on the reason: %s', async (_, answer, forModel, forUser) => {
		gateway.answerWith(() => answer);
		const { error } = await world.run(unpriced('/v9/a'), gateway.at);
		expect(error?.errorResponse).toMatchObject({ code: 'PRICE_UNKNOWN', callsMade: 0 });
		expect(error?.description).toMatch(forUser);
		const node = { type: 'n8n-nodes-data-access.dataAccessTool' };
		const { items } = await world.run(unpriced('/v9/a'), { ...gateway.at, node });
		expect(items.map(({ json }) => json)).toMatchObject([{ code: 'PRICE_UNKNOWN' }]);
		expect(items[0]?.json.message).toMatch(forModel);
		expect(gateway.calls.every(({ path }) => path === '/v1/inspect')).toBe(true);
	});

	test('calls are made in parallel if there is no cap', async () => {
		const items = ['size-3', 'size-4', 'size-5'].map((key) => ({ url: articleOf(key) }));
		const parameters = { ...comments('', { maxCost: 0, returnAll: true }), input: '={{ $json }}' };
		world.emulator.configure({ latencyMs: 50 });
		const run = await world.run(parameters, { items });
		expect(run.records).toHaveLength(12);
		const { charged, maxConcurrent } = world.emulator.summary();
		expect(charged).toBe(0.03);
		expect(maxConcurrent).toBeGreaterThan(1);
	});

	test('a refused key is reported as such, and no call is made', async () => {
		world.emulator.configure({ freeRoutes: { inspect: 'unauthorized' } });
		const refused = { code: 'KEY_REFUSED', callsMade: 0, mayBeCharged: false };
		expect(errorOf(await world.run(comments('size-3')))).toMatchObject(refused);
		expect(world.emulator.ledger).toEqual([]);
		there();
		expect((await world.run(comments('size-3'))).records).toHaveLength(3);
	});

	const KNOWN = {
		...{ endpoint: searchImages.endpoint, input: '{"keyword": "size-5"}' },
		...{ recordsPath: 'data.items', hasMorePath: '', idPath: '', nextPage: {} },
	};
	test.each([
		['two seconds if the node knows the price', KNOWN, 2000, 5],
		['two seconds if there is no cap', { maxCost: 0 }, 2000, 5],
		['ten seconds if a cap needs the price', {}, 10_000, 0],
	])('a route that hangs is abandoned after %s', async (_label, more, patience, records) => {
		world.emulator.configure({ freeRoutes: { inspect: 'hang' } });
		const deadlines = hurryDeadlines();
		const run = await world.run(comments('size-5', more));
		expect([run.records.length, deadlines[0]]).toEqual([records, patience]);
		if (records === 0) expect(errorOf(run)).toMatchObject({ code: 'PRICE_UNKNOWN' });
	});
});

const PER_CALL = { type: 'PER_CALL', amount: 0.5 };

test.each<[string, unknown, number | undefined]>([
	['a number', { ...PER_CALL, currency: 'USD' }, 0.5],
	['an amount', { ...PER_CALL, amount: { value: 0.5, currency: 'USD' } }, 0.5],
	['an amount as text', { ...PER_CALL, amount: { value: '0.5' } }, 0.5],
	['with a fee', { ...PER_CALL, flatFee: 0.25 }, 0.75],
	['with a fee as an amount', { ...PER_CALL, flatFee: { value: 1, unit: 'CENT' } }, 0.51],
	['without a fee', { ...PER_CALL, flatFee: null }, 0.5],
	[
		'with a fee in another currency',
		{ ...PER_CALL, flatFee: { value: 1, currency: 'EUR' } },
		undefined,
	],
	['with an invalid fee', { ...PER_CALL, flatFee: 'much' }, undefined],
	['in another currency, with a fee', { ...PER_CALL, currency: 'EUR', flatFee: 1 }, undefined],
	['negative', { ...PER_CALL, amount: -1 }, undefined],
	['per result', { type: 'PER_RESULT', amount: 0.5 }, undefined],
	['without a type', { amount: 0.5 }, undefined],
	['a text', '$0.50', undefined],
])('a price that is %s', async (_label, price, expected) => {
	const body = { endpoint: '/v9/a', price };
	gateway.answerWith(({ path }) => ({ body: path === '/v1/run' ? runOf({ a: 1 }, 0.5) : body }));
	expect(await pricePerCall()).toBe(expected ?? null);
});

async function pricePerCall(): Promise<unknown> {
	const parameters = unpriced('/v9/a', { maxCost: 2, options: { dryRun: true } });
	const run = await world.run(parameters, gateway.at);
	expect(gateway.calls.map(({ path }) => path)).toEqual(['/v1/inspect']);
	return run.records[0]?.pricePerCall;
}

test.each<[string, IDataObject, number | null]>([
	['the endpoint', { endpoint: '/v9/a' }, 0.5],
	['no endpoint', { id: 'a' }, null],
	['the endpoint and the provider', { endpoint: '/v9/a', provider: 'content-provider' }, 0.5],
	['another endpoint', { endpoint: '/v9/b' }, null],
	['another provider', { endpoint: '/v9/a', provider: 'weather-provider' }, null],
])('whether a price counts if the answer names %s', async (_label, named, expected) => {
	gateway.answerWith(() => ({ body: { ...named, price: PER_CALL } }));
	expect(await pricePerCall()).toBe(expected);
});
