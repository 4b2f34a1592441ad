import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { passMinutes } from '../harness/clock.mts';
import { RUN_ROUTES } from '../harness/freeRoutes.mts';
import { useGateway } from '../harness/gateway.mts';
import type { GatewayAnswer } from '../harness/gateway.mts';
import { eachOperation, getPosts, searchImages } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

const GET_RUNS = { resource: 'gateway', operation: 'getRuns' };
const BESIDE = { runId: expect.any(String), input: expect.any(Object) };
const getRuns = (more: IDataObject = {}) => ({ ...GET_RUNS, ...more });

beforeEach(() => world.emulator.configure({ freeRoutes: RUN_ROUTES }));

describe('the runs of the account', () => {
	test('are listed newest first, with time, endpoint, status and cost; nothing is bought', async () => {
		await world.run(searchImages.parameters('size-1'));
		await world.run({ ...getPosts.parameters('size-30'), returnAll: true });
		const bought = world.emulator.ledger.length;
		const run = await world.run(getRuns());
		expect(world.emulator.ledger).toHaveLength(bought);
		expect(run.records).toHaveLength(bought);
		expect(run.records.map(({ endpoint }) => endpoint)).toEqual(
			world.emulator.ledger.map(({ endpoint }) => endpoint).reverse(),
		);
		for (const record of run.records) {
			const columns = ['runId', 'createdAt', 'provider', 'endpoint', 'status', 'cost'];
			expect(Object.keys(record)).toEqual(columns);
			expect(record).toMatchObject({ status: 'COMPLETED', cost: expect.any(Number) });
			expect(Date.parse(String(record.createdAt))).toBeGreaterThan(Date.now() - 60_000);
		}
		const cost = run.records.reduce((sum, record) => sum + Number(record.cost), 0);
		const charged = world.emulator.ledger.reduce((sum, entry) => sum + entry.charged, 0);
		expect(cost).toBeCloseTo(charged, 10);
	});

	test.each<[label: string, more: IDataObject, count: number]>([
		['up to Limit', { limit: 2 }, 2],
		['all of them', { limit: 2, returnAll: true }, 5],
		['of a known endpoint', { endpoint: searchImages.endpoint }, 2],
		['of another endpoint', { endpoint: '/api/v1/elsewhere/list' }, 0],
		['of another provider', { endpoint: `elsewhere ${searchImages.endpoint}` }, 0],
		['since a time before all runs', { newerThan: '2001-01-31' }, 5],
		['since a time after all runs', { newerThan: '={{ $now.plus(1, "hours") }}' }, 0],
	])('are listed %s', async (_, more, count) => {
		await world.run({ ...getPosts.parameters('size-30'), returnAll: true });
		await world.run(searchImages.parameters('size-3'));
		expect(world.emulator.ledger).toHaveLength(5);
		expect((await world.run(getRuns(more))).records).toHaveLength(count);
		expect(world.emulator.ledger).toHaveLength(5);
	});

	test('come with a notice if Limit has cut them, which names Return All', async () => {
		await world.run({ ...getPosts.parameters('size-30'), returnAll: true });
		const notice =
			'Limit has cut the list at 2 gateway runs: turn on Return All to get the others too';
		expect((await world.run(getRuns({ limit: 2 }))).hint).toContain(notice);
		expect((await world.run(getRuns({ limit: 3 }))).hint ?? '').not.toContain('Limit');
		// A model cannot turn it on.
		const node = { type: 'n8n-nodes-data-access.dataAccessTool' };
		const { records } = await world.run(getRuns({ limit: 2 }), { node });
		expect(records.at(-1)).toEqual({ message: 'Limit has cut the list at 2 gateway runs.' });
	});

	test.each<[string, IDataObject]>([
		['a limit of 0', { limit: 0 }],
		['an invalid date', { newerThan: '=yesterday' }],
		['an unknown form of records', { returnRecords: true, output: '={{ "table" }}' }],
	])('are not requested for invalid parameters: %s', async (_, invalid) => {
		const run = await world.run(getRuns(invalid));
		expect(run.error?.errorResponse).toMatchObject({ code: 'INVALID_INPUT' });
		expect(world.emulator.freeLedger).toEqual([]);
	});
});

