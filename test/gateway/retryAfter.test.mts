import { expect, test } from '@jest/globals';

import { waitIn } from '../../nodes/DataAccess/gateway/retryAfter.ts';

const date = 'Sun, 01 Mar 2026 12:00:00 GMT';

type Row = [headers: object, body: unknown, seconds: number | undefined];
const header = (value: unknown, seconds?: number): Row => [{ 'retry-after': value }, {}, seconds];

test.each<Row>([
	header(' 7 ', 7),
	header('0.01', 0.1),
	header(5, 5),
	header('86400', 86_400),
	// Measured by the clock of the answer.
	header('Sun, 01 Mar 2026 12:00:09 GMT', 9),
	header('Sun, 01 Mar 2026 11:59:51 GMT'),
	// No calendar has that day.
	header('1e300'),
	...['0', '', '-5', '0x10', 'soon', '5 apples', ['5'], { toString: 1 }].map((no) => header(no)),
	[{}, { retry_after: 7 }, 7],
	[{}, { code: 'x', error: { retryAfter: '7' } }, 7],
	[{ 'retry-after': '3' }, { retry_after: 7 }, 3],
	[{ 'x-ratelimit-reset': '7', 'retry-after-ms': '7' }, { retry_after_ms: 7, wait: 7 }, undefined],
])('the wait in the headers %j and the body %j', (headers, body, seconds) => {
	expect(waitIn({ date, ...headers }, body)).toBe(seconds);
});

test('without a Date header, a date is measured by this machine’s clock', () => {
	const soon = new Date(Date.now() + 60_000).toUTCString();
	expect(waitIn({ 'retry-after': soon })).toBeGreaterThan(50);
});
