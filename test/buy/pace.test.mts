import { expect, jest, test } from '@jest/globals';

import { buyPage } from '../../nodes/DataAccess/buy/buyPage.ts';
import { Pace, openPace, waitBeforeAgain } from '../../nodes/DataAccess/buy/pace.ts';
import type { Failure } from '../../nodes/DataAccess/shared/failure.ts';
import { passMinutes } from '../harness/clock.mts';
import { outside } from '../harness/native.mts';

test('a credential has one pace for an hour after it was last asked for', () => {
	const pace = openPace('hour');
	for (const minutes of [59, 59]) {
		passMinutes(minutes);
		expect(openPace('hour')).toBe(pace);
	}
});

test('a pass without patience waits for no call that goes first', async () => {
	const pace = openPace('patience');
	pace.slowDown({ retryAfter: 0 });
	pace.begin();
	const execution = { money: { allows: () => 'yes' } };
	const means = { scope: 'patience', halt: {} } as never;
	const outcome = await buyPage(means, { pass: { patience: 0, execution } } as never);
	expect(outcome).toMatchObject({ failure: { code: 'RATE_LIMITED', retryAfter: 1 } });
});

test('a clock that is set back makes no wait longer than it was meant to last', () => {
	let now = 10_000_000;
	jest.spyOn(outside.Date, 'now').mockImplementation(() => now);
	const pace = openPace('set back');
	pace.slowDown({ retryAfter: 5 });
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
	['its second time', {}, 2, [500, 1000]],
	['its third time', {}, 3, [1000, 2000]],
	['its fourth time', {}, 4, NEVER],
	['one that may have been charged', { charged: 'maybe' }, 1, NEVER],
	['an uncertain outcome', { retry: 'uncertain' }, 1, NEVER],
	['a final failure', { retry: 'never' }, 1, NEVER],
	['Retry-After', { retryAfter: 7 }, 1, [7000, 7000]],
	['Retry-After: 0', { retryAfter: 0 }, 1, [0, 0]],
	['the longest Retry-After', { retryAfter: 300 }, 1, [300_000, 300_000]],
	['Retry-After for the fourth time', { retryAfter: 1 }, 4, NEVER],
	['Retry-After of a final failure', { retry: 'never', retryAfter: 1 }, 1, NEVER],
];

test.each(rows)(
	'whether a call is made again, and when: %s',
	(_label, failure, attempts, waits) => {
		const decided = [0, 1].map((random) => {
			jest.spyOn(outside.Math, 'random').mockReturnValue(random);
			return waitBeforeAgain({ charged: 'no', retry: 'safe', ...failure }, attempts);
		});
		expect(decided).toEqual(waits);
	},
);

test.each([
	['without Retry-After, as long as a first retry', {}, 500],
	['Retry-After', { retryAfter: 2 }, 2000],
	['the longest Retry-After', { retryAfter: 300 }, 300_000],
	['a Retry-After that is longer than this run waits', { retryAfter: 3600 }, 30_000],
])('a rate limit holds back all calls of the credential: %s', (_label, failure, wait) => {
	jest.spyOn(outside.Math, 'random').mockReturnValue(1);
	jest.spyOn(outside.Date, 'now').mockReturnValue(1_000_000);
	const pace = new Pace();
	pace.slowDown(failure);
	expect(pace.wait).toBe(wait);
});

test('after a rate limit one call goes first, and the others when its page has come', () => {
	let now = 1_000_000;
	jest.spyOn(outside.Date, 'now').mockImplementation(() => now);
	const pace = new Pace();
	const before = [pace.begin(), pace.begin()];
	pace.slowDown({ retryAfter: 5 });
	before[0]!(false);
	expect(pace.mayBegin).toBe(false);
	now += 5000;
	expect(pace.mayBegin).toBe(true);
	const first = pace.begin();
	expect(pace.mayBegin).toBe(false);
	// It has begun before the limit, and says nothing of it.
	before[1]!(true);
	expect(pace.mayBegin).toBe(false);
	first(false);
	const second = pace.begin();
	expect(pace.mayBegin).toBe(false);
	// Its page says nothing of a limit that was met meanwhile.
	pace.slowDown({ retryAfter: 5 });
	second(true);
	now += 5000;
	const third = pace.begin();
	expect(pace.mayBegin).toBe(false);
	third(true);
	pace.begin();
	expect(pace.mayBegin).toBe(true);
});