describe('their records', () => {
	test.each(eachOperation)(
		'%s: have the form in which the node delivers them',
		async (_, operation) => {
			const parameters = { ...operation.parameters('size-3'), output: 'raw' };
			const bought = await world.run(parameters);
			const simplified = await world.run({ ...operation.parameters('size-3'), onlyNew: false });
			const calls = world.emulator.ledger.length;
			const withRecords = { returnRecords: true, endpoint: operation.endpoint };
			const again = await world.run(getRuns({ ...withRecords, output: 'raw' }));
			// The last page of a list may be empty.
			const expected = (records: IDataObject[]) =>
				records.map((record) => ({ ...BESIDE, ...record }));
			expect(again.records.slice(0, 3)).toEqual(expected(bought.records));
			const written = await world.run(getRuns({ ...withRecords, output: '={{ "Raw" }}' }));
			expect(written.records).toEqual(again.records);
			const plain = await world.run(getRuns(withRecords));
			expect(plain.records.slice(0, 3)).toEqual(expected(simplified.records));
			const columns = Object.keys(simplified.records[0]!);
			expect(Object.keys(plain.records[0]!)).toEqual(['runId', 'input', ...columns]);
			expect(world.emulator.ledger).toHaveLength(calls);
		},
	);

	test('have the ID and the input of their run beside them, each a copy', async () => {
		for (const keyword of ['size-3 tea', 'size-2 pot'])
			await world.run({ ...searchImages.parameters('a'), keyword, limit: 2 });
		const { items } = await world.run(getRuns({ returnRecords: true, limit: 1 }));
		const [one, other] = items.map(({ json }) => json) as [IDataObject, IDataObject];
		expect(one).toMatchObject({ input: { keyword: 'size-2 pot', page: 1 } });
		expect(one.runId).toBe((await world.run(getRuns())).records[0]!.runId);
		expect([other.runId, other.input]).toEqual([one.runId, one.input]);
		expect(one.input).not.toBe(other.input);
	});

	test('have grouped inputs in the flat form', async () => {
		world.emulator.configure({ inputFormat: 'grouped' });
		const credential = { inputFormat: 'grouped' };
		await world.run(searchImages.parameters('size-3'), { credential });
		const { records } = await world.run(getRuns({ returnRecords: true }), { credential });
		expect(records[0]).toMatchObject({ input: { keyword: 'size-3', page: 1 } });
	});

	test('keep their own fields, and none is taken for a failure', async () => {
		const { endpoint } = searchImages;
		const payload = { data: { items: [{ input: 'own' }, { error: 'e' }], has_more: false } };
		const run = runOf(1, { provider: world.emulator.provider, endpoint });
		list([{ ...run, input: { keyword: 'tea' }, output: payload }]);
		const { records, errors } = await at({ returnRecords: true, output: 'raw' });
		expect(records).toEqual([
			{ runId: 'run_1', input: 'own' },
			{ runId: 'run_1', input: { keyword: 'tea' }, record: { error: 'e' } },
		]);
		expect(errors).toEqual([]);
	});
});

const runOf = (index: number, more: IDataObject = {}): IDataObject => ({
	...{ runId: `run_${index}`, provider: 'other', endpoint: '/x', status: 'COMPLETED' },
	createdAt: new Date(Date.UTC(2026, 0, 31) - index * 1000).toISOString(),
	cost: { value: 0.01, currency: 'USD' },
	...more,
});

/**
 * Lets the gateway list these runs, 100 per page, and return each alone, unless `shown` has another answer.
 * @returns the requested paths
 */
function list(runs: IDataObject[], shown: Record<string, () => GatewayAnswer> = {}): string[] {
	const requested: string[] = [];
	gateway.answerWith(({ path }) => {
		requested.push(path);
		const { pathname, searchParams } = new URL(path, 'http://gateway');
		const [, id] = /runs\/(.+)$/.exec(pathname) ?? [];
		if (id) return shown[id]?.() ?? { body: runs.find(({ runId }) => runId === id) };
		const from = Number(searchParams.get('cursor') ?? 0);
		const cursor = from + 100 < runs.length ? { cursor: `${from + 100}` } : {};
		return { body: { items: runs.slice(from, from + 100), ...cursor } };
	});
	return requested;
}

const at = async (parameters: IDataObject) => await world.run(getRuns(parameters), gateway.at);

