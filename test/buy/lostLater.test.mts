import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../emulator/emulator.mts';
import { forgetBuilt } from '../harness/built.mts';
import { passMinutes, shareClock, skipWaits } from '../harness/clock.mts';
import { dollars, statementOf, until } from '../harness/money.mts';
import { allPosts, getPosts, searchImages } from '../harness/operations.mts';
import { CONTINUE, contextOf, triesOf, useWorld } from '../harness/world.mts';
import type { NodeRun } from '../harness/world.mts';

const world = useWorld();
const PRICE = 0.0015;

const runsAre = (runs: 'there' | 'down' | 'missing') =>
	world.emulator.configure({ freeRoutes: { runs, run: 'there' } });
beforeEach(() => runsAre('there'));

const posts = (options: IDataObject = {}, more: IDataObject = {}) =>
	allPosts('={{ $json.list }}', { options, ...more });
const items = [{ list: 'size-6' }];
const loses = (fault: Fault = { kind: 'reset' }) =>
	world.emulator.addFault({ match: { page: 2 }, ...fault });

/** Runs the node while the gateway does not list its runs, so that lost responses stay lost. */
async function runWithoutList(...[parameters, options]: Parameters<typeof world.run>) {
	runsAre('down');
	const run = await world.run(parameters, options);
	runsAre('there');
	return run;
}

const pagesBought = () => world.emulator.ledger.map(({ page }) => page);
const codesOf = ({ errors }: NodeRun) => errors.map(({ error }) => error.code);

/** Expects the whole list, no page bought twice, and a hint that agrees with the ledger. */
function expectWhole(run: NodeRun, calls = 3, cost = 3 * PRICE): void {
	const { charged } = world.emulator.summary();
	expect(run).toMatchObject({ status: 'success', errors: [] });
	expect(run.records.map(getPosts.idOf)).toHaveLength(6);
	expect(pagesBought()).toEqual([1, 2, 3]);
	expect(statementOf(run)).toMatchObject({ calls, cost: dollars(cost), possible: 0 });
	expect(charged).toBeCloseTo(3 * PRICE, 9);
}

/** Skips the waits of the node and the emulator. */
function skipTime(): void {
	skipWaits();
	shareClock();
}

test.each<[string, object, object?]>([
	['on a clock that is ahead', {}, { clockSkewSeconds: 300 }],
	['with a rate limit for all', {}, { callsPerSecond: 3, limitsFreeRoutes: true }],
	[
		'in another form, late, after 600 runs of others, on a clock that is behind',
		{ rewritesInputs: true, listedAfterMs: 600, costAfterMs: 60_000, foreign: 600 },
		{ inputFormat: 'grouped', clockSkewSeconds: -300 },
	],
])('a lost page is recovered from a gateway that keeps runs %s', async (...[, runs, settings]) => {
	skipTime();
	world.emulator.configure({ runs, ...settings, pageSizes: { search_images: 2 } });
	world.emulator.addFault({ kind: 'cutBody', match: { page: 2 } });
	const parameters = { ...searchImages.parameters('size-6'), output: 'raw', limit: 6 };
	const run = await world.run(parameters);
	expect(run.records.map(searchImages.idOf)).toHaveLength(6);
	const sold = world.emulator.ledger.filter(({ charged }) => charged > 0);
	expect(sold.map(({ page }) => page)).toEqual([1, 2, 3]);
	expect(statementOf(run)).toMatchObject({ cost: 0.045, possible: 0 });
});

test('under Continue, a refusal of all calls does not end the searches of other items', async () => {
	skipTime();
	loses();
	await runWithoutList(posts(), { items });
	world.emulator.addFault({ kind: 'refused', httpStatus: 402, match: { key: 'refused' } });
	const both = [{ list: 'refused' }, ...items];
	const run = await world.run(posts({ concurrency: 1 }), { items: both, ...CONTINUE });
	expect(codesOf(run)).toEqual(['BALANCE_TOO_LOW', 'NOT_CALLED']);
	expect(run.records).toHaveLength(4);
});

test('two executions that lose the same page recover a run each', async () => {
	world.emulator.addFault({ kind: 'hang', times: 2, match: { page: 2 } });
	const once = async () => await world.run(posts({ timeout: 1 }), { items });
	const runs = await Promise.all([once(), once()]);
	expect(runs.map(({ records }) => records.length)).toEqual([6, 6]);
	expect(world.emulator.ledger).toHaveLength(6);
	const read = world.emulator.freeLedger.filter(({ route }) => route === 'run');
	expect(new Set(read.map(({ url }) => url)).size).toBe(2);
});

