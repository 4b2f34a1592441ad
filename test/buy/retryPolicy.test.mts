import { expect, test } from '@jest/globals';

import { pauseForAll, waitBeforeAgain } from '../../nodes/DataAccess/buy/retryPolicy.ts';
import type { Failure } from '../../nodes/DataAccess/shared/failure.ts';

type Row = [
	label: string,
	failure: Pick<Failure, 'retry' | 'retryAfter'>,
	attempt: number,
	/** Milliseconds with the least and the most jitter; null for no further call. */
	waits: [number, number] | null,
];

const rows: Row[] = [
	['an uncharged failure', { retry: 'safe' }, 0, [250, 500]],
	['its second time', { retry: 'safe' }, 1, [500, 1000]],
	['its third time', { retry: 'safe' }, 2, [1000, 2000]],
	['its fourth time', { retry: 'safe' }, 3, null],
	['an uncertain outcome', { retry: 'uncertain' }, 0, null],
	['a final failure', { retry: 'never' }, 0, null],
	['Retry-After', { retry: 'safe', retryAfter: 7 }, 0, [7000, 7000]],
	['Retry-After: 0', { retry: 'safe', retryAfter: 0 }, 0, [0, 0]],
	['the longest Retry-After', { retry: 'safe', retryAfter: 300 }, 0, [300_000, 300_000]],
	['a longer one', { retry: 'safe', retryAfter: 301 }, 0, null],
	['Retry-After for the fourth time', { retry: 'safe', retryAfter: 1 }, 3, null],
	['Retry-After of a final failure', { retry: 'never', retryAfter: 1 }, 0, null],
];

test.each(rows)(
	'whether a call is made again, and after what wait: %s',
	(_label, failure, attempt, waits) => {
		const decided = [0, 1].map((random) => waitBeforeAgain(failure, attempt, random));
		expect(decided).toEqual([0, 1].map((end) => waits?.[end]));
	},
);

test.each([
	['without Retry-After, as long as a first retry', {}, 500],
	['Retry-After', { retryAfter: 2 }, 2000],
	['the longest Retry-After', { retryAfter: 300 }, 300_000],
	['a Retry-After that is longer than this run waits', { retryAfter: 3600 }, 30_000],
])('a rate limit holds back all calls of the credential: %s', (_label, failure, wait) => {
	expect(pauseForAll(failure, 1)).toBe(wait);
});
