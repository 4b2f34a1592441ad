import { describe, expect, jest, test } from '@jest/globals';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Fault } from '../../emulator/emulator.mts';
import { passMinutes, skipWaits } from '../harness/clock.mts';
import { outside } from '../harness/native.mts';
import { getPosts, searchImages } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';
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
		const logged: string[] = [];
		const all = { ...getPosts.parameters('u'), ...parameters };
		const polled = await world
			.poll(all, { staticData, id, activation, logged, ...options })
			.catch((error: Error) => ({ error, output: undefined, spent: [] }));
		const items: INodeExecutionData[] = polled.output?.[0] ?? [];
		const bought = world.emulator.ledger.slice(before).map(({ page }) => page);
		const error = 'error' in polled ? polled.error : undefined;
		// Whether its one warning says where the rest is to be had.
		const rests = logged.map((warning) => /\{.*\}$/.test(warning));
		const said = logged.join().replace('Data Access Trigger: ', '');
		const { output, spent } = polled;
		return { output, records: items.length, bought, error, spent, rests, said };
	};
}

const refused: Fault = { kind: 'refused', httpStatus: 401 };
const broke: Fault = { kind: 'refused', httpStatus: 402 };
const limited = (retryAfterSeconds: number): Fault => ({
	kind: 'rateLimited',
	retryAfter: 'seconds',
	retryAfterSeconds,
});
const NOTHING = { error: undefined, output: null, bought: [], spent: [], rests: [] };
const again = () => ({ activation: {} });

describe('after a failure, no call is made until the wait is over', () => {
	test.each<[string, Fault, number]>([
		['a dead key', refused, 10],
		['a balance that is too low', broke, 10],
		['a page that the node cannot read', { kind: 'unknownShape' }, 10],
		['a call that may have been charged', { kind: 'server', httpStatus: 504 }, 10],
		['a rate limit', limited(900), 15],
		['a rate limit beyond reason', limited(1e9), 60],
	])('%s', async (_label, fault, minutes) => {
		const poll = activeTrigger();
		world.emulator.addFault(fault);
		const failed = await poll();
		expect([failed.error !== undefined, failed.bought, failed.said]).toEqual([
			true,
			[1],
			`The poll failed. No call is made for ${minutes} minutes, unless the parameters or the credential change.`,
		]);
		expect(await poll()).toMatchObject(NOTHING);
		passMinutes(minutes - 0.1);
		expect(await poll()).toMatchObject(NOTHING);
		passMinutes(0.2);
		expect(await poll()).toMatchObject({ error: undefined, bought: [1], spent: { length: 1 } });
	});

	// n8n tries a failed activation five times within 15 seconds.
	test.each<[string, Fault, object | undefined]>([
		['a call that was charged is not made again', { kind: 'server', charged: true }, undefined],
		['whoever activates is told again what to correct', refused, { cause: 'credential-invalid' }],
		['and that the balance is too low', broke, { cause: 'quota-exhausted' }],
	])('by another activation: %s', async (_label, fault, failure) => {
		const poll = activeTrigger();
		world.emulator.addFault(fault);
		await poll({}, again());
		const activation = {};
		const first = { error: failure && { failure }, bought: [] };
		expect(await poll({}, { activation })).toMatchObject(first);
		expect(await poll({}, { activation })).toMatchObject({ error: undefined, bought: [] });
	});

	const paused = {};
	const nowhere = { credential: { baseUrl: 'http://127.0.0.1:9' } };
	test.each<[string, Partial<PollRunOptions>, IDataObject, Partial<PollRunOptions>]>([
		['a gateway that could not be reached is asked again', nowhere, {}, {}],
		['a failed manual test holds up no poll', { mode: 'manual' }, {}, {}],
		['another parameter polls at once', paused, { userId: 'v' }, {}],
		['so does another credential', paused, {}, { credential: { provider: 'another' } }],
		['a manual test is made', paused, {}, { mode: 'manual' }],
	])('but %s', async (_label, before, parameters, options) => {
		skipWaits();
		const poll = activeTrigger();
		if (before !== nowhere) world.emulator.addFault(refused);
		expect((await poll({}, before)).error).toBeDefined();
		if (before === paused) expect(await poll()).toMatchObject(NOTHING);
		expect((await poll(parameters, { ...options, ...again() })).bought).toHaveLength(1);
	});
});

