import { describe, expect, test } from '@jest/globals';

import { passMinutes, skipWaits } from '../harness/clock.mts';
import { ANSWERED, LOST } from '../harness/failures.mts';
import { RUN_ROUTES } from '../harness/freeRoutes.mts';
import { postsByOffset, useGateway } from '../harness/gateway.mts';
import { stopOnce, until } from '../harness/money.mts';
import { outside } from '../harness/native.mts';
import { allPosts, itemsOf } from '../harness/operations.mts';
import { CREDENTIAL_NAME } from '../harness/workflows.mts';
import { CONTINUE, triesOf, useWorld } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

const posts = (options: object) => allPosts('={{ $json.list }}', { maxCost: 0, options });
const ONE_BY_ONE = { concurrency: 1 };

const isLimit = ({ code }: { code: string }) => code === 'RATE_LIMITED';
const rows = [...ANSWERED, ...LOST].filter((row) => !isLimit(row));

test('a failure that was surely not charged is retried three times, any other never', async () => {
	skipWaits();
	const runs = rows.map(async ({ name, fault }, index) => {
		const list = `row-${index}-size-1`;
		world.emulator.addFault({ ...fault, times: Infinity, match: { key: list } });
		const run = await world.run(posts({}), { items: [{ list }] });
		expect(run.status).toBe('error');
		return [name, world.emulator.ledger.filter(({ key }) => key === list).length];
	});
	const expected = rows.map(({ name, fault }) => [name, fault.times ?? 1]);
	expect(await Promise.all(runs)).toEqual(expected);
});

test('a failure is retried three times if only the list of runs shows that it was not charged', async () => {
	skipWaits();
	world.emulator.configure({ billing: 'none', freeRoutes: RUN_ROUTES });
	world.emulator.addFault({ kind: 'failed', times: Infinity });
	await world.run(posts({}), { items: itemsOf(1, 2) });
	expect(world.emulator.ledger).toHaveLength(4);
});

test.each(ANSWERED.filter(isLimit))(
	'$name fails an item only if eight of its calls met it while no other was in flight',
	async ({ fault, code }) => {
		skipWaits();
		world.emulator.addFault({ ...fault, times: Infinity });
		const run = await world.run(posts({}), { items: itemsOf(1, 1), ...CONTINUE });
		expect(run.errors).toMatchObject([{ error: { code, callsMade: 9 } }]);
	},
);

test('a rate limit of one execution delays all others with the same credential', async () => {
	skipWaits();
	world.emulator.addFault({ kind: 'rateLimited', retryAfterSeconds: 60 });
	const begun = outside.Date.now();
	const runOf = (name: string) => world.run(posts({}), { items: [{ list: `${name} size-2` }] });
	const limited = runOf('limited');
	await until(() => world.emulator.ledger.length === 1);
	for (const run of [await limited, ...(await Promise.all(['a', 'b'].map(runOf)))])
		expect(run.records).toHaveLength(2);
	// Without the limit, the runs would take milliseconds.
	expect(outside.Date.now() - begun).toBeGreaterThan(60_000);
});