test('while an execution searches for a response, no other execution gets it', async () => {
	loses({ kind: 'reset', match: { page: 1 }, run: { endsAfterMs: 700 } });
	const run = async () => await world.run(posts(), { items, reuses: true });
	const first = run();
	await until(() => world.emulator.freeLedger.length > 0);
	const runs = await Promise.all([first, run()]);
	expect(runs.map(({ records }) => records.length)).toEqual([6, 6]);
	expect(pagesBought().sort()).toEqual([1, 1, 2, 2, 3, 3]);
});

test('others search for a lost call for 15 minutes after its end, even if its own run searched later', async () => {
	skipTime();
	loses({ kind: 'reset', match: { page: 1 } });
	const { context } = await runWithoutList(posts(), { items });
	passMinutes(10);
	world.emulator.addFault({ kind: 'refused' });
	await runWithoutList(posts(), { items, context });
	passMinutes(6);
	expect(statementOf(await world.run(posts(), { items, reuses: true })).calls).toBe(3);
});

test.each([false, true])(
	'if the response named its run, the failure of the run counts, once, charged %s',
	async (charged) => {
		skipTime();
		loses({ kind: 'accepted', run: { status: 'FAILED', endsAfterMs: 300 }, charged, times: 2 });
		const run = await world.run(posts(), { items, node: triesOf(2) });
		expect(run.error?.errorResponse).toMatchObject({ code: 'PROVIDER_ERROR', mayBeCharged: false });
		const cost = charged ? 2 * PRICE : PRICE;
		expect(statementOf(run)).toMatchObject({ calls: charged ? 2 : 3, cost, possible: 0 });
	},
);

test.each<[string, Fault, () => unknown]>([
	['sees it again', { kind: 'accepted' }, () => {}],
	['fails', { kind: 'reset' }, () => runsAre('down')],
	['finds no list', { kind: 'reset' }, () => runsAre('missing')],
	[
		'has to wait for a rate limit',
		{ kind: 'reset' },
		async () => {
			world.emulator.addFault({ kind: 'rateLimited', retryAfterSeconds: 14_400 });
			await world.run(posts(), { items: [{ list: 'other' }] });
		},
	],
])('a run that was seen in progress is not bought again if a later search %s', async (...row) => {
	const [, fault, hide] = row;
	skipTime();
	loses({ ...fault, run: { status: 'COMPLETED', endsAfterMs: 10 * 60_000 } });
	const { context, error } = await world.run(posts(), { items });
	expect(error?.errorResponse).toMatchObject({ code: 'NOT_FINISHED', mayBeCharged: true });
	expect(error?.description).toMatch(/uses its response.*buy only the rest/s);
	await hide();
	const again = await world.run(posts(), { items, context, node: triesOf(2) });
	expect(again.error?.errorResponse).toMatchObject({ code: 'NOT_FINISHED' });
	passMinutes(10);
	runsAre('there');
	const { records } = await world.run(posts(), { items, context });
	expect([records.length, world.emulator.summary().charged]).toEqual([6, dollars(3 * PRICE)]);
});

test('if the response named its run, the node waits for it for another Timeout, a tool ten seconds', async () => {
	skipTime();
	const run = { status: 'COMPLETED', endsAfterMs: 20_000 } as const;
	// The cost so far is not the final one.
	loses({ kind: 'accepted', soFar: PRICE / 3, run, times: 2 });
	expectWhole(await world.run(posts(), { items }));
	const parameters = { ...posts({}, { limit: 6 }), ...getPosts.parameters('other size-6') };
	const { answers } = await world.runAgent(parameters, [[{}]]);
	expect(answers[0]?.[0]?.at(-1)?.code).toBe('NOT_FINISHED');
});

