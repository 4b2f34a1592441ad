import { expect, test } from '@jest/globals';

import { isoTime, secondsOf } from './built.mts';

const TIMES: Array<[time: string | null, ...written: unknown[]]> = [
	['2023-11-14T22:13:20.000Z', 1700000000, '1700000000', ' 1700000000 '],
	['2023-11-14T22:13:20.500Z', 1700000000.5, '1700000000.5'],
	['2023-11-14T22:13:20.123Z', 1700000000123, '1700000000123', 1700000000123456],
	['2023-11-14T22:13:20.123Z', '1700000000123456', '1700000000123456789'],
	['9999-12-31T23:59:59.999Z', 253402300799999],
	['2024-06-12T00:00:00.000Z', '2024-06-12', '2024/6/12', '2024.06.12', 20240612, '20240612'],
	['2024-06-12T00:00:00.000Z', '2024年6月12日', '12 Jun 2024', 'Wed, 12 June 2024'],
	['2024-06-12T00:00:00.000Z', { text: '2024-06-12', icon: 'i' }],
	['2024-06-12T00:00:00.000Z', { text: '3 days ago', time: 1718150400 }],
	['2024-06-12T00:00:00.000Z', { timestamp: '1718150400000', text: 5 }],
	['2024-06-12T10:20:00.000Z', '2024/06/12 10:20', '2024年6月12日 10:20', '2024年6月12日10:20'],
	['2024-06-12T10:20:00.000Z', '2024-06-12\u00a010:20', '12 June 2024 10:20 UTC'],
	['2024-06-12T10:20:30.000Z', '2024-06-12 10:20:30', '2024-06-12T10:20:30Z'],
	['2024-06-12T10:20:30.000Z', '2024-06-12t10:20:30z', '2024-06-12 10:20:30 UTC'],
	['2024-06-12T10:20:30.123Z', '2024-06-12T10:20:30.123456789Z'],
	['2024-06-12T02:20:30.000Z', '2024-06-12T10:20:30+08:00', '2024-06-12 10:20:30 +0800'],
	['2024-06-12T02:20:30.000Z', 'Wed, 12 Jun 2024 10:20:30 +0800'],
	['2024-06-12T02:20:30.000Z', 'Wed Jun 12 10:20:30 +0800 2024'],
	['2024-05-02T01:50:30.000Z', '2024-05-01T22:20:30-03:30'],
	['2024-05-01T09:20:00.000Z', '2024-5-1 9:20'],
	['2024-02-29T00:00:00.000Z', '2024-02-29'],
	['1969-12-31T00:00:00.000Z', '1969-12-31'],
	['0000-01-01T00:00:00.000Z', '0000-01-01T00:00:00Z'],
	// No year, no day, an order that countries read differently, or a moment before any platform.
	[
		null,
		'昨天 10:20',
		'3小时前',
		'刚刚',
		'06-12',
		'05-01',
		'6月12日',
		'2024-06',
		'2024',
		'3 days ago',
	],
	[null, '06/12/2024', '12.06.2024', '2024-05-19:20', '2024-05-01 or so', '12 Jux 2024'],
	[null, '2023-02-29', '2024-04-31', '2024-13-01', '2024-00-01', '20241312', '20240230'],
	[null, '2024/06-12', '2024-05-01T25:00:00', '2024-05-01T10:60:00', 'Foo, 12 Jun 2024'],
	[null, '0000-01-01T00:30:00+01:00', '9999-12-31T23:30:00-01:00', '1'.repeat(41)],
	[null, '', '0', '1000000', 0, -1, 86400, 99999999, 1e23, 1e30, NaN, Infinity, true, null],
	[null, { text: '昨天' }, { text: { text: '2024-06-12' } }, ['2024-05-01'], { toString: 1 }],
];

test.each(TIMES)('the time %p is written as %j', (time, ...written) => {
	const seconds = time === null ? undefined : Math.floor(Date.parse(time) / 1000);
	for (const value of written) {
		expect([value, isoTime(value), secondsOf(value)]).toEqual([value, time, seconds]);
	}
});

test('a month by its name, or by the beginning of it', () => {
	const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month)));
	for (const first of months) {
		const name = first.toLocaleString('en', { month: 'long', timeZone: 'UTC' });
		const written = [`1 ${name} 2024`, `1 ${name.slice(0, 3)} 2024`];
		expect(written.map((text) => isoTime(text))).toEqual(written.map(() => first.toISOString()));
	}
});

test('the first value that is a moment', () => {
	expect(isoTime(0, '3 days ago', {}, 1700000000, 1600000000)).toBe('2023-11-14T22:13:20.000Z');
	expect(isoTime()).toBeNull();
});
