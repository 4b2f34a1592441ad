import { describe, expect, test } from '@jest/globals';

import { compactRecord } from '../../nodes/DataAccess/deliver/items.ts';

const long = (characters: number, letter = 'x') => letter.repeat(characters);

test('a record for an agent has no empty field, and stays as it was', () => {
	const record = { id: '12345678901234567890', title: null, likeCount: 0, text: long(2000) };
	const before = structuredClone(record);
	const compact = compactRecord(record);
	expect(Object.keys(compact)).toEqual(['id', 'likeCount', 'text']);
	expect(compact).toMatchObject({ id: record.id, likeCount: 0 });
	expect(record).toEqual(before);
});

describe('a text for an agent is cut to 1,000 characters', () => {
	test.each([
		['as long as is allowed', long(1000), long(1000)],
		['one more', long(1001), `${long(1000)}… (1 more characters)`],
		['a pair at the cut', `${long(999)}😀😀`, `${long(999)}… (2 more characters)`],
		['a pair before the cut', `${long(998)}😀😀`, `${long(998)}😀… (1 more characters)`],
		['half a pair at the cut', `${long(999)}\ud83dx`, `${long(999)}… (2 more characters)`],
	])('%s', (_label, text, cut) => {
		expect(compactRecord({ text })).toEqual({ text: cut });
	});
});
