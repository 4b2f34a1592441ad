import { describe, expect, jest, test } from '@jest/globals';

import { Pace, paceFor, waitBeforeAgain } from '../../nodes/DataAccess/buy/pace.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';
import { passMinutes } from '../harness/clock.mts';
import { outside } from '../harness/native.mts';

test('a credential keeps its pace for an hour after the last request', () => {
	const pace = paceFor('hour');
	for (const minutes of [59, 59]) {
		passMinutes(minutes);
		expect(paceFor('hour')).toBe(pace);
	}
});

const limited = (retryAfter?: number) => ({ failure: failureOf('RATE_LIMITED', { retryAfter }) });
const PAGE = { payload: {}, text: '' };
const PATIENCE = 300_000;

test.each([
	['at least', undefined, 0, [250, 500, 1000]],
	['at most', undefined, 1, [500, 1000, 2000]],
	['with Retry-After', 7, 1, [7000, 7000, 7000]],
])(
	'the milliseconds before the three retries of a call: %s',
	(_label, retryAfter, random, waits) => {
		jest.spyOn(outside.Math, 'random').mockReturnValue(random);
		const failure = failureOf('RUN_TIMED_OUT', { retryAfter });
		expect([1, 2, 3].map((attempts) => waitBeforeAgain(failure, attempts))).toEqual(waits);
	},
);

test.each([
	['without Retry-After, as before a first retry', undefined, 600, 500],
	['Retry-After', 2, 2400, 2000],
	['the longest Retry-After', 300, 301_000, 300_000],
	['a Retry-After that is longer than a run waits', 3600, 30_000, 3_600_000],
])('a rate limit delays all calls of the credential: %s', (_label, retryAfter, wait, asked) => {
	jest.spyOn(outside.Math, 'random').mockReturnValue(1);
	jest.spyOn(outside.Date, 'now').mockReturnValue(1_000_000);
	const pace = new Pace();
	pace.observe(limited(retryAfter), PATIENCE);
	expect([pace.wait, pace.requested]).toEqual([wait, asked]);
});

test('a clock that is set back makes no wait longer', () => {
	let now = 10_000_000;
	jest.spyOn(outside.Date, 'now').mockImplementation(() => now);
	jest.spyOn(outside.Math, 'random').mockReturnValue(0);
	const pace = new Pace();
	pace.observe(limited(5), PATIENCE);
	now -= 3_600_000;
	expect(pace.wait).toBe(5_000);
	now += 4_000;
	expect(pace.wait).toBe(1_000);
});

describe('after a rate limit', () => {
	/** Begins calls until no further one may begin. @returns how many it has begun */
	const fill = (pace: Pace) => {
		let begun = 0;
		for (; begun < 100 && pace.mayBegin; begun++) pace.begin();
		return begun;
	};
	/** Returns a pace with four calls, of which one has met a limit, and three are still in flight. */
	function limitedOfFour(): Pace {
		let now = 1_000_000;
		jest.spyOn(outside.Date, 'now').mockImplementation(() => (now += 10_000));
		const pace = new Pace();
		for (let call = 0; call < 4; call++) pace.begin();
		pace.end(limited(1), PATIENCE);
		return pace;
	}

	test('one call begins when those in flight have ended, and each page allows one more', () => {
		const pace = limitedOfFour();
		for (const inFlight of [2, 1]) {
			pace.end({ failure: failureOf('PLATFORM_ERROR') }, PATIENCE);
			expect([inFlight, pace.mayBegin]).toEqual([inFlight, false]);
		}
		pace.end({ failure: failureOf('PLATFORM_ERROR') }, PATIENCE);
		expect(fill(pace)).toBe(1);
		pace.end(PAGE, PATIENCE);
		expect(fill(pace)).toBe(2);
		pace.end(PAGE, PATIENCE);
		// At most three, as many as were in flight in addition to the call that met the limit.
		expect(fill(pace)).toBe(2);
		pace.end(PAGE, PATIENCE);
		expect(fill(pace)).toBe(1);
	});

	test('after five pages for each call in flight, one more may be in flight', () => {
		const pace = limitedOfFour();
		for (let page = 0; page < 3; page++) pace.end(PAGE, PATIENCE);
		expect(fill(pace)).toBe(3);
		for (let page = 3; page < 16; page++) {
			expect([page, pace.mayBegin]).toEqual([page, false]);
			pace.end(PAGE, PATIENCE);
			expect([page, fill(pace)]).toEqual([page, page < 15 ? 1 : 2]);
		}
	});

	test('a limit counts as half an attempt if no other call is in flight', () => {
		const pace = new Pace();
		expect(pace.begin()).toBe(0);
		pace.end(limited(1), PATIENCE);
		expect(pace.begin()).toBe(0.5);
	});
});