describe('a rate limit that lasts longer than a run waits', () => {
	const limit = () => world.emulator.addFault({ kind: 'rateLimited', retryAfterSeconds: 14_400 });

	test('ends all items immediately without a call, and their errors say how long to wait', async () => {
		limit();
		const run = await world.run(posts({}), { items: itemsOf(9, 2), ...CONTINUE });
		// Three calls may be in flight.
		expect(world.emulator.ledger.length).toBeLessThanOrEqual(3);
		const limited = run.errors.filter(({ error }) => error.code === 'RATE_LIMITED');
		expect(limited).toHaveLength(9 - run.records.length / 2);
		for (const { message } of limited) expect(message).toContain('Try again in 4 hours.');
	});

	test('does not delay other credentials', async () => {
		limit();
		await world.run(posts({}), { items: itemsOf(1, 2) });
		const run = await world.run(posts({}), {
			items: [{ list: 'foreign size-2' }],
			node: { credentials: { dataAccessApi: { id: 'another', name: CREDENTIAL_NAME } } },
		});
		expect(run.records).toHaveLength(2);
	});

	test('is remembered for thirty seconds; then one call of any execution goes first', async () => {
		const latencyMs = 200;
		world.emulator.configure({ latencyMs });
		limit();
		const codes: unknown[] = [];
		for (const minutes of [0, 0.49, 0.02]) {
			passMinutes(minutes);
			const concurrency = minutes === 0 ? 1 : 3;
			const items = itemsOf(3, 2);
			const run = await world.run(posts({ concurrency }), { items, ...CONTINUE });
			codes.push(new Set(run.errors.map(({ error }) => error.code)));
		}
		const RATE_LIMITED = new Set(['RATE_LIMITED']);
		expect(codes).toEqual([RATE_LIMITED, RATE_LIMITED, new Set()]);
		const [first, second] = world.emulator.ledger.slice(-3).map(({ at }) => at);
		expect(second! - first!).toBeGreaterThanOrEqual(latencyMs);
	});
});

const endings = ANSWERED.filter(({ ends }) => ends).flatMap((row) =>
	(['stopWorkflow', 'continueRegularOutput'] as const).map((onError) => ({ ...row, onError })),
);

test.each(endings)(
	'$name ends the execution under $onError',
	async ({ fault, onError, code, ends }) => {
		const call = ends === 'first' ? 1 : 6;
		world.emulator.configure({ latencyMs: 15 });
		world.emulator.addFault({ ...fault, match: { call } });
		const items = itemsOf(20, 4);
		const run = await world.run(posts({ concurrency: 4 }), { items, node: { onError } });
		// Three more calls may be in flight when the refusal arrives; none begins later.
		expect(world.emulator.ledger.length).toBeLessThanOrEqual(call + 3);
		if (onError === 'stopWorkflow') {
			expect(run.error?.errorResponse).toMatchObject({ code });
			return;
		}
		const failedItems = new Set(run.errors.map(({ error }) => error.itemIndex));
		const recordsOf = (item: number) =>
			run.items.filter(
				({ json, pairedItem }) => 'id' in json && (pairedItem as { item: number }).item === item,
			).length;
		// Every input item got its whole list, or an error that says where it continues.
		expect(items.filter((_, item) => recordsOf(item) !== 4 && !failedItems.has(item))).toEqual([]);
		expect(run.errors.filter(({ error }) => error.code === code)).toHaveLength(1);
		const notCalled = run.errors.filter(({ error }) => error.code === 'NOT_CALLED');
		expect(notCalled.length).toBeGreaterThan(10);
		for (const { error } of notCalled) {
			const isBegun = recordsOf(error.itemIndex as number) > 0;
			expect(error).toMatchObject({ callsMade: isBegun ? 1 : 0, mayBeCharged: false });
			expect(error.next).toEqual(
				isBegun
					? expect.objectContaining({ end_cursor: expect.any(String) })
					: { list: expect.any(String) },
			);
		}
	},
);

test.each([
	{ kind: 'refused', httpStatus: 403 },
	{ kind: 'html', httpStatus: 403, title: 'Just a moment...' },
] as const)('after a call that has succeeded, %j refuses only its own call', async (fault) => {
	world.emulator.addFault({ ...fault, match: { call: 2 } });
	const run = await world.run(posts(ONE_BY_ONE), { items: itemsOf(3, 2), ...CONTINUE });
	expect(run.records).toHaveLength(4);
	expect(run.errors).toMatchObject([{ error: { itemIndex: 1, mayBeCharged: false } }]);
	expect(world.emulator.ledger).toHaveLength(3);
});

