import { afterEach, describe, expect, test } from '@jest/globals';

import { hurryDeadlines } from '../harness/clock.mts';
import { useGateway } from '../harness/gateway.mts';
import { operations } from '../harness/operations.mts';
import { parameterIn } from '../harness/refusals.mts';
import { useWorld } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

const run = { resource: 'gateway', operation: 'run' };
const inspect = { resource: 'gateway', operation: 'inspect' };

const THERE = { discover: 'there', endpoints: 'there' } as const;
const KNOWN = operations.map(({ endpoint }) => endpoint).sort();

const asked = () => world.emulator.freeLedger.map(({ route }) => route);
const valuesOf = ({ results }: { results: Array<{ value: unknown }> }) =>
	results.map(({ value }) => String(value));

// Whoever opens the list buys nothing.
afterEach(() => expect(world.emulator.ledger).toEqual([]));

test('the known ones come first, then what the gateway lists: price and path begin each name', async () => {
	world.emulator.configure({ freeRoutes: THERE });
	const { results } = await world.search(run);
	const first = results.slice(0, KNOWN.length);
	expect(first.map(({ value }) => String(value)).sort()).toEqual(KNOWN);
	for (const { name, value } of first) {
		const [, path] = /^\$0\.\d+ · (\S+) · \w+: [^$]+$/.exec(name)!;
		expect(value).toMatch(new RegExp(`/${path}$`));
	}
	expect(results.slice(KNOWN.length)).toEqual([
		{
			name: '$0.01 · v2/fetch_article_comments · fetch article comments · Content',
			value: 'content-provider /api/v1/chat_mp/v2/fetch_article_comments',
		},
		{
			name: '$0.01 · app_v2/get_note_comments · get note comments · Content',
			value: 'content-provider /api/v1/notes/app_v2/get_note_comments',
		},
		{ name: '$0.002 · v2/forecast · Forecast · Weather', value: 'weather-provider /v2/forecast' },
		{
			name: 'price per result · v2/history · History · Weather',
			value: 'weather-provider /v2/history',
		},
		{ name: 'price unknown · v2/alerts · Alerts · Weather', value: 'weather-provider /v2/alerts' },
	]);
	expect(asked()).toEqual(['endpoints']);
});

test('goes on page by page, without the known ones again', async () => {
	world.emulator.configure({ freeRoutes: THERE, moreEndpoints: 100 });
	const seen: string[] = [];
	let token: string | undefined;
	do {
		const page = await world.search(run, { token });
		seen.push(...valuesOf(page));
		token = page.paginationToken as string | undefined;
	} while (token);
	expect(seen).toHaveLength(new Set(seen).size);
	expect(seen).toContain('bulk-provider /v1/bulk/100');
	expect(seen).toHaveLength(KNOWN.length + 5 + 100);
	expect(asked()).toEqual(['endpoints', 'endpoints', 'endpoints']);
});

test('what is typed is searched among the known ones and at the gateway', async () => {
	world.emulator.configure({ freeRoutes: THERE });
	const found = await world.search(run, { filter: ' Comment ' });
	const values = valuesOf(found);
	expect(values.slice(0, 2).every((value) => KNOWN.includes(value))).toBe(true);
	expect(values).toContain('content-provider /api/v1/notes/app_v2/get_note_comments');
	expect(found.paginationToken).toBeUndefined();
	const [weather] = valuesOf(await world.search(run, { filter: 'weather city' }));
	expect(weather).toBe('weather-provider /v2/forecast');
	expect(valuesOf(await world.search(run, { filter: 'xyzzy' }))).toEqual([]);
	expect(asked()).toEqual(['discover', 'discover', 'discover']);
});

test('Inspect has all known ones as its first choice', async () => {
	const { results } = await world.search(inspect);
	expect(results[0]!.value).toBe('all');
	expect(valuesOf(await world.search(run))).not.toContain('all');
});

test("the known ones have the deployment's own words", async () => {
	const credential = { customizePlatformNames: true, notesName: 'own' };
	const values = valuesOf(await world.search(run, { credential }));
	expect(values).toContain('/api/v1/own/app_v2/search_images');
});

