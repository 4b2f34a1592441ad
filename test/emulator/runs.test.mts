import { beforeEach, describe, expect, test } from '@jest/globals';

import { RUN_ROUTES } from '../harness/freeRoutes.mts';
import { IMAGES, POSTS, bodyOf, parse, useClient } from './client.mts';
import type { Input, Json } from './client.mts';

const client = useClient();

beforeEach(() => client.emulator.configure({ freeRoutes: RUN_ROUTES }));

async function get(path: string, key: string | null = 'test-key') {
	const headers: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
	const { url } = client.emulator;
	const response = await fetch(`${url}/v1/${path}`, { headers, redirect: 'manual' });
	const json: Json = parse(await response.text());
	return { status: response.status, headers: response.headers, json };
}

const newest = async (): Promise<Json> => {
	const { json } = await get('runs?limit=1');
	return (await get(`runs/${json.items[0].runId}`)).json;
};

test('a run is listed without input and output, and read with both', async () => {
	const { json: answer } = await client.call(IMAGES, { keyword: 'cats' });
	const { runId, endpoint, output, createdAt } = answer;
	const cost = { value: 0.015, currency: 'USD' };
	const listed = { runId, endpoint, status: 'COMPLETED', cost, createdAt };
	const { json } = await get('runs');
	expect(json).toMatchObject({ items: [listed] });
	expect(json).not.toHaveProperty('cursor');
	expect(json.items[0]).not.toHaveProperty('input');
	expect(json.items[0]).not.toHaveProperty('output');
	expect(await newest()).toMatchObject({ ...listed, input: { keyword: 'cats' }, output });
	expect((await get('runs/run_unknown')).status).toBe(404);
});

test('the list has pages, newest first, and takes the key of the calls', async () => {
	for (const user_id of ['a', 'b', 'c', 'd', 'e']) await client.call(POSTS, { user_id });
	const made = client.emulator.ledger.map(({ at }) => at);
	const first = await get('runs?limit=2');
	const second = await get(`runs?limit=2&cursor=${first.json.cursor}`);
	const last = await get(`runs?limit=2&cursor=${second.json.cursor}`);
	const pages = [first, second, last].map(({ json }) => json.items);
	expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
	expect(pages.flat().map(({ createdAt }) => Date.parse(createdAt))).toEqual(made.reverse());
	expect(last.json.cursor).toBeUndefined();
	expect((await get('runs', 'other')).status).toBe(401);
	expect((await get('runs?limit=101')).status).toBe(400);
	expect(client.emulator.summary().calls).toBe(5);
	const { freeLedger } = client.emulator;
	expect(freeLedger.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 401, 400]);
	expect(JSON.stringify(freeLedger)).not.toContain('test-key');
});

describe('what is kept of a call whose answer is lost', () => {
	test.each([
		['a reset', { kind: 'reset' }, 'COMPLETED', 0.0015],
		['an empty body', { kind: 'emptyBody' }, 'COMPLETED', 0.0015],
		['a 500 that ran', { kind: 'server', run: { status: 'COMPLETED' } }, 'COMPLETED', 0.0015],
		['a 500 that failed', { kind: 'server', run: { status: 'FAILED' } }, 'FAILED', 0],
		[
			'a 202 that completed',
			{ kind: 'accepted', run: { status: 'COMPLETED' } },
			'COMPLETED',
			0.0015,
		],
		['a 202 that goes on', { kind: 'accepted' }, 'RUNNING', 0],
	] as const)('%s', async (_name, fault, status, charged) => {
		client.emulator.addFault(fault as never);
		await client.post(bodyOf(POSTS, { user_id: 'u size-3' })).catch(() => undefined);
		const [entry] = client.emulator.ledger;
		const run = await newest();
		expect(run).toMatchObject({ status, input: { user_id: 'u size-3' } });
		expect(entry).toMatchObject({ charged, delivered: expect.any(Boolean) });
		const isHad = status === 'COMPLETED';
		expect([run.output !== null, entry!.recordIds.length]).toEqual([isHad, isHad ? 3 : 0]);
	});

	test('nothing, where the gateway refused or answered without a run', async () => {
		for (const fault of [
			{ kind: 'server' },
			{ kind: 'rateLimited' },
			{ kind: 'refused' },
		] as const) {
			client.emulator.addFault(fault);
			await client.call(POSTS, { user_id: 'u' });
		}
		expect((await get('runs')).json.items).toEqual([]);
	});
});

describe('what gateways do to the runs that they keep', () => {
	const keep = async (runs: object, input: Input = { keyword: 'k', page: 2, source: 's' }) => {
		client.emulator.configure({ runs });
		await client.call(IMAGES, input);
	};

	test.each<[object, Input]>([
		[{ sortsFields: true }, { keyword: 'k', page: 2, source: 's' }],
		[{ numbersAsText: true }, { keyword: 'k', page: '2', source: 's' }],
		[
			{ addsDefaults: true },
			{
				keyword: 'k',
				page: 2,
				source: 's',
				search_id: '',
				search_session_id: '',
				word_request_id: '',
			},
		],
	])('%j', async (runs, input) => {
		await keep(runs);
		expect((await newest()).input).toEqual(input);
	});

	test('among those of others, on a clock of their own', async () => {
		client.emulator.configure({ clockSkewSeconds: -300 });
		await keep({ foreign: 600 });
		const first = await get('runs?limit=100');
		const date = Date.parse(String(first.headers.get('date')));
		expect(Math.abs(date + 300_000 - Date.now())).toBeLessThan(2000);
		expect(Math.abs(Date.parse(first.json.items[0].createdAt) - date)).toBeLessThan(4000);
		let { cursor } = first.json;
		let count = first.json.items.length;
		while (cursor) {
			const { json } = await get(`runs?limit=100&cursor=${cursor}`);
			count += json.items.length;
			cursor = json.cursor;
		}
		expect(count).toBe(601);
	});
});

test('where they count too, the rate limit meets them', async () => {
	client.emulator.configure({ callsPerSecond: 1 });
	await get('runs');
	expect((await client.call(POSTS, { user_id: 'u' })).status).toBe(200);
	client.emulator.configure({ limitsFreeRoutes: true });
	expect((await get('runs')).status).toBe(429);
});