describe('many or unusual runs', () => {
	test('1,000 runs are read page by page, and no page beyond Limit', async () => {
		const requested = list(Array.from({ length: 1000 }, (_, index) => runOf(index)));
		expect((await at({ limit: 1000 })).records).toHaveLength(1000);
		expect(requested).toHaveLength(10);
		// Nor is a page after the first run that is older than Newer Than.
		const newerThan = new Date(Date.UTC(2026, 0, 31) - 150_000).toISOString();
		for (const bound of [{ limit: 150 }, { limit: 1000, newerThan }]) {
			requested.length = 0;
			expect((await at(bound)).records).toHaveLength(bound.limit === 150 ? 150 : 151);
			expect(requested).toHaveLength(2);
		}
	});

	test.each<[string, (page: number) => string]>([
		['always the same', () => 'a'],
		['always new', (page) => `c${page}`],
	])('cursors that never end: %s', async (_, cursorOf) => {
		let pages = 0;
		gateway.answerWith(() => ({ body: { items: [runOf(1)], cursor: cursorOf((pages += 1)) } }));
		const { records, hint } = await at({});
		expect(records).toHaveLength(1);
		expect(pages).toBeLessThanOrEqual(100);
		expect(hint).toBe(
			'Only the newest gateway runs of the account were searched, and it has more.',
		);
	});

	const WRONG = { createdAt: 'soon', error: 'e' };
	const UNKNOWN = { createdAt: null, status: null, cost: null };

	test.each<[string, unknown, object[]]>([
		['no ID', { ...runOf(1), runId: null }, []],
		['null', null, []],
		['only its ID', { ...WRONG, runId: 'a' }, [{ ...UNKNOWN, runId: 'a' }]],
	])('a run with %s', async (_, entry, expected) => {
		gateway.answerWith(() => ({ body: { items: [entry] } }));
		expect((await at({})).records).toMatchObject(expected);
	});

	const shown = { input: {}, output: { a: [1] } };
	const gone = { input: null, output: null };

	const MISSING = 'so the output of some gateway runs is missing';

	// test/gateway/freeRoute has all statuses.
	test.each<[what: string, answer: GatewayAnswer, hint: string]>([
		[
			'404',
			{ status: 404, body: { message: 'gone' } },
			`This gateway does not offer this information, ${MISSING}.`,
		],
		['401', { status: 401, body: {} }, `The gateway refused the API key, ${MISSING}.`],
		[
			'429',
			{ status: 429, body: {}, headers: { 'retry-after': '3600' } },
			`The gateway's rate limit was reached, ${MISSING}. Try again in 60 minutes.`,
		],
	])('a run that the gateway cannot return does not end the others: %s', async (...row) => {
		const [, answer, hint] = row;
		const runs = [1, 2, 3].map((index) => runOf(index, shown));
		list([...runs, runOf(4, { status: 'FAILED' })], { run_2: () => answer });
		const run = await at({ returnRecords: true });
		expect([run.error, run.errors]).toEqual([undefined, []]);
		const expected = [shown, gone, shown].map((each, index) => ({
			runId: `run_${index + 1}`,
			...each,
		}));
		expect(run.records).toEqual(expected);
		expect(run.hint).toBe(hint);
	});

	test('a run that cannot be read is reported beside a list that Limit has cut', async () => {
		list(
			[1, 2, 3].map((index) => runOf(index, shown)),
			{ run_2: () => ({ status: 404, body: {} }) },
		);
		const { hint } = await at({ returnRecords: true, limit: 2 });
		expect(hint).toContain(`${MISSING}. Limit has cut the list at 2 gateway runs`);
	});

	test('only the input item whose runs could not be read is named', async () => {
		list([runOf(1, shown), runOf(2, { ...shown, endpoint: '/y' })], {
			run_2: () => ({ status: 404, body: {} }),
		});
		const parameters = getRuns({ returnRecords: true, endpoint: '={{ $json.endpoint }}' });
		const items = ['/y', '/x'].map((path) => ({ endpoint: `other ${path}` }));
		const { hint } = await world.run(parameters, { ...gateway.at, items });
		expect(hint).toContain(`${MISSING} (item 0).`);
	});

	test.each([
		['requested, if it only lacks them', 404, 50],
		['waited for, if it is down', 503, 3],
	])('of runs that the gateway does not return, so many are %s: %i, %i', async (...row) => {
		const [, status, requests] = row;
		const slow = () => {
			passMinutes(1 / 6);
			return { status, body: {} };
		};
		const runs = Array.from({ length: 50 }, (_, index) => runOf(index));
		const requested = list(runs, Object.fromEntries(runs.map(({ runId }) => [runId, slow])));
		const { records } = await at({ returnRecords: true });
		expect(records.map(({ output }) => output)).toEqual(Array(50).fill(null));
		expect(requested).toHaveLength(1 + requests);
	});

	test('an unreadable page is returned unchanged', async () => {
		const { endpoint } = searchImages;
		const strange = { input: {}, output: { strange: true } };
		list([runOf(1, { provider: world.emulator.provider, endpoint, ...strange })]);
		const { records } = await at({ returnRecords: true });
		expect(records).toEqual([{ runId: 'run_1', ...strange }]);
	});
});