test('a choice is run as it is', async () => {
	world.emulator.configure({ freeRoutes: { ...THERE, inspect: 'there' } });
	for (const { value } of (await world.search(inspect)).results) {
		const endpoint = { __rl: true, mode: 'list', value: String(value) };
		expect((await world.run({ ...inspect, endpoint })).status).toBe('success');
	}
});

describe('a list that cannot be had is one entry, below the known ones', () => {
	const withNote = async (options: Parameters<typeof world.search>[1] = {}) => {
		const { results, paginationToken } = await world.search(run, options);
		expect(paginationToken).toBeUndefined();
		const note = results.at(-1)!;
		// Not the value of an empty field, which n8n would show as chosen.
		expect([note.value, String(note.value).trim()]).toEqual([' ', '']);
		const chosen = { ...run, endpoint: { __rl: true, mode: 'list', value: String(note.value) } };
		expect(parameterIn((await world.run(chosen)).error?.message)).toBe('Endpoint');
		const known = results.slice(0, -1).map(({ value }) => String(value));
		expect(known.sort()).toEqual(options.filter ? [] : KNOWN);
		return note.name;
	};

	const NOTE =
		'The gateway did not list its other endpoints: check the credential, or enter a path';

	test.each([
		['missing', 2],
		['otherShape', 2],
		['unauthorized', 3],
		['forbidden', 3],
		['down', 3],
	] as const)('%s', async (how, requests) => {
		world.emulator.configure({ freeRoutes: { endpoints: how, discover: how } });
		expect(await withNote()).toBe(NOTE);
		expect(await withNote({ filter: 'xyzzy' })).toBe(NOTE);
		// What is not here is not asked for again; a key may be allowed at any time.
		await withNote();
		expect(asked()).toHaveLength(requests);
	});

	test('too many requests', async () => {
		world.emulator.configure({ freeRoutes: THERE, limitsFreeRoutes: true, callsPerSecond: 1 });
		await world.search(run);
		expect(await withNote()).toBe(NOTE);
	});

	test('one that hangs ends after five seconds', async () => {
		world.emulator.configure({ freeRoutes: { endpoints: 'hang' } });
		const deadlines = hurryDeadlines();
		expect(await withNote()).toBe(NOTE);
		expect(new Set(deadlines)).toEqual(new Set([5000]));
	});

	test.each([
		['no credential', { node: { credentials: {} } }],
		['a credential without an address', { credential: { baseUrl: '' } }],
	])('%s', async (_label, options) => {
		expect(await withNote(options)).toBe(NOTE);
		expect(asked()).toEqual([]);
	});
});

test('of what a hostile gateway lists, only what can be run is offered', async () => {
	const good = { provider: 'p', endpoint: '/a' };
	const items = [
		null,
		7,
		[],
		{},
		{ provider: 'p' },
		{ provider: 'p q', endpoint: '/a' },
		{ provider: 'p', endpoint: '/a b' },
		{ provider: 'p', endpoint: `/${'x'.repeat(1000)}` },
		{ ...good, displayName: 'x'.repeat(10_000), providerDisplayName: 'y'.repeat(10_000) },
		{ ...good, displayName: 'again' },
		{ ...good, endpoint: '/b', displayName: { toString: 1 }, price: { type: 'PER_CALL' } },
	];
	gateway.answerWith(() => ({ body: { items, cursor: { a: 1 } } }));
	const { results, paginationToken } = await world.search(run, gateway.at);
	expect(paginationToken).toBeUndefined();
	const others = results.slice(KNOWN.length);
	expect(others.map(({ value }) => value)).toEqual(['p /a', 'p /b']);
	for (const { name } of others) expect(name.length).toBeLessThan(200);
	const asked = gateway.calls.map(({ method, path }) => `${method} ${path}`);
	expect(asked).toEqual(['GET /v1/endpoints?limit=50']);
});

test('a page that leads to itself is the last', async () => {
	const cursor = 'again & again';
	gateway.answerWith(() => ({ body: { items: [], cursor } }));
	const { paginationToken: token } = await world.search(run, gateway.at);
	expect(token).toBe(cursor);
	const page = await world.search(run, { ...gateway.at, token: cursor });
	expect(page.paginationToken).toBeUndefined();
	expect(gateway.calls.at(-1)?.path).toMatch(/&cursor=again%20%26%20again$/);
});