test('after such a refusal, neither a further try nor a later round of a loop makes a call', async () => {
	const fault = { kind: 'refused', httpStatus: 402, match: { call: 2 } } as const;
	world.emulator.addFault(fault);
	const items = [{ list: 'refused size-6' }];
	const run = await world.run(posts({}), { items, node: triesOf(3) });
	expect(run.error?.errorResponse).toMatchObject({ code: 'BALANCE_TOO_LOW', callsMade: 2 });
	expect(world.emulator.ledger).toHaveLength(2);
	world.emulator.reset();
	world.emulator.addFault(fault);
	const loop = await world.runLoop(posts({}), { items: itemsOf(4, 2), ...CONTINUE });
	expect(world.emulator.ledger).toHaveLength(2);
	const codes = loop.rounds.map(([first]) => (first?.json.error as any)?.code);
	expect(codes).toEqual([undefined, ...Array(3).fill('BALANCE_TOO_LOW')]);
});

test('such a refusal is reported even if another execution has bought the page in the meantime', async () => {
	const pageOf = postsByOffset(() => 24);
	let isBought = false;
	gateway.answerWith(async (call) => {
		if (gateway.calls.length > 1) return pageOf(call);
		await until(() => isBought);
		return { status: 402, body: {} };
	});
	const atGateway = { ...gateway.at, reuses: true };
	const refused = world.run(allPosts('u'), atGateway);
	await until(() => gateway.calls.length === 1);
	const other = await world.run(allPosts('u', { returnAll: false, limit: 12 }), atGateway);
	expect(other.records).toHaveLength(12);
	isBought = true;
	const { error } = await refused;
	expect(error?.errorResponse).toMatchObject({ code: 'BALANCE_TOO_LOW' });
	expect(gateway.calls).toHaveLength(2);
});

test('a page that came after a failure of its call counts as kept', async () => {
	const pageOf = postsByOffset(() => 36);
	const atGateway = { ...gateway.at, reuses: true };
	gateway.answerWith(async (call) => {
		const number = gateway.calls.length;
		if (number === 2) await world.run(allPosts('u', { returnAll: false, limit: 24 }), atGateway);
		return [2, 5].includes(number) ? { status: 400, body: {} } : pageOf(call);
	});
	const { error } = await world.run(allPosts('u'), atGateway);
	expect(gateway.calls).toHaveLength(5);
	expect(error?.description).toContain('Kept pages: 2 of 2.');
});

test('0 tries means 3, as in n8n', async () => {
	world.emulator.addFault({ kind: 'platform', times: Infinity });
	const run = await world.run(posts({}), {
		items: [{ list: 'zero tries size-6' }],
		node: { ...CONTINUE.node, ...triesOf(0) },
	});
	expect(run.errors).toMatchObject([{ error: { callsMade: 1 } }]);
	expect(world.emulator.ledger).toHaveLength(1);
});

test('five charged calls in a row without a page end the run, with a message', async () => {
	const odd = { kind: 'unknownShape' } as const;
	world.emulator.addFault({ ...odd, times: 3 });
	// A platform's error about one input neither counts nor ends the row.
	world.emulator.addFault({ kind: 'platform', match: { call: 4 } });
	world.emulator.addFault({ ...odd, times: Infinity, match: {} });
	const items = itemsOf(20, 2);
	const run = await world.run(posts({ concurrency: 1 }), { items, ...CONTINUE });
	expect(world.emulator.ledger).toHaveLength(6);
	const codes = run.errors.map(({ error }) => error.code);
	expect(codes.slice(0, 7)).toEqual([
		...Array(3).fill('UNRECOGNISED_ANSWER'),
		'PLATFORM_ERROR',
		...Array(2).fill('UNRECOGNISED_ANSWER'),
		'NOT_CALLED',
	]);
	expect(String(run.errors[6]?.message)).toContain(
		'After 5 calls in a row that failed and were charged',
	);
	expect(run.hint).toContain('After 5 calls in a row that failed and were charged');
});

test('deleted accounts in a row do not end the run', async () => {
	world.emulator.addFault({ kind: 'platform', times: 7, match: {} });
	const run = await world.run(posts(ONE_BY_ONE), { items: itemsOf(12, 2), ...CONTINUE });
	expect(world.emulator.ledger).toHaveLength(12);
	expect([run.errors.length, run.records.length]).toEqual([7, 10]);
});

