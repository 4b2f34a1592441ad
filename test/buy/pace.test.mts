import { describe, expect, jest, test } from '@jest/globals';

import { buyPage } from '../../nodes/DataAccess/buy/buyPage.ts';
import { Pace, paceFor, waitBeforeAgain } from '../../nodes/DataAccess/buy/pace.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';
import type { Failure } from '../../nodes/DataAccess/shared/failure.ts';
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

test('a pass without patience does not wait for the first call after a rate limit', async () => {
	const pace = paceFor('patience');
	pace.observe(limited(0), PATIENCE);
	pace.begin();
	const execution = { money: { allows: () => 'yes' } };
	const means = { scope: 'patience', halt: {}, callsUntil: Infinity } as never;
	const pass = { patience: 0, waiting: () => 0, execution };
	const outcome = await buyPage(means, { pass } as never);
	expect(outcome).toMatchObject({ failure: { code: 'RATE_LIMITED', retryAfter: 1 } });
});

test('a clock that is set back makes no wait longer', () => {
	let now = 10_000_000;
	jest.spyOn(outside.Date, 'now').mockImplementation(() => now);
	jest.spyOn(outside.Math, 'random').mockReturnValue(0);
	const pace = paceFor('set back');
	pace.observe(limited(5), PATIENCE);
	now -= 3_600_000;
	expect(pace.wait).toBe(5_000);
	now += 4_000;
	expect(pace.wait).toBe(1_000);
	now += 1_000;
	expect(pace.wait).toBe(0);
});

type Row = [
	label: string,
	failure: Partial<Failure>,
	/** How many calls have failed. */
	attempts: number,
	/** Milliseconds with the least and the most jitter. */
	waits: [number, number],
];

const NEVER: [number, number] = [Infinity, Infinity];

const rows: Row[] = [
	['an uncharged failure', {}, 1, [250, 500]],
	['the second failure', {}, 2, [500, 1000]],
	['the third failure', {}, 3, [1000, 2000]],
	['the fourth failure', {}, 4, NEVER],
	['a failure that may have been charged', { charged: 'maybe' }, 1, NEVER],
	['an uncertain outcome', { retry: 'uncertain' }, 1, NEVER],
	['a final failure', { retry: 'never' }, 1, NEVER],
	['Retry-After', { retryAfter: 7 }, 1, [7000, 7000]],
	['Retry-After: 0', { retryAfter: 0 }, 1, [0, 0]],
	['the longest Retry-After', { retryAfter: 300 }, 1, [300_000, 300_000]],
	['Retry-After with the fourth failure', { retryAfter: 1 }, 4, NEVER],
	['Retry-After of a final failure', { retry: 'never', retryAfter: 1 }, 1, NEVER],
];

test.each(rows)('whether and when a call is retried: %s', (_label, failure, attempts, waits) => {
	const decided = [0, 1].map((random) => {
		jest.spyOn(outside.Math, 'random').mockReturnValue(random);
		return waitBeforeAgain({ charged: 'no', retry: 'safe', ...failure }, attempts);
	});
	expect(decided).toEqual(waits);
});

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
