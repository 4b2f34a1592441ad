import { describe, expect, jest, test } from '@jest/globals';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Fault } from '../../emulator/emulator.mts';
import { sumsIn } from '../harness/money.mts';
import { outside } from '../harness/native.mts';
import { getPosts, searchImages } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { PollRunOptions } from '../harness/world.mts';

const world = useWorld({ settings: { size: 30 } });

let triggers = 0;

/** An active trigger: its schedule, and what n8n keeps of it. */
function activeTrigger() {
	const id = `trigger ${++triggers}`;
	const staticData: IDataObject = {};
	const activation = {};
	return async (parameters: IDataObject = {}, options: Partial<PollRunOptions> = {}) => {
		const before = world.emulator.ledger.length;
		const all = { ...getPosts.parameters('u'), ...parameters };
		const polled = await world
			.poll(all, { staticData, id, activation, ...options })
			.catch((error: Error) => ({ error, output: undefined, logged: [] }));
		const calls = world.emulator.ledger.length - before;
		return { ...polled, calls, error: 'error' in polled ? polled.error : undefined };
	};
}

/** Whether a warning says where the rest is to be had. */
const hasNext = (warning: string) => /\{.*\}$/.test(warning);

const { Date } = outside;
const now = Date.now.bind(Date);

/** From now on it is so many minutes later than it is. */
function itIsLater(minutes: number): void {
	jest.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000);
}

const limited = (seconds: number): Fault => ({
	kind: 'rateLimited',
	retryAfter: 'seconds',
	retryAfterSeconds: seconds,
});

describe('after a failure, no call is made until the wait is over', () => {
	test.each<[string, Fault, number]>([
		['a dead key', { kind: 'refused', httpStatus: 401 }, 10],
		['a balance that is too low', { kind: 'refused', httpStatus: 402 }, 10],
		['an address that is wrong', { kind: 'refused', httpStatus: 404 }, 10],
		['a page that the node cannot read', { kind: 'unknownShape' }, 10],
		['a call that may have been charged', { kind: 'server', httpStatus: 504 }, 10],
		['a call that was charged', { kind: 'server', charged: true }, 10],
		['a rate limit', limited(900), 15],
		['a rate limit beyond reason', limited(1e9), 60],
	])('%s', async (_label, fault, minutes) => {
		const poll = activeTrigger();
		world.emulator.addFault(fault);
		const failed = await poll();
		expect([failed.error !== undefined, failed.calls]).toEqual([true, 1]);
		for (let polls = 0; polls < 3; polls += 1) {
			expect(await poll()).toMatchObject({ output: null, calls: 0, logged: [] });
		}
		itIsLater(minutes - 1);
		expect(await poll()).toMatchObject({ output: null, calls: 0 });
		itIsLater(minutes + 0.1);
		expect(await poll()).toMatchObject({ error: undefined, calls: 1 });
		expect(await poll()).toMatchObject({ error: undefined, calls: 1 });
	});

	// n8n tries a failed activation five times within 15 seconds.
	test('a call that was charged is not made again by an activation that n8n tries again', async () => {
		const poll = activeTrigger();
		world.emulator.addFault({ kind: 'server', charged: true });
		expect((await poll({}, { activation: {} })).error).toBeDefined();
		for (let tries = 0; tries < 4; tries++) {
			const again = await poll({}, { activation: {} });
			expect(again).toMatchObject({ error: undefined, output: null, calls: 0 });
		}
	});

	test('but a gateway that could not be reached is asked again', async () => {
		const poll = activeTrigger();
		const nowhere = { credential: { baseUrl: 'http://127.0.0.1:9' } };
		expect((await poll({}, nowhere)).error).toBeDefined();
		expect(await poll({}, { activation: {} })).toMatchObject({ calls: 1 });
	});

	test.each<[string, IDataObject, Partial<PollRunOptions>]>([
		['another parameter', { userId: 'v' }, {}],
		['another API key', {}, { credential: { provider: 'another' } }],
	])('but %s polls at once', async (_label, parameters, options) => {
		const poll = activeTrigger();
		world.emulator.addFault({ kind: 'refused', httpStatus: 401 });
		expect((await poll()).error).toBeDefined();
		expect(await poll()).toMatchObject({ output: null, calls: 0 });
		expect((await poll(parameters, { ...options, activation: {} })).calls).toBe(1);
	});

	test('but a manual test is made', async () => {
		const poll = activeTrigger();
		world.emulator.addFault({ kind: 'refused', httpStatus: 401 });
		expect((await poll()).error).toBeDefined();
		expect(await poll({}, { mode: 'manual', activation: {} })).toMatchObject({ calls: 1 });
	});

	test('and whoever activates the workflow is told again what to correct', async () => {
		const poll = activeTrigger();
		world.emulator.addFault({ kind: 'refused', httpStatus: 401 });
		await poll();
		const activation = {};
		const again = await poll({}, { activation });
		expect(again).toMatchObject({ calls: 0, error: { failure: { cause: 'credential-invalid' } } });
		expect(await poll({}, { activation })).toMatchObject({ error: undefined, calls: 0 });
	});

	test('a warning says so, once', async () => {
		const poll = activeTrigger();
		const logged: string[] = [];
		world.emulator.addFault({ kind: 'refused', httpStatus: 401 });
		await poll({}, { logged });
		await poll({}, { logged });
		expect(logged).toHaveLength(1);
	});
});

