import { expect, test } from '@jest/globals';

import { headerTime, retryAfterOf } from '../../nodes/DataAccess/gateway/retryAfter.ts';

test.each<[unknown, number | undefined]>([
	[' 7 ', 7],
	['9'.repeat(400), Number.MAX_SAFE_INTEGER],
	...['0', undefined, '', '-5', '1.5', '5s', '0x10', 'soon', 5, ['5'], { toString: 1 }].map(
		(value): [unknown, undefined] => [value, undefined],
	),
])('of Retry-After %j is waited %d seconds', (value, seconds) => {
	expect(retryAfterOf({ 'retry-AFTER': value })).toBe(seconds);
});

test.each<[unknown, number | undefined]>([
	['Sun, 01 Mar 2026 12:00:30 GMT', Date.parse('2026-03-01T12:00:30Z')],
	// Without GMT, the machine's own time zone would count.
	...['Sun Mar  1 12:00:30 2026', 'yesterday GMT', undefined].map((value): [unknown, undefined] => [
		value,
		undefined,
	]),
])('the header Date %j tells the time %d', (value, time) => {
	expect(headerTime({ Date: value })).toBe(time);
});
