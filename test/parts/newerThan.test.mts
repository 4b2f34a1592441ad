import { describe, expect, test } from '@jest/globals';

import { newerThanIn } from '../../nodes/DataAccess/operations/parts/newerThan.ts';

const BERLIN = 'Europe/Berlin';

const isoOf = (value: unknown, timeZone = 'UTC') => {
	const seconds = newerThanIn(value, timeZone);
	return seconds === undefined ? undefined : new Date(seconds * 1000).toISOString();
};

describe('the date of Newer Than', () => {
	test.each<[label: string, value: unknown, timeZone: string, expected: string | undefined]>([
		['nothing', '', 'UTC', undefined],
		['null', null, 'UTC', undefined],
		['a day', '2026-01-31', 'UTC', '2026-01-31T00:00:00.000Z'],
		['a day in a time zone', '2026-01-31', BERLIN, '2026-01-30T23:00:00.000Z'],
		['a zone with half an hour', '2026-01-31T12:00:00', 'Asia/Kolkata', '2026-01-31T06:30:00.000Z'],
		['with Z', '2026-01-31T08:00:00Z', BERLIN, '2026-01-31T08:00:00.000Z'],
		['the text of $now', '2026-01-31T08:00:00.000+02:00', BERLIN, '2026-01-31T06:00:00.000Z'],
		['after the change to summer time', '2026-03-29T04:00:00', BERLIN, '2026-03-29T02:00:00.000Z'],
		['midnight', '2026-01-31 00:00', BERLIN, '2026-01-30T23:00:00.000Z'],
		['milliseconds', 1769846400000, BERLIN, '2026-01-31T08:00:00.000Z'],
		['a fraction of a second', 1769846400900, 'UTC', '2026-01-31T08:00:00.000Z'],
		['a Date', new Date('2026-01-31T08:00:00Z'), BERLIN, '2026-01-31T08:00:00.000Z'],
	])('%s', (_, value, timeZone, expected) => {
		expect(isoOf(value, timeZone)).toBe(expected);
	});

	test.each<[label: string, value: unknown]>([
		['words', 'yesterday'],
		['a day that does not exist', '2026-02-30'],
		['a month', '2026-01'],
		['an ambiguous order of day and month', '01/02/2026'],
		['the date number of a sheet', 45000],
		['seconds', 1769846400],
		['NaN', NaN],
		['an object', { date: '2026-01-31' }],
		['an object that cannot become text', { toString: 1 }],
	])('refused: %s', (_, value) => {
		expect(() => isoOf(value)).toThrow("'Newer Than' must be a date such as 2026-01-31");
	});

	test('refused: a time in the future', () => {
		const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
		expect(() => isoOf(inHours(25))).toThrow("'Newer Than' must not be in the future");
		expect(isoOf(inHours(23))).toBeDefined();
	});
});