test.each([false, true])(
	'a page between them lets the run continue, Only New Records %s',
	async (onlyNew) => {
		const items = itemsOf(40, 2);
		const failing = items.filter((_, index) => index % 5 < 4);
		for (const { list } of failing)
			world.emulator.addFault({ kind: 'unknownShape', match: { key: list } });
		const parameters = { ...posts(ONE_BY_ONE), onlyNew, limit: 2, returnAll: false };
		const run = await world.run(parameters, { items, mode: 'trigger', ...CONTINUE });
		expect(run.errors.map(({ error }) => error.code)).toEqual(
			Array(32).fill('UNRECOGNISED_ANSWER'),
		);
		expect([world.emulator.ledger.length, run.records.length]).toEqual([40, 16]);
	},
);

test('a reused page between them does not', async () => {
	const bad = itemsOf(12, 2);
	for (const { list } of bad)
		world.emulator.addFault({ kind: 'unknownShape', match: { key: list } });
	const items = bad.flatMap((item) => [{ list: 'good size-2' }, item]);
	const run = await world.run(posts({ concurrency: 1 }), { items, ...CONTINUE });
	expect(world.emulator.ledger).toHaveLength(1 + 5);
	// Pages that the run has are still delivered.
	expect(run.records).toHaveLength(2 * 12);
});

test('under Stop, an unreadable page ends the calls of all items', async () => {
	world.emulator.addFault({ kind: 'unknownShape', match: { key: 'shapeless size-6' } });
	const long = { list: 'long size-240' };
	const items = [{ list: 'shapeless size-6' }, long];
	const run = await world.run(posts({ concurrency: 2 }), { items });
	expect(run.error?.errorResponse).toMatchObject({ code: 'UNRECOGNISED_ANSWER' });
	expect(world.emulator.ledger.length).toBeLessThanOrEqual(3);
});

test('an item that waits to retry reports its own failure if another item’s failure ends all calls', async () => {
	const [waiting, refused] = ['waiting size-2', 'refused size-2'];
	world.emulator.addFault({ kind: 'timedOut', match: { key: waiting } });
	world.emulator.addFault({ kind: 'refused', httpStatus: 402, match: { key: refused } });
	const items = [{ list: waiting }, { list: refused }];
	const run = await world.run(posts({ concurrency: 2 }), { items, ...CONTINUE });
	expect(run.errors.map(({ error }) => error.code)).toEqual(['RUN_TIMED_OUT', 'BALANCE_TOO_LOW']);
});

test('a Stop ends every wait immediately', async () => {
	world.emulator.addFault({ kind: 'rateLimited', retryAfterSeconds: 200, times: Infinity });
	const { ledger } = world.emulator;
	const onStart = stopOnce(() => ledger.length > 0 && ledger.every(({ delivered }) => delivered));
	const run = await world.run(posts({ concurrency: 5 }), { items: itemsOf(10, 4), onStart });
	// Otherwise, the run would take minutes.
	expect(run.status).toBe('canceled');
	expect(ledger.length).toBeLessThanOrEqual(5);
});

test('pages that the last try delivers are not available to other runs, even if no record was returned', async () => {
	const fails = { key: 'fails size-6' };
	world.emulator.addFault({ kind: 'refused', httpStatus: 400, match: fails, times: Infinity });
	const watched = { onlyNew: true, firstRun: 'baseline' };
	const parameters = allPosts('={{ $json.list }}', watched);
	const node = { ...CONTINUE.node, ...triesOf(2) };
	const items = [{ list: 'remembered size-6' }, { list: fails.key }];
	for (const times of [1, 2]) {
		const run = await world.run(parameters, { mode: 'trigger', node, items });
		expect([run.records, run.errors.length]).toEqual([[], 1]);
		const bought = world.emulator.ledger.filter(({ key }) => key === items[0]?.list);
		expect(bought).toHaveLength(times);
	}
});
