import { readFileSync } from 'node:fs';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { hurryDeadlines } from '../harness/clock.mts';
import { useGateway } from '../harness/gateway.mts';
import { operations, searchImages } from '../harness/operations.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

const inspect = (endpoint?: unknown, more: IDataObject = {}): IDataObject => ({
	resource: 'gateway',
	operation: 'inspect',
	...(endpoint !== undefined && { endpoint: endpoint as string }),
	...more,
});

/** The columns in order: first those that people want to see. */
const KEYS = [
	...['endpoint', 'price', 'inputSchema', 'description', 'paging', 'recordsPerCall'],
	...['provider', 'resource', 'operation'],
];

/** A credential without key and address, with which nothing can be called. */
const NO_CREDENTIAL = { baseUrl: '', apiKey: '', provider: '' };

const COMMENTS = '/api/v1/chat_mp/v2/fetch_article_comments';
const FORECAST = 'weather-provider /v2/forecast';

const asked = () => world.emulator.freeLedger.map(({ route }) => route);
beforeEach(() => world.emulator.configure({ freeRoutes: { inspect: 'there' } }));

// Inspecting buys nothing.
afterEach(() => expect(world.emulator.ledger).toEqual([]));

test.each([
	['named all', inspect('all')],
	['an empty path', inspect({ __rl: true, mode: 'path', value: '' })],
])(
	'inputs and prices of all operations are returned without a request: %s',
	async (_label, parameters) => {
		const run = await world.run(parameters, { credential: NO_CREDENTIAL });
		expect(run.status).toBe('success');
		const expected = operations.map(({ resource, operation, endpoint, price }) =>
			expect.objectContaining({ resource, operation, endpoint, price }),
		);
		expect(run.records).toHaveLength(expected.length);
		expect(run.records).toEqual(expect.arrayContaining(expected));
		for (const record of run.records) expect(Object.keys(record)).toEqual(KEYS);
		expect(asked()).toEqual([]);
	},
);

test('the Schema Preview has the same columns in the same order', () => {
	const preview = readFileSync('dist/nodes/DataAccess/__schema__/v1.0.0/gateway/inspect.json');
	expect(Object.keys(JSON.parse(preview.toString()).properties)).toEqual(KEYS);
});

test.each(operations.map((each) => [each.endpoint, each] as const))(
	'%s is described',
	async (_, each) => {
		const node = { credentials: {} };
		const run = await world.run(inspect(each.endpoint), { node });
		const [record, ...others] = run.records as any[];
		expect(others).toEqual([]);
		expect(record).toMatchObject({ endpoint: each.endpoint, price: each.price, provider: null });
		expect([...record.paging.inputs].sort()).toEqual([...each.position].sort());
		expect(record.paging.rule).toMatch(/^Take .+ The list ends .+\.$/);
		const inputs = Object.keys(each.input('a'));
		expect(Object.keys(record.inputSchema.properties)).toEqual(expect.arrayContaining(inputs));
		const [[, size]] = each.recordsPerCall;
		expect(record.recordsPerCall).toBe(size ?? null);
	},
);

test("a built-in endpoint with the deployment's name of its platform needs no request", async () => {
	const credential = { customizePlatformNames: true, notesName: ' own ' };
	const endpoint = searchImages.endpoint.replace('/notes/', '/own/');
	for (const provider of ['', 'content-provider']) {
		const run = await world.run(inspect(endpoint, { provider }), { credential });
		const { operation } = searchImages;
		expect(run.records).toMatchObject([{ operation, endpoint, provider: 'content-provider' }]);
	}
	expect(asked()).toEqual([]);
});

test('the same path of another provider is requested from the gateway', async () => {
	const run = await world.run(inspect(searchImages.endpoint, { provider: 'weather-provider' }));
	expect(run.error?.errorResponse).toMatchObject({ code: 'NOT_FOUND' });
	expect(asked()).toEqual(['inspect']);
});

