import { describe, expect, test } from '@jest/globals';

import type * as retryAfterModule from '../../nodes/DataAccess/gateway/retryAfter.ts';
import { built } from '../harness/built.mts';

const { retryAfterOf } = built<typeof retryAfterModule>('gateway/retryAfter');

const NOW = Date.parse('2026-03-01T12:00:00Z');
const after = (value: unknown, more: Record<string, unknown> = {}) =>
	retryAfterOf({ 'retry-after': value, ...more }, NOW);

test.each<[unknown, number]>([
	[' 7 ', 7],
	['9'.repeat(400), Number.MAX_SAFE_INTEGER],
	['Sun, 01 Mar 2026 12:00:30 GMT', 30],
])('%j: so many seconds', (value, seconds) => {
	expect(after(value)).toBe(seconds);
	expect(retryAfterOf({ 'RETRY-After': value }, NOW)).toBe(seconds);
});

test.each([
	...['0', undefined, '', '-5', '1.5', '5s', '0x10', 'soon', 5, ['5'], { toString: 1 }],
	// Dates, but not as HTTP writes them: without GMT, the machine's own time zone would count.
	...['2026-03-01T12:00:30Z', 'Sun Mar  1 12:00:30 2026'],
	// Not in the future.
	'Sun, 01 Mar 2026 12:00:00 GMT',
])('%j is no wait that counts', (value) => {
	expect(after(value)).toBeUndefined();
});

describe('a date is measured against the clock that wrote it', () => {
	const date = 'Sun, 01 Mar 2026 12:00:30 GMT';

	test.each<[string, string, number | undefined]>([
		['an hour behind ours', 'Sun, 01 Mar 2026 11:00:20 GMT', 3610],
		['an hour ahead of ours', 'Sun, 01 Mar 2026 12:00:20 GMT', 10],
		['ahead of the date itself', 'Sun, 01 Mar 2026 12:00:31 GMT', undefined],
		['that cannot be read', 'yesterday', 30],
	])('a clock %s', (_label, sent, seconds) => {
		expect(after(date, { date: sent })).toBe(seconds);
	});
});

test('by default the clock of this machine', () => {
	const seconds = retryAfterOf({ 'retry-after': new Date(Date.now() + 90_000).toUTCString() });
	expect(seconds).toBeGreaterThan(80);
	expect(seconds).toBeLessThanOrEqual(90);
});
