import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { built } from '../harness/built.mts';

const { whereNoJson } = built<{ whereNoJson(text: string): string }>(
	'operations/gateway/jsonError',
);

const CASES: Array<[text: string, where: string]> = [
	['', 'it ends too early at line 1, character 1'],
	['{', 'it ends too early at line 1, character 2'],
	['{"a"', 'it ends too early at line 1, character 5'],
	['{"a":', 'it ends too early at line 1, character 6'],
	['[1,', 'it ends too early at line 1, character 4'],
	['{a: 1}', 'at line 1, character 2 stands a: 1}'],
	["{'a': 1}", "at line 1, character 2 stands 'a': 1}"],
	['{"a" 1}', 'at line 1, character 6 stands 1}'],
	['{"a": 1 "b": 2}', 'at line 1, character 9 stands "b": 2}'],
	['{"a": 1,}', 'at line 1, character 9 stands }'],
	['[1, 2,]', 'at line 1, character 7 stands ]'],
	['[1}', 'at line 1, character 3 stands }'],
	['{"a": "b\nc"}', 'at line 1, character 7 stands "b\nc"}'],
	['{"a": "b}', 'at line 1, character 7 stands "b}'],
	['{\n  "a": 01\n}', 'at line 2, character 9 stands 1\n}'],
	['{\r\n"a": tru\r\n}', 'at line 2, character 6 stands tru\r\n}'],
	['{"a": NaN}', 'at line 1, character 7 stands NaN}'],
	['{"a": "\\x"}', 'at line 1, character 7 stands "\\x"}'],
	['{"a": 1}]', 'at line 1, character 9 stands ]'],
	['1 2', 'at line 1, character 3 stands 2'],
];

test.each(CASES)('%j', (text, where) => {
	expect(() => JSON.parse(text)).toThrow();
	expect(whereNoJson(text)).toBe(where);
});

test('what JSON.parse takes is found to be whole', () => {
	fc.assert(
		fc.property(fc.json(), (text) => {
			// Behind a whole text the first thing that cannot stand is what follows it.
			expect(whereNoJson(`${text} ?`)).toMatch(/^at line \d+, character \d+ stands \?$/);
		}),
	);
});
