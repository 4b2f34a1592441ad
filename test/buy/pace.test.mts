import { beforeEach, describe, expect, jest, test } from '@jest/globals';

import type * as paceModule from '../../nodes/DataAccess/buy/pace.ts';
import { built } from '../harness/built.mts';
import { outside } from '../harness/native.mts';

const { Pace, pause, paceOf } = built<typeof paceModule>('buy/pace');

const never = () => false;

/** The clock stands still unless a test moves it. */
let now: number;
beforeEach(() => {
	now = 1_000_000;
	jest.spyOn(outside.Date, 'now').mockImplementation(() => now);
});

/** Lets everything run that waits for nothing else. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Calls that want to begin, and how many of them have. */
async function enterAll(pace: paceModule.Pace, count: number, isOver = never) {
	const entered: boolean[] = [];
	for (let call = 0; call < count; call++) void pace.enter(isOver).then((may) => entered.push(may));
	await settled();
	return entered;
}

/** A pace at which a limit met so many calls in parallel, and they have ended since. */
async function limitedAt(parallel: number, ms = 0): Promise<paceModule.Pace> {
	const pace = new Pace();
	await enterAll(pace, parallel);
	// The one that met the limit has left before it is said.
	pace.leave(false);
	pace.slowDown(ms);
	for (let call = 1; call < parallel; call++) pace.leave(false);
	return pace;
}

test('without a rate limit every call begins at once', async () => {
	expect(await enterAll(new Pace(), 50)).toEqual(Array(50).fill(true));
	expect(new Pace().wait).toBe(0);
});

test.each([
	[1, 1],
	[2, 1],
	[3, 1],
	[4, 2],
	[9, 4],
])('after a limit that met %i parallel calls, %i begin', async (parallel, places) => {
	const pace = await limitedAt(parallel);
	expect(await enterAll(pace, 10)).toEqual(Array(places).fill(true));
});

test('calls that met the same limit together are halved once', async () => {
	const pace = new Pace();
	await enterAll(pace, 8);
	for (let call = 0; call < 3; call++) {
		pace.leave(false);
		pace.slowDown(1000);
	}
	for (let call = 3; call < 8; call++) pace.leave(false);
	now += 1000;
	expect(await enterAll(pace, 10)).toEqual(Array(4).fill(true));
});

test('a limit behind the wait halves once more, and the longest wait counts', async () => {
	const pace = await limitedAt(8, 1000);
	expect(pace.wait).toBe(1000);
	pace.slowDown(400);
	expect(pace.wait).toBe(1000);
	pace.slowDown(3000);
	expect(pace.wait).toBe(3000);
	now += 3000;
	expect(pace.wait).toBe(0);
	expect(await enterAll(pace, 4)).toEqual(Array(4).fill(true));
	for (let call = 0; call < 4; call++) pace.leave(false);
	pace.slowDown(0);
	expect(await enterAll(pace, 10)).toHaveLength(1);
});

test('no call begins before the wait is over', async () => {
	const pace = await limitedAt(4, 50);
	expect(await enterAll(pace, 1)).toEqual([]);
	now += 49;
	expect(await enterAll(pace, 1)).toEqual([]);
	now += 1;
	expect(await pace.enter(never)).toBe(true);
});

describe('calls that succeed', () => {
	/** Begins and ends a call at a time. */
	async function succeed(pace: paceModule.Pace, calls: number): Promise<void> {
		for (let call = 0; call < calls; call++) {
			await pace.enter(never);
			pace.leave(true);
		}
	}

	test.each([
		[1, 2],
		[2, 3],
		[4, 3],
		[5, 4],
	])('%i of them give %i places', async (successes, places) => {
		const pace = await limitedAt(5);
		await succeed(pace, successes);
		// Four of five would be as many as before: then the limit is forgotten.
		const begun = await enterAll(pace, 10);
		expect(begun).toHaveLength(places);
	});

	test('to as many as before, and the limit is forgotten', async () => {
		const pace = await limitedAt(5);
		expect(pace.isIdle).toBe(false);
		await succeed(pace, 2 + 3 + 4);
		expect(pace.isIdle).toBe(true);
		expect(await enterAll(pace, 20)).toHaveLength(20);
		expect(pace.isIdle).toBe(false);
	});

	test('behind a second limit still go back to as many as before the first', async () => {
		const pace = await limitedAt(8);
		await enterAll(pace, 4);
		pace.leave(false);
		pace.slowDown(0);
		for (let call = 1; call < 4; call++) pace.leave(false);
		await succeed(pace, 2 + 3);
		expect(await enterAll(pace, 10)).toHaveLength(4);
	});

	test('count only one after the other, and only behind the wait', async () => {
		const pace = await limitedAt(5);
		await succeed(pace, 1);
		await pace.enter(never);
		pace.leave(false);
		await succeed(pace, 1);
		expect(await enterAll(pace, 10)).toHaveLength(2);

		const waiting = new Pace();
		await enterAll(waiting, 5);
		waiting.leave(false);
		waiting.slowDown(1000);
		for (let call = 1; call < 5; call++) waiting.leave(true);
		now += 1000;
		expect(await enterAll(waiting, 10)).toHaveLength(2);
	});
});

test('a place that becomes free goes to the call that has waited longest', async () => {
	const pace = await limitedAt(2);
	expect(await pace.enter(never)).toBe(true);
	const order: number[] = [];
	for (const call of [1, 2]) void pace.enter(never).then(() => order.push(call));
	pace.leave(false);
	await settled();
	expect(order).toEqual([1]);
	pace.leave(false);
	await settled();
	expect(order).toEqual([1, 2]);
});

test('an execution that ends frees its waiting calls, and takes no place from others', async () => {
	const pace = await limitedAt(2);
	await pace.enter(never);
	let isOver = false;
	const ending = enterAll(pace, 2, () => isOver);
	const other = enterAll(pace, 1);
	expect([await ending, await other]).toEqual([[], []]);
	isOver = true;
	pace.leave(false);
	await settled();
	expect([await ending, await other]).toEqual([[false, false], [true]]);
});

test.each([1, 3])('those that wait are told at once: %i', async (count) => {
	const pace = await limitedAt(2);
	await pace.enter(never);
	let isOver = false;
	const ended = await enterAll(pace, count, () => isOver);
	isOver = true;
	pace.wakeAll();
	await settled();
	expect(ended).toEqual(Array(count).fill(false));
});

test.each([
	['no time', 0],
	['a time that is over', -5],
])('%s is not waited for', async (_label, ms) => {
	let asked = 0;
	await pause(ms, () => ++asked > 0);
	expect(asked).toBe(0);
});

test('a millisecond is waited for', async () => {
	let asked = 0;
	await pause(1, () => ++asked > 0);
	expect(asked).toBe(1);
});

test('a wait ends when there is no point in it any more, or when it is over', async () => {
	let looks = 0;
	await pause(3_600_000, () => ++looks > 2);
	expect(looks).toBe(3);
	looks = 0;
	await pause(250, () => {
		now += 90;
		looks += 1;
		return false;
	});
	expect(looks).toBe(3);
});

test('a credential has one pace, forgotten once nobody uses it and there is nothing to remember', async () => {
	const busy = paceOf('busy');
	await enterAll(busy, 1);
	const idle = paceOf('idle');
	expect(paceOf('idle')).toBe(idle);
	expect(paceOf('another')).not.toBe(idle);
	expect(paceOf('idle')).not.toBe(idle);
	expect(paceOf('busy')).toBe(busy);
});