describe('a lost page that was not recovered is searched for again', () => {
	test('by n8n’s Retry on another worker, however late, even if the list has grown', async () => {
		skipTime();
		const { records } = await world.run(posts(), { items });
		world.renew();
		loses();
		const { context } = await runWithoutList(posts(), { items });
		expect(JSON.stringify(context)).not.toContain('test-key');
		forgetBuilt();
		passMinutes(24 * 60);
		world.emulator.changeList(getPosts.name, 'size-6', { add: 1 });
		const run = await world.run(posts(), { items, context });
		expect(run.records.map(getPosts.idOf)).toEqual(records.map(getPosts.idOf));
		expect(pagesBought()).toEqual([1, 2, 3, 4]);
		expect(run.context).toHaveProperty('node:Data Access.lost', []);
	});

	test('by the Retry of a Retry that has recovered another one', async () => {
		skipTime();
		const both = ['a size-2', 'b size-2'].map((list) => ({ list }));
		loses({ kind: 'reset', match: { key: 'a size-2' } });
		loses({ kind: 'reset', match: { key: 'b size-2' }, run: { endsAfterMs: 300_000 } });
		const failed = await runWithoutList(posts(), { items: both });
		forgetBuilt();
		const retried = await world.run(posts(), { items: both, context: failed.context });
		expect(retried.error?.errorResponse).toMatchObject({ code: 'NOT_FINISHED' });
		forgetBuilt();
		passMinutes(10);
		const run = await world.run(posts(), { items: both, context: retried.context });
		expect(run.records).toHaveLength(4);
		expect(world.emulator.ledger).toHaveLength(2);
	});
});

test('the hint states what was charged for calls of earlier executions, because it may exceed Max Cost', async () => {
	skipTime();
	loses({ kind: 'reset', match: { page: 1 } });
	await runWithoutList(posts(), { items });
	const both = [...items, { list: 'other size-2' }];
	const parameters = posts({ concurrency: 2 }, { maxCost: PRICE });
	const run = await world.run(parameters, { items: both, ...CONTINUE });
	expect(statementOf(run)).toMatchObject({ calls: 1, cost: 2 * PRICE });
	expect(run.hint).toContain(`$${PRICE} of this was charged for calls of earlier executions`);
});

test('a call that is lost after the calls have ended is searched for by the next execution', async () => {
	const both = [{ list: 'lost size-2' }, { list: 'fails size-2' }];
	loses({ kind: 'reset', delayMs: 200, match: { key: 'lost size-2' } });
	loses({ kind: 'refused', match: { key: 'fails size-2' } });
	expect((await world.run(posts(), { items: both })).status).toBe('error');
	expect(world.emulator.freeLedger).toEqual([]);
	const next = await world.run(posts(), { items: both });
	expect(next.records).toHaveLength(4);
	// The refused page is the only one that is bought.
	expect(world.emulator.ledger).toHaveLength(3);
});

test.each([
	['round counts at what it cost', 0.3],
	['execution costs this one nothing', 0],
])('a failed call of an earlier %s', async (_label, counted) => {
	skipTime();
	const how = { items, executionId: 'two rounds', ...CONTINUE, mode: 'trigger' } as const;
	const run = { status: 'FAILED', endsAfterMs: 300_000 } as const;
	world.emulator.addFault({ kind: 'accepted', match: { page: 1 }, run, charged: 0.3 });
	const { context } = await world.run(posts(), how);
	passMinutes(10);
	const more = counted > 0 ? { context } : { executionId: 'another' };
	const next = await world.run(posts(), { ...how, ...more });
	expect(next.records).toHaveLength(6);
	const cost = dollars(3 * PRICE + counted);
	expect(contextOf(next)).toMatchObject({ cost, possibleCost: 0 });
});

test('if the run of a call is still running, a model may call again, even for its own call', async () => {
	skipTime();
	loses({ kind: 'accepted', run: { status: 'COMPLETED', endsAfterMs: 300_000 }, match: {} });
	const { answers } = await world.runAgent(getPosts.parameters('size-3'), [[{}], [{}]]);
	for (const [answer] of answers) {
		const message = String(answer?.at(-1)?.message);
		expect(message).toContain('still in progress');
		expect(message).toContain('You may call again later');
		expect(message).not.toContain('Do not');
	}
	expect(world.emulator.ledger).toHaveLength(1);
});

