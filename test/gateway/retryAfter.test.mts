import { expect, test } from '@jest/globals';

import { waitIn } from '../../nodes/DataAccess/gateway/retryAfter.ts';

const date = 'Sun, 01 Mar 2026 12:00:00 GMT';

test.each<[unknown, number | undefined]>([
	[' 7 ', 7],
	['2.5', 2.5],
	['0.01', 0.1],
	[5, 5],
	['86400', 86_400],
	// Measured against the clock that wrote it.
	['Sun, 01 Mar 2026 12:00:09 GMT', 9],
	['Sun, 01 Mar 2026 11:59:51 GMT', undefined],
	// No calendar holds that day.
	['1e300', undefined],
	...['0', undefined, '', '-5', '0x10', 'soon', '5 apples', ['5'], { toString: 1 }].map(
		(value): [unknown, undefined] => [value, undefined],
	),
])('of Retry-After %j is waited %d seconds', (value, seconds) => {
	expect(waitIn({ date, 'retry-after': value })).toBe(seconds);
});

test.each<[object, unknown, number | undefined]>([
	[{}, { retry_after: 7 }, 7],
	[{}, { code: 'x', error: { retryAfter: '7' } }, 7],
	[{ 'retry-after': '3' }, { retry_after: 7 }, 3],
	[{}, { retry_after_ms: 7000, wait: 7, 'x-ratelimit-reset': '7' }, undefined],
	[{ 'x-ratelimit-reset': '7', 'retry-after-ms': '7' }, undefined, undefined],
])('by the headers %j and the body %j', (headers, body, seconds) => {
	expect(waitIn({ ...headers }, body)).toBe(seconds);
});

test('a date without a clock beside it is measured against this one', () => {
	const soon = new Date(Date.now() + 60_000).toUTCString();
	expect(waitIn({ 'retry-after': soon })).toBeGreaterThan(50);
});