describe('any other endpoint', () => {
	const city = expect.objectContaining({ required: ['city'] });
	const forecast = {
		resource: null,
		operation: null,
		provider: 'weather-provider',
		endpoint: '/v2/forecast',
		description: 'The weather of the next days in a city\nTimes are local.',
		price: 0.002,
		recordsPerCall: null,
		paging: null,
		inputSchema: city,
	};
	const comments = { provider: 'content-provider', price: 0.01, paging: null };

	test.each([
		['a path of the credential’s provider', COMMENTS, {}, comments],
		['an expression for the whole field', '={{ $json.endpoint }}', {}, forecast],
		['two fields', '/v2/forecast', { provider: 'weather-provider' }, forecast],
	])('is described as by the gateway: %s', async (_label, endpoint, more, expected) => {
		const items = [{ endpoint: FORECAST }];
		const run = await world.run(inspect(endpoint, more), { items });
		expect(run.error).toBeUndefined();
		const [record] = run.records;
		expect(Object.keys(record!)).toEqual(KEYS);
		expect(record).toMatchObject(expected);
		expect(asked()).toEqual(['inspect']);
	});

	test('has a schema for each group if the gateway requires groups', async () => {
		world.emulator.configure({ inputFormat: 'grouped' });
		const [record] = (await world.run(inspect(FORECAST))).records;
		const inputSchema = { type: 'object', properties: { queryParams: city } };
		expect(record).toMatchObject({ ...forecast, inputSchema });
	});

	test('needs a credential', async () => {
		const run = await world.run(inspect(FORECAST), { node: { credentials: {} } });
		expect(run.error?.errorResponse).toMatchObject({ code: 'INVALID_INPUT', layer: 'input' });
		expect(asked()).toEqual([]);
	});

	test.each([
		['missing', 'NOT_FOUND'],
		['forbidden', 'ACCESS_DENIED'],
		['down', 'UNREACHABLE'],
		['hang', 'UNREACHABLE'],
	] as const)('if the route is %s, there is a failure that costs nothing', async (how, code) => {
		world.emulator.configure({ freeRoutes: { inspect: how } });
		const deadlines = hurryDeadlines();
		const items = ['a', 'b', 'c', 'd'].map((name) => ({ endpoint: `/v9/${name}` }));
		const run = await world.run(inspect('={{ $json.endpoint }}'), { items, ...CONTINUE });
		const failures = run.errors.map(({ error }) => [error.code, error.mayBeCharged]);
		expect(failures).toEqual(items.map(() => [code, false]));
		// Each endpoint is requested, because only that one may be missing.
		expect(asked()).toHaveLength(items.length);
		expect(new Set(deadlines)).toEqual(new Set([10_000]));
	});
});

describe('schemas that a gateway may send', () => {
	const inspected = async (answer: object | string) => {
		gateway.answerWith(() => ({ body: answer }));
		const run = await world.run(inspect('/v9/a'), gateway.at);
		expect(gateway.calls.map(({ path }) => path)).toEqual(['/v1/inspect']);
		return run;
	};
	const about = { id: 'a', endpoint: '/v9/a', description: 'x' };
	const a = { oneOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] };
	const refs = { $defs: { a }, $ref: '#/$defs/a' };
	test('references, alternatives, and useless groups are not changed', async () => {
		const input = { body: refs, queryParams: 7, bodyType: 'json' };
		const [record] = (await inspected({ ...about, input })).records;
		expect(record!.inputSchema).toMatchObject({ type: 'object', properties: { body: refs } });
	});

	const LEVELS = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
	const LONG = 'x'.repeat(2_000_000);

	test.each<[string, object | string]>([
		['two million characters', { ...about, inputSchema: { a: LONG }, description: LONG }],
		['a hundred thousand levels', `{"endpoint":"/v9/a","inputSchema":${LEVELS}}`],
	])(
		'a schema that is too large is omitted, and the description says so: %s',
		async (_, answer) => {
			const [shown] = (await inspected(answer)).records;
			expect(shown).toMatchObject({ endpoint: '/v9/a', inputSchema: null });
			expect(shown!.description).toContain('Its input schema is too large to be shown.');
			expect(JSON.stringify(shown).length).toBeLessThan(5000);
		},
	);

	test.each([
		['no schema', about],
		['a text as schema', { ...about, inputSchema: 'none', input: [] }],
	])('an answer with %s gives null', async (_label, answer) => {
		expect((await inspected(answer)).records).toMatchObject([{ inputSchema: null }]);
	});

	test.each(['[]', '{"endpoint": 7}', ''])('the answer %j is a failure', async (answer) => {
		expect((await inspected(answer)).error?.errorResponse).toMatchObject({ code: 'NOT_FOUND' });
	});
});
