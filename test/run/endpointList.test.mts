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

const KNOWN = operations.map(({ endpoint }) => endpoint).sort();

const there = () => world.emulator.configure({ freeRoutes: { discover: 'there' } });
const asked = () => world.emulator.freeLedger.map(({ route }) => route);
const valuesOf = ({ results }: { results: Array<{ value: unknown }> }) =>
	results.map(({ value }) => String(value));

// The list buys nothing.
afterEach(() => expect(world.emulator.ledger).toEqual([]));

test('when it opens, it has the built-in operations, without a request; each name begins with price and path', async () => {
	there();
	const { results } = await world.search(run);
	expect(results.map(({ value }) => String(value)).sort()).toEqual(KNOWN);
	for (const { name, value } of results) {
		const [, path] = /^\$0\.\d+ · (\S+) · \w+: [^$]+$/.exec(name)!;
		expect(value).toMatch(new RegExp(`/${path}$`));
	}
	expect(asked()).toEqual([]);
});

test('it searches the typed text in the built-in operations and at the gateway', async () => {
	there();
	const values = valuesOf(await world.search(run, { filter: ' Comment ' }));
	expect(values.slice(0, 2).every((value) => KNOWN.includes(value))).toBe(true);
	expect(values).toContain('content-provider /api/v1/notes/app_v2/get_note_comments');
	expect(values).toHaveLength(new Set(values).size);
	const { results } = await world.search(run, { filter: 'weather city' });
	expect(results[0]).toEqual({
		name: '$0.002 · v2/forecast · The weather of the next days in a city · Weather',
		value: 'weather-provider /v2/forecast',
	});
	// A price per record is not a price per call.
	for (const { name } of results.slice(1)) expect(name).toMatch(/^price unknown · /);
	expect(valuesOf(await world.search(run, { filter: 'xyzzy' }))).toEqual([]);
	expect(asked()).toEqual(['discover', 'discover', 'discover']);
});

test('the first choice of Inspect is all built-in operations', async () => {
	const { results } = await world.search(inspect);
	expect(results[0]!.value).toBe('all');
	expect(valuesOf(await world.search(run))).not.toContain('all');
});

test("the paths of built-in operations have the deployment's names for platforms", async () => {
	const credential = { customizePlatformNames: true, notesName: 'own' };
	const values = valuesOf(await world.search(run, { credential }));
	expect(values).toContain('/api/v1/own/app_v2/search_images');
});

test('each choice can be used', async () => {
	world.emulator.configure({ freeRoutes: { discover: 'there', inspect: 'there' } });
	for (const { value } of (await world.search(inspect, { filter: 'comments' })).results) {
		const endpoint = { __rl: true, mode: 'list', value: String(value) };
		expect((await world.run({ ...inspect, endpoint })).status).toBe('success');
	}
});

describe('if the gateway does not search, one entry says so', () => {
	const expectNote = async (options: Parameters<typeof world.search>[1] = {}) => {
		const { results } = await world.search(run, { filter: 'xyzzy', ...options });
		const words = 'The gateway did not search its endpoints: check the credential, or enter a path';
		// Not an empty value: n8n would show that entry as chosen.
		expect(results).toEqual([{ name: words, value: ' ' }]);
		const chosen = { ...run, endpoint: { __rl: true, mode: 'list', value: ' ' } };
		expect(parameterIn((await world.run(chosen)).error?.message)).toBe('Endpoint');
	};

	const HOW = ['missing', 'otherShape', 'unauthorized', 'forbidden', 'down'] as const;
	test.each(HOW)('%s', async (how) => {
		world.emulator.configure({ freeRoutes: { discover: how } });
		await expectNote();
		// It asks again: the key may be allowed by then.
		await expectNote();
		expect(asked()).toEqual(['discover', 'discover']);
	});

	test('too many requests', async () => {
		there();
		world.emulator.configure({ limitsFreeRoutes: true, callsPerMinute: 1 });
		await world.search(run, { filter: 'weather' });
		await expectNote();
	});

	test('no answer within five seconds', async () => {
		world.emulator.configure({ freeRoutes: { discover: 'hang' } });
		const deadlines = hurryDeadlines();
		await expectNote();
		expect(new Set(deadlines)).toEqual(new Set([5000]));
	});

	test.each([
		['no credential', { node: { credentials: {} } }],
		['a credential without an address', { credential: { baseUrl: '' } }],
	])('%s', async (_label, options) => {
		await expectNote(options);
		expect(asked()).toEqual([]);
	});
});

test('if a gateway answers with nonsense, only endpoints that can be run are offered', async () => {
	const good = { provider: 'p', endpoint: '/a' };
	const long = 'x'.repeat(10_000);
	const results = [
		...[null, 7, [], {}, { provider: 'p' }, { ...good, provider: 'p q' }],
		{ ...good, endpoint: '/a b' },
		{ ...good, endpoint: `/${'x'.repeat(1000)}` },
		{ ...good, description: long, providerName: long },
		{ ...good, endpoint: '/b', description: { toString: 1 }, price: { type: 'PER_CALL' } },
	];
	gateway.answerWith(() => ({ body: { results } }));
	const found = await world.search(run, { ...gateway.at, filter: 'xyzzy' });
	expect(valuesOf(found)).toEqual(['p /a', 'p /b']);
	for (const { name } of found.results) expect(name.length).toBeLessThan(200);
	const calls = gateway.calls.map(({ method, path }) => `${method} ${path}`);
	expect(calls).toEqual(['POST /v1/discover']);
});