describe("n8n's log tells what polls cost", () => {
	test('one line for each poll that bought', async () => {
		const poll = activeTrigger();
		const { spent } = (await poll()) as { spent: string[] };
		expect(spent.map(sumsIn)).toMatchObject([{ calls: 1, cost: 0.0015 }]);
		expect(await poll({ maxCost: 0.0001 }, { activation: {} })).toMatchObject({
			spent: [],
			calls: 0,
		});
	});
});

describe('where n8n waits only for a while', () => {
	/** From now on each call takes so many seconds, and so does what follows the last one. */
	function callsTake(seconds: number): void {
		const before = world.emulator.ledger.length;
		const taken = () => (world.emulator.ledger.length - before) * seconds * 1000;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + taken());
	}
	const add = (count: number) =>
		world.emulator.changeList(getPosts.name, getPosts.listKey('u'), { add: count });
	const idsOf = ({ output }: { output?: unknown }) =>
		((output as INodeExecutionData[][] | null)?.[0] ?? []).map(({ json }) => json.id);
	const pagesFrom = (index: number) => world.emulator.ledger.slice(index).map(({ page }) => page);

	test.each<[string, number, number, number]>([
		['36 s, of which a call takes 6.5', 36_000, 6.5, 4],
		['36 s, of which a call takes 10', 36_000, 10, 2],
		['5 minutes, of which a call takes 90 s', 300_000, 90, 3],
	])('its time ends a poll like Max Cost: %s', async (_label, budget, seconds, calls) => {
		const poll = activeTrigger();
		await poll();
		add(70);
		callsTake(seconds);
		const logged: string[] = [];
		const cut = await poll({}, { budget, logged });
		expect([cut.calls, idsOf(cut).length]).toEqual([calls, calls * 12]);
		expect(logged.map(hasNext)).toEqual([true]);
		itIsLater(60);
		expect(await poll({}, { budget, activation: {} })).toMatchObject({ output: null, calls: 1 });
	});

	test.each([36_000, 300_000])(
		'%i ms are enough for 70 records, of which a call takes 4 s',
		async (budget) => {
			const poll = activeTrigger();
			await poll();
			add(70);
			callsTake(4);
			const whole = await poll({}, { budget });
			expect([whole.calls, idsOf(whole).length, whole.logged]).toEqual([6, 70, []]);
		},
	);

	test('a poll that is late is not remembered, and the next one has its pages', async () => {
		const poll = activeTrigger();
		await poll();
		add(40);
		const before = world.emulator.ledger.length;
		// Whatever held it up did so behind its last call.
		const isOver = () => world.emulator.ledger.length === before + 4;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + (isOver() ? 301_000 : 0));
		const logged: string[] = [];
		const late = await poll({}, { budget: 300_000, logged });
		expect([late.output, late.calls]).toEqual([null, 4]);
		expect(logged.map(hasNext)).toEqual([false]);
		// They reach down to what the first poll has seen.
		const next = await poll({}, { budget: 300_000 });
		expect([next.calls, idsOf(next).length]).toEqual([0, 40]);
	});

	test('the first call has what is left, though it asks for more', async () => {
		const poll = activeTrigger();
		world.emulator.addFault({ kind: 'hang' });
		const { error } = await poll({}, { budget: 2000 });
		expect(error).toMatchObject({ errorResponse: { code: 'DEADLINE' } });
	});

	test('a wait that does not fit ends a poll with what it has, and the next one reads again', async () => {
		const poll = activeTrigger();
		await poll();
		add(30);
		world.emulator.addFault({ ...limited(56), match: { page: 2 } });
		const from = world.emulator.ledger.length;
		const cut = await poll({}, { budget: 60_000 });
		expect([cut.error, idsOf(cut).length, pagesFrom(from)]).toEqual([undefined, 12, [1, 2]]);
		expect(cut.logged.map(hasNext)).toEqual([false]);
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 57_000);
		const rest = await poll({}, { budget: 60_000, activation: {} });
		expect([idsOf(rest).length, rest.calls]).toEqual([18, 3]);
	});

	test('a poll makes no call if a rate limit of another run outlasts its time', async () => {
		const poll = activeTrigger();
		await poll();
		add(30);
		// A wait of so long ends the other run at once, and holds back all calls for half a minute.
		world.emulator.addFault(limited(301));
		await world.run(searchImages.parameters('other'));
		const logged: string[] = [];
		const cut = await poll({}, { budget: 30_000, logged });
		expect(cut).toMatchObject({ error: undefined, output: null, calls: 0 });
		expect(logged).toEqual([]);
	});

	test('a wait that fits is waited for', async () => {
		const poll = activeTrigger();
		await poll();
		add(30);
		world.emulator.addFault({ kind: 'rateLimited', match: { page: 2 } });
		const from = world.emulator.ledger.length;
		const whole = await poll({}, { budget: 60_000 });
		expect([idsOf(whole).length, pagesFrom(from)]).toEqual([30, [1, 2, 2, 3]]);
	});
});
