import { describe, expect, test } from '@jest/globals';

import { compactRecord } from '../../nodes/DataAccess/deliver/items.ts';

const long = (characters: number, letter = 'x') => letter.repeat(characters);

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