describe('where n8n waits only for a while', () => {
	/** A trigger with a baseline, and so many new records since. */
	async function grown(add: number) {
		const poll = activeTrigger();
		await poll();
		world.emulator.changeList(getPosts.name, getPosts.listKey('u'), { add });
		return poll;
	}
	/** From now on each call takes so many seconds, and nothing else any. */
	function callsTake(secondsOf: (calls: number) => number): void {
		const begun = world.emulator.ledger.length;
		const now = outside.Date.now.bind(outside.Date);
		const start = now();
		const taken = () => secondsOf(world.emulator.ledger.length - begun) * 1000;
		// A busy machine takes no time of the poll's.
		const passed = () => Math.ceil((now() - start) / 100);
		jest.spyOn(outside.Date, 'now').mockImplementation(() => start + passed() + taken());
	}

	test.each<[string, number, number, number]>([
		['36 s, of which a call takes 6.5', 36_000, 6.5, 4],
		['36 s, of which a call takes 10', 36_000, 10, 2],
		['5 minutes, of which a call takes 90 s', 300_000, 90, 3],
	])('its time ends a poll like Max Cost: %s', async (_label, budget, seconds, calls) => {
		const poll = await grown(70);
		callsTake((made) => made * seconds);
		const cut = await poll({}, { budget });
		expect([cut.bought.length, cut.records, cut.rests]).toEqual([calls, calls * 12, [true]]);
		passMinutes(60);
		expect(await poll({}, { budget, ...again() })).toMatchObject({ output: null, bought: [1] });
	});

	test('a poll that is late is not remembered, and the next one has its pages', async () => {
		const poll = await grown(40);
		// Whatever held it up did so behind its last call.
		callsTake((made) => (made === 4 ? 301 : 0));
		const late = await poll({}, { budget: 300_000 });
		expect([late.output, late.bought.length, late.said]).toEqual([
			null,
			4,
			'The poll took longer than n8n waits for it. What it bought is kept for 15 minutes: a poll within that time uses it at no further cost. Lower Max Cost (USD) if this happens again.',
		]);
		// They reach down to what the first poll has seen.
		const next = await poll({}, { budget: 300_000 });
		expect([next.bought, next.records]).toEqual([[], 40]);
	});

	test('the first call has what is left, though it asks for more', async () => {
		world.emulator.addFault({ kind: 'hang' });
		const { error } = await activeTrigger()({}, { budget: 1200 });
		expect(error).toMatchObject({ errorResponse: { code: 'DEADLINE' } });
	});

	test('a wait that does not fit ends a poll with what it has, and the next one reads again', async () => {
		const poll = await grown(30);
		world.emulator.addFault({ ...limited(56), match: { page: 2 } });
		const cut = await poll({}, { budget: 60_000 });
		expect(cut).toMatchObject({ error: undefined, records: 12, bought: [1, 2], rests: [false] });
		passMinutes(57 / 60);
		const rest = await poll({}, { budget: 60_000, ...again() });
		expect(rest).toMatchObject({ records: 18, bought: [1, 2, 3] });
	});

	test('a poll makes no call if a rate limit of another run outlasts its time', async () => {
		const poll = await grown(30);
		// A wait of so long ends the other run at once, and holds back all calls for half a minute.
		world.emulator.addFault(limited(301));
		await world.run(searchImages.parameters('other'));
		expect(await poll({}, { budget: 30_000 })).toMatchObject(NOTHING);
	});
});