describe('a page that an earlier round has lost, before a Wait of more than 65 seconds', () => {
	const round = {
		items,
		...CONTINUE,
		executionId: 'waits',
		mode: 'trigger',
		report: true,
	} as const;
	/** Returns the context that n8n stores during the Wait. */
	const loseRound = async () => {
		skipTime();
		loses({ kind: 'reset', match: { page: 1 } });
		return (await runWithoutList(posts(), round)).context;
	};

	test.each([
		['by this process', () => {}],
		['by another process', forgetBuilt],
	])(
		'is recovered for 15 minutes, counted once, and reported with its age: %s',
		async (_label, begin) => {
			const context = await loseRound();
			passMinutes(10);
			begin();
			const run = await world.run(posts(), { ...round, context });
			expect(run.records).toHaveLength(6);
			expect(world.emulator.ledger).toHaveLength(3);
			const { charged } = world.emulator.summary();
			expect(contextOf(run)).toMatchObject({ calls: 3, cost: charged, possibleCost: 0 });
			const [report] = run.report;
			expect(report).toMatchObject({ reusedPages: 0, mayBeCharged: false });
			expect(report!.reusedAge).toBeGreaterThanOrEqual(600);
			expect(run.hint).toContain('The response found now is up to 11 minutes old.');
			expect(run.hint).not.toContain('earlier executions');
		},
	);

	test.each([
		['after 15 minutes', 16, {}],
		['with Reuse Pages 0', 1, { reusePages: 0 }],
	])('is bought again %s', async (_label, minutes, options) => {
		const context = await loseRound();
		passMinutes(minutes);
		const run = await world.run(posts(options), { ...round, context, reuses: true });
		expect(run.records).toHaveLength(6);
		expect(world.emulator.ledger).toHaveLength(4);
		expect(run.report[0]).toMatchObject({ reusedAge: null });
	});
});

test('a call that another node of the same execution has lost is not one of an earlier execution', async () => {
	skipTime();
	loses({ kind: 'reset', match: { page: 1 } });
	const executionId = 'two nodes';
	await runWithoutList(posts(), { items, executionId });
	const other = await world.run(posts(), { items, executionId });
	expect(other.records).toHaveLength(6);
	expect(statementOf(other)).toMatchObject({ calls: 2, cost: dollars(3 * PRICE) });
	expect(other.hint).not.toContain('earlier executions');
});

describe('a search', () => {
	test('takes ten seconds at most if its requests fail', async () => {
		skipTime();
		runsAre('down');
		world.emulator.addFault({ kind: 'server' });
		const begun = Date.now();
		const run = await world.run(posts(), { items, ...CONTINUE });
		expect(codesOf(run)).toEqual(['GATEWAY_ERROR']);
		expect(Date.now() - begun).toBeLessThan(12_000);
		expect(world.emulator.freeLedger.length).toBeGreaterThan(3);
		expect(world.emulator.freeLedger.length).toBeLessThan(8);
	});

	test.each([
		['missing', 2],
		['forbidden', 2],
	] as const)('has no effect if the list is %s', async (runs, looks) => {
		world.emulator.configure({ freeRoutes: { runs } });
		for (const list of ['a size-2', 'b size-2']) {
			world.emulator.addFault({ kind: 'reset', match: { key: list } });
			const run = await world.run(posts(), { items: [{ list }], ...CONTINUE });
			expect(codesOf(run)).toEqual(['NO_ANSWER']);
			expect(statementOf(run)).toMatchObject({ calls: 1, cost: 0, possible: PRICE });
		}
		// The key may be allowed to list them at any time.
		expect(world.emulator.freeLedger).toHaveLength(looks);
		expect(world.emulator.ledger).toHaveLength(2);
	});

	test('continues while another item’s failure ends the calls', async () => {
		const both = [{ list: 'lost size-2' }, { list: 'fails size-2' }];
		loses({ kind: 'reset', match: { key: 'lost size-2' }, run: { endsAfterMs: 300 } });
		loses({ kind: 'refused', delayMs: 100, match: { key: 'fails size-2' } });
		const run = await world.run(posts(), { items: both });
		expect(run.status).toBe('error');
		expect(statementOf(run)).toMatchObject({ calls: 2, cost: PRICE, possible: 0 });
		await world.run(posts(), { items: both });
		expect(world.emulator.ledger).toHaveLength(3);
	});

	test.each([
		['the slot of its call', { concurrency: 1 }, 1],
		['the reserved price', {}, PRICE],
	])('keeps %s', async (_label, options, maxCost) => {
		const both = [{ list: 'lost size-2' }, { list: 'other size-2' }];
		loses({ kind: 'reset', match: { key: 'lost size-2' }, run: { endsAfterMs: 300 } });
		const run = await world.run(posts(options, { maxCost }), { items: both, ...CONTINUE });
		const [lost, other] = world.emulator.ledger;
		if (maxCost === 1) expect(other!.at - lost!.at).toBeGreaterThanOrEqual(300);
		else expect([codesOf(run), other]).toEqual([['MAX_COST'], undefined]);
	});
});
