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
	['{a: 1}', 'unexpected a: 1} at line 1, character 2'],
	["{'a': 1}", "unexpected 'a': 1} at line 1, character 2"],
	['{"a" 1}', 'unexpected 1} at line 1, character 6'],
	['{"a": 1 "b": 2}', 'unexpected "b": 2} at line 1, character 9'],
	['{"a": 1,}', 'unexpected } at line 1, character 9'],
	['[1, 2,]', 'unexpected ] at line 1, character 7'],
	['[1}', 'unexpected } at line 1, character 3'],
	['{"a": "b\nc"}', 'unexpected "b\nc"} at line 1, character 7'],
	['{"a": "b}', 'unexpected "b} at line 1, character 7'],
	['{\n  "a": 01\n}', 'unexpected 1\n} at line 2, character 9'],
	['{\r\n"a": tru\r\n}', 'unexpected tru\r\n} at line 2, character 6'],
	['{"a": NaN}', 'unexpected NaN} at line 1, character 7'],
	['{"a": "\\x"}', 'unexpected "\\x"} at line 1, character 7'],
	['{"a": 1}]', 'unexpected ] at line 1, character 9'],
	['1 2', 'unexpected 2 at line 1, character 3'],
];

test.each(CASES)('%j', (text, where) => {
	expect(() => JSON.parse(text)).toThrow();
	expect(whereNoJson(text)).toBe(where);
});

test('what JSON.parse takes is found to be whole', () => {
	fc.assert(
		fc.property(fc.json(), (text) => {
			// Behind a whole text the first thing that cannot stand is what follows it.
			expect(whereNoJson(`${text} ?`)).toMatch(/^unexpected \? at line \d+, character \d+$/);
		}),
	);
});
