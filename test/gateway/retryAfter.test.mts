import { describe, expect, test } from '@jest/globals';

import type * as retryAfterModule from '../../nodes/DataAccess/gateway/retryAfter.ts';
import { built } from '../harness/built.mts';

const { retryAfterOf } = built<typeof retryAfterModule>('gateway/retryAfter');

const NOW = Date.parse('2026-03-01T12:00:00Z');
const after = (value: unknown, more: Record<string, unknown> = {}) =>
	retryAfterOf({ 'retry-after': value, ...more }, NOW);

test.each<[unknown, number]>([
	['7', 7],
	[' 7 ', 7],
	['007', 7],
	['3600', 3600],
	['9'.repeat(400), Number.MAX_SAFE_INTEGER],
])('%j seconds', (value, seconds) => {
	expect(after(value)).toBe(seconds);
});

test.each<[string, number]>([
	['Sun, 01 Mar 2026 12:00:30 GMT', 30],
	['Mon, 16 Mar 2026 12:00:00 GMT', 15 * 24 * 3600],
])('the date %j', (value, seconds) => {
	expect(after(value)).toBe(seconds);
});

test.each([
	...['0', undefined, null, '', '-5', '+5', '3,5', '1.5', '5s', '0x10', '1e3', 'NaN', 'soon'],
	...[5, true, ['5'], { toString: 1 }],
	// Dates, but not as HTTP writes them: without GMT, the machine's own time zone would count.
	...['2026-03-01T12:00:30Z', 'Sun Mar  1 12:00:30 2026', 'Sun, 01 Mar 2026 12:00:30 GMT and more'],
	// Not in the future.
	...['Sun, 01 Mar 2026 12:00:00 GMT', 'Sat, 28 Feb 2026 12:00:30 GMT'],
])('%j is no wait that counts', (value) => {
	expect(after(value)).toBeUndefined();
});

test('no header at all', () => {
	expect(retryAfterOf({})).toBeUndefined();
});

test.each(['Retry-After', 'RETRY-AFTER'])('the header as %s', (name) => {
	expect(retryAfterOf({ [name]: '4' })).toBe(4);
});

describe('a date is measured against the clock that wrote it', () => {
	const date = 'Sun, 01 Mar 2026 12:00:30 GMT';

	test.each<[string, string, number | undefined]>([
		['an hour behind ours', 'Sun, 01 Mar 2026 11:00:20 GMT', 3610],
		['an hour ahead of ours', 'Sun, 01 Mar 2026 12:00:20 GMT', 10],
		['ahead of the date itself', 'Sun, 01 Mar 2026 12:00:31 GMT', undefined],
		['that says the same', date, undefined],
		['that cannot be read', 'yesterday', 30],
		['that is empty', '', 30],
	])('a clock %s', (_label, sent, seconds) => {
		expect(after(date, { date: sent })).toBe(seconds);
		expect(after(date, { Date: sent })).toBe(seconds);
	});

	test('seconds do not depend on that clock', () => {
		expect(after('30', { date: 'Sun, 01 Mar 2026 11:00:00 GMT' })).toBe(30);
	});
});

test('by default the clock of this machine', () => {
	const seconds = retryAfterOf({ 'retry-after': new Date(Date.now() + 90_000).toUTCString() });
	expect(seconds).toBeGreaterThan(80);
	expect(seconds).toBeLessThanOrEqual(90);
});
