import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { isoTime, secondsOf, timesIn } from '../../nodes/DataAccess/shared/time.ts';
import { RUNS } from './anyValue.mts';

const TIMES: Array<[time: string | null, ...written: unknown[]]> = [
	['2023-11-14T22:13:20.000Z', 1700000000, '1700000000', ' 1700000000 '],
	['2023-11-14T22:13:20.500Z', 1700000000.5, '1700000000.5'],
	['2023-11-14T22:13:20.123Z', 1700000000123, '1700000000123'],
	['1990-01-01T00:00:00.000Z', 631152000, '631152000000', '1990-01-01'],
	['2100-12-31T23:59:59.999Z', 4133980799999, '2100-12-31T23:59:59.999Z'],
	['2024-06-12T00:00:00.000Z', '2024-06-12', ' 2024-06-12 ', `2024-06-12${' '.repeat(100)}`],
	// A time of day without a zone is in the platform's zone.
	['2024-06-12T02:20:00.000Z', '2024-06-12T10:20', '2024-06-12 10:20', '2024-06-12 10:20:00'],
	['2024-06-11T16:00:00.000Z', '2024-06-12 00:00'],
	['2024-06-12T10:20:30.000Z', '2024-06-12T10:20:30Z', '2024-06-12t10:20:30z'],
	['2024-06-12T02:20:30.500Z', '2024-06-12T10:20:30.5+0800', '2024-06-12T10:20:30.5+08:00'],
	['2024-06-12T10:20:30.123Z', '2024-06-12T10:20:30.123456789Z'],
	['2024-06-12T02:20:30.000Z', '2024-06-12T10:20:30+08:00', '2024-06-12 10:20:30 +0800'],
	['2024-05-02T01:50:30.000Z', '2024-05-01T22:20:30-03:30'],
	['2024-02-29T00:00:00.000Z', '2024-02-29'],
	// Before or after all platforms: a default that means no time.
	[null, '0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '1970-01-01 08:00:00', '1970-01-01'],
	[null, '1900-01-01', '1601-01-01T00:00:00Z', 631151999, '1989-12-31T23:59:59Z'],
	[null, '9999-12-31T23:59:59Z', '2101-01-01', 253402300799999, 1e8, '19700101', '0000-00-00'],
	// No year, no day, an unknown spelling, or an impossible date.
	[null, '昨天 10:20', '3小时前', '刚刚', '06-12', '2024-06', '2024', '3 days ago'],
	[null, '06/12/2024', '2024/06/12', '2024年6月12日 10:20', '12 Jun 2024', '20240612'],
	[null, 'Wed, 12 Jun 2024 10:20:30 +0800', 1700000000123456, '2024-5-1', { text: '2024-06-12' }],
	[null, '2024-05-01 or so', '2024-06-12T10', '2024-06-12 上午10:20'],
	[null, '2023-02-29', '2024-04-31', '2024-13-01', '2024-00-01', '2024-05-01T25:00:00'],
	[null, '2024-05-01T10:60:00', '1990-01-01 00:30+01:00', '2100-12-31T23:30:00-01:00'],
	[null, '', '0', '1000000', 0, -1, 86400, 99999999, 1e23, 1e30, NaN, Infinity, true, null],
	[null, ['2024-05-01'], { toString: 1 }, '1'.repeat(41)],
];

test.each(TIMES)('the time %p is read from %j', (time, ...written) => {
	const seconds = time === null ? undefined : Math.floor(Date.parse(time) / 1000);
	for (const value of written) {
		expect([value, isoTime(value), secondsOf(value)]).toEqual([value, time, seconds]);
	}
});

test('a time without a zone is in the zone of its platform; a date has no zone', () => {
	const photos = timesIn('Z');
	expect(photos.isoTime('2024-06-12 10:20')).toBe('2024-06-12T10:20:00.000Z');
	expect(photos.secondsOf('2024-06-12 10:20')).toBe(Date.UTC(2024, 5, 12, 10, 20) / 1000);
	expect(photos.isoTime('2024-06-12')).toBe('2024-06-12T00:00:00.000Z');
	expect(photos.isoTime('2024-06-12 10:20 +0800')).toBe('2024-06-12T02:20:00.000Z');
});

test('each spelling of a time gives that time', () => {
	const moment = fc.integer({ min: Date.UTC(1990, 0) / 1000, max: Date.UTC(2101, 0) / 1000 - 1 });
	const property = fc.property(moment, (seconds) => {
		const iso = new Date(seconds * 1000).toISOString();
		const local = new Date((seconds + 8 * 3600) * 1000).toISOString().replace('T', ' ');
		const written = [seconds, seconds * 1000, `${seconds}000`, iso, local.slice(0, 19)];
		expect(written.map((value) => secondsOf(value))).toEqual(written.map(() => seconds));
	});
	fc.assert(property, { numRuns: RUNS });
});
