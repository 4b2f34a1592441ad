import { expect, test } from '@jest/globals';

import { waitAskedBy } from '../../nodes/DataAccess/gateway/retryAfter.ts';

const DATE = 'Sun, 01 Mar 2026 12:00:30 GMT';
const NOW = Date.parse('2026-03-01T12:00:00Z');
const EPOCH = NOW / 1000;

const asked = (headers: object, code: 'RATE_LIMITED' | 'PROVIDER_ERROR' = 'RATE_LIMITED') =>
	waitAskedBy({ ...headers }, { code }, NOW);

test.each<[unknown, number | undefined]>([
	[' 7 ', 7],
	['2.5', 2.5],
	['0.01', 0.1],
	['5s', 5],
	['1500ms', 1.5],
	['1h2m3.5s', 3723.5],
	...['5S', '5 s', '5sec', '5 seconds', '"5"', '5;w=60', '5000 millis', 5].map(
		(value): [unknown, number] => [value, 5],
	),
	['1 hour, 2 minutes', 3720],
	['PT1M30S', 90],
	['30 sec.', 30],
	['2, 2', 4],
	['Sun, 01 Mar 2026 12:00:09 UTC', 9],
	['Sun, 01 Mar 2026 13:00:09 +0100', 9],
	[`${EPOCH + 9}`, 9],
	[`${EPOCH + 9}.5`, 9.5],
	[`${NOW + 9000}`, 9],
	['2026-03-01T12:00:09Z', 9],
	['2026-03-01T13:00:09.000+01:00', 9],
	[`${EPOCH - 9}`, undefined],
	['1000000000', 1e9],
	['9'.repeat(400), Number.MAX_SAFE_INTEGER],
	...['0', undefined, '', '-5', '0x10', 'soon', '5 apples', ['5'], { toString: 1 }].map(
		(value): [unknown, undefined] => [value, undefined],
	),
])('of Retry-After %j is waited %d seconds', (value, seconds) => {
	expect(asked({ 'retry-AFTER': value })).toBe(seconds);
});

test.each<[object, seconds: number | undefined, isAlways?: boolean]>([
	[{ 'retry-after-ms': '2500' }, 2.5, true],
	[{ 'x-ms-retry-after-ms': `${NOW + 700}` }, 0.7, true],
	[{ 'x-retry-after': '3' }, 3, true],
	[{ retryDelay: '30s' }, 30, true],
	[{ retry_after_milliseconds: 4000, wait: 2 }, 4, true],
	[{ 'x-ratelimit-reset': `${EPOCH + 2}` }, 2],
	[{ 'X-RateLimit-Reset-After': '0.4' }, 0.4],
	[{ 'x-ratelimit-reset-requests': '1s', 'x-ratelimit-reset-tokens': '6m0s' }, 360],
	[{ 'ratelimit-reset': '4' }, 4],
	[{ 'x-rate-limit-reset': '4' }, 4],
	[{ ratelimit: 'limit=10, remaining=0, reset=5' }, 5],
	[{ ratelimit: '"default";r=0;t=6' }, 6],
	[
		{ 'ratelimit-policy': '10;w=60', 'x-ratelimit-remaining': '0', 'x-ratelimit-limit': 9 },
		undefined,
	],
	// Retry-After is of this answer, the others are of the account.
	[{ 'x-ratelimit-reset': '900', 'retry-after': '1' }, 1, true],
	[{ 'x-ratelimit-reset': '900', 'retry-after': '0' }, 900],
])('%j asks for %d seconds', (...[headers, seconds, isAlways]) => {
	expect(asked(headers)).toBe(seconds);
	// They stand on any answer, and tell nothing of another failure.
	expect(asked(headers, 'PROVIDER_ERROR')).toBe(isAlways && seconds);
});

test.each([
	['Sun, 01 Mar 2026 11:00:20 GMT', 3610],
	['Sun, 01 Mar 2026 12:00:31 GMT', undefined],
	// As an older form of HTTP has it, in UTC.
	...[['yesterday GMT', 30] as const],
])('a date is measured against the clock that wrote it: %s', (date, seconds) => {
	expect(asked({ 'Retry-After': DATE, date })).toBe(seconds);
});
