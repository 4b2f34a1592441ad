import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type * as compactModule from '../../nodes/DataAccess/deliver/compact.ts';
import { built } from '../harness/built.mts';
import { outside } from '../harness/native.mts';
import { workOf } from '../harness/work.mts';

const { compactRecord, LONGEST_TEXT } = built<typeof compactModule>('deliver/compact');

const long = (characters: number, letter = 'x') => letter.repeat(characters);

test('its length of a text is the one that the option states', () => {
	expect(LONGEST_TEXT).toBe(1000);
});

describe('leaves out what is empty', () => {
	test.each([
		['null', { id: 1, title: null }, { id: 1 }],
		['an empty text', { id: 1, title: '' }, { id: 1 }],
		['an empty list and an empty object', { id: 1, tags: [], user: {} }, { id: 1 }],
		['what is left with nothing', { id: 1, a: { b: [{ c: null }, ''] } }, { id: 1 }],
		['what is empty in a list', { tags: [null, 'a', '', {}, 'b'] }, { tags: ['a', 'b'] }],
		['all of a record', { title: null }, {}],
	])('%s', (_label, record, compact) => {
		expect(compactRecord(record)).toEqual(compact);
	});

	test('but nothing that says something', () => {
		const record = { no: false, none: 0, blank: ' ', id: '12345678901234567890', rate: 0.5 };
		expect(compactRecord(record)).toEqual(record);
	});
});

describe('cuts long texts', () => {
	test.each([
		['as long as is allowed', long(1000), long(1000)],
		['one more', long(1001), `${long(1000)}… (1 character more)`],
		['many more', long(3310), `${long(1000)}… (2,310 characters more)`],
		['a pair at the cut', `${long(999)}😀😀`, `${long(999)}… (2 characters more)`],
		['a pair before the cut', `${long(998)}😀😀`, `${long(998)}😀… (1 character more)`],
		['pairs alone', long(600, '😀'), `${long(500, '😀')}… (100 characters more)`],
		['half a pair that came so', `${long(999)}\ud83dx`, `${long(999)}\ud83d… (1 character more)`],
	])('%s', (_label, text, cut) => {
		expect(compactRecord({ deep: [{ text }] })).toEqual({ deep: [{ text: cut }] });
	});
});

describe('is safe with hostile records', () => {
	test('the record stays as it was', () => {
		const record = { text: long(2000), gone: null, list: [null, { a: '' }] };
		const before = structuredClone(record);
		compactRecord(record);
		expect(record).toEqual(before);
	});

	test('no name reaches a prototype', () => {
		const record = JSON.parse(
			'{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}',
		) as IDataObject;
		const compact = compactRecord(record);
		expect(JSON.stringify(compact)).toBe(JSON.stringify(record));
		expect(Object.getPrototypeOf(compact)).toBe(outside.Object.prototype);
		expect('polluted' in outside.Object.prototype).toBe(false);
	});

	test('one that is nested too deeply for JSON is cut, with a mark', () => {
		let record: object = { id: 1 };
		for (let depth = 0; depth < 200_000; depth++) record = { inner: record };
		const text = JSON.stringify(compactRecord({ id: 'kept', record }));
		expect(text).toMatch(/^\{"id":"kept",.*"… \(nested deeper\)"\}+$/);
		expect(text.length).toBeLessThan(500);
	});

	test('the work grows with the size alone', async () => {
		const record = Object.fromEntries(
			Array.from({ length: 20_000 }, (_, index) => [`k${index}`, [null, long(3), '']]),
		);
		const work = await workOf(() =>
			expect(Object.keys(compactRecord(record))).toHaveLength(20_000),
		);
		expect(work).toBeLessThan(1000);
	});
});
