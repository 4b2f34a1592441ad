import { expect, test } from '@jest/globals';

import { retryAfterOf } from '../../nodes/DataAccess/gateway/retryAfter.ts';

test.each<[unknown, number | undefined]>([
	[' 7 ', 7],
	['9'.repeat(400), Number.MAX_SAFE_INTEGER],
	...['0', undefined, '', '-5', '1.5', '5s', '0x10', 'soon', 5, ['5'], { toString: 1 }].map(
		(value): [unknown, undefined] => [value, undefined],
	),
])('of Retry-After %j is waited %d seconds', (value, seconds) => {
	expect(retryAfterOf({ 'retry-AFTER': value })).toBe(seconds);
});

const DATE = 'Sun, 01 Mar 2026 12:00:30 GMT';
const NOW = Date.parse('2026-03-01T12:00:00Z');

test.each([
	['Sun, 01 Mar 2026 11:00:20 GMT', 3610],
	['Sun, 01 Mar 2026 12:00:31 GMT', undefined],
	// Without GMT, the machine's own time zone would count.
	...[['Sun Mar  1 11:00:20 2026', 30] as const, ['yesterday GMT', 30] as const],
])('a date is measured against the clock that wrote it: %s', (date, seconds) => {
	expect(retryAfterOf({ 'Retry-After': DATE, date }, NOW)).toBe(seconds);
});
