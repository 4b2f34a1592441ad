import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../emulator/emulator.mts';
import { outside } from '../harness/native.mts';
import { getPosts } from '../harness/operations.mts';
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

const { Date } = outside;
const now = Date.now.bind(Date);

/** From now on it is so many minutes later than it is. */
function itIsLater(minutes: number): void {
	jest.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000);
}

afterEach(() => void jest.restoreAllMocks());

const limited = (seconds: number): Fault => ({
	kind: 'rateLimited',
	retryAfter: 'seconds',
	retryAfterSeconds: seconds,
});

describe('after a failure, no call is made until the wait is over', () => {
	test.each<[string, Fault, number]>([
		['a dead key', { kind: 'refused', httpStatus: 401 }, 30],
		['an address that is wrong', { kind: 'refused', httpStatus: 404 }, 30],
		['a page that the node cannot read', { kind: 'unknownShape' }, 30],
		['a rate limit', limited(600), 10],
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

	test.each<[string, Fault]>([
		['a gateway that is down', { kind: 'server', httpStatus: 503 }],
		['a balance that is too low', { kind: 'refused', httpStatus: 402 }],
	])('but %s is asked again by the next poll', async (_label, fault) => {
		const poll = activeTrigger();
		world.emulator.addFault(fault);
		expect((await poll()).error).toBeDefined();
		expect(await poll()).toMatchObject({ error: undefined, calls: 1 });
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

	test('and whoever activates the workflow is told again', async () => {
		const poll = activeTrigger();
		world.emulator.addFault(limited(600));
		await poll();
		itIsLater(4);
		const again = await poll({}, { activation: {} });
		expect(again).toMatchObject({ calls: 0, error: { failure: { cause: 'rate-limited' } } });
		const { failure } = again.error as unknown as { failure: { retryAfterMs: number } };
		expect(Math.round(failure.retryAfterMs / 60_000)).toBe(6);
	});

	test('a warning says so, once', async () => {
		const poll = activeTrigger();
		const logged: string[] = [];
		world.emulator.addFault({ kind: 'refused', httpStatus: 401 });
		await poll({}, { logged });
		await poll({}, { logged });
		expect(logged).toEqual([
			'Data Access Trigger: The poll failed. No call is made for 30 minutes, unless the parameters or the credential change.',
		]);
	});
});

describe("n8n's log tells what polls cost", () => {
	test('one line for each poll that bought', async () => {
		const poll = activeTrigger();
		const { spent } = (await poll()) as { spent: string[] };
		expect(spent).toEqual([
			expect.stringMatching(/^Data Access Trigger: 1 call, \$0\.0015, 12 records\. Stopped at/),
		]);
		expect(await poll({ maxCost: 0.0001 }, { activation: {} })).toMatchObject({
			spent: [],
			calls: 0,
		});
	});
});
