import { runInNewContext } from 'node:vm';

import { expect, test } from '@jest/globals';

import type * as writtenInputModule from '../../nodes/DataAccess/operations/gateway/writtenInput.ts';
import { built } from '../harness/built.mts';
import { workOf } from '../harness/work.mts';

const { readWrittenInput } = built<typeof writtenInputModule>('operations/gateway/writtenInput');

const TEN_MB = 10_000_000;

const BROKEN: Array<[label: string, text: string]> = [
	['a text that is never closed', `{"a": "${'x'.repeat(TEN_MB)}`],
	['lines without end', `${'\n'.repeat(TEN_MB)}{`],
	['escapes', `{"a": "${'\\u0041'.repeat(TEN_MB / 6)}\\x"}`],
	['digits', '1'.repeat(TEN_MB) + 'x'],
];

test.each(BROKEN)('10 MB of broken JSON are refused at once: %s', async (_label, text) => {
	const work = await workOf(() =>
		expect(() => readWrittenInput(text)).toThrow(/^'Input' is not valid JSON: .{5,100}$/),
	);
	// A parser that looks at each character by itself takes seconds.
	expect(work).toBeLessThan(500);
});

const inItself: Record<string, unknown> = {};
inItself.a = [inItself];

const REFUSED: Array<[label: string, value: unknown, message: RegExp]> = [
	[
		'a comma too much',
		'{\n\t"a": 1,\n}',
		// Node 20 does not say where.
		/^'Input' is not valid JSON: Expected double-quoted property name in JSON( \(line 3 column 1\))?$/,
	],
	['a word', 'word', /^'Input' is not valid JSON: Unexpected token 'w', "word"$/],
	['JSON that ends too early', '{"a": [1, 2', /^'Input' is not valid JSON: Expected ',' or ']'/],
	['JSON after JSON', '{} {}', /^'Input' is not valid JSON: Unexpected non-whitespace character/],
	['a list', '[]', /^'Input' must be a JSON object/],
	['a text', '"a"', /^'Input' must be a JSON object/],
	['a Date', new Date(0), /^'Input' must be a JSON object/],
	[
		'lost digits',
		'{"a": [{"id": 8213054679432105985}]}',
		/under "id" .*: 8213054679432106000\. Give it as text/,
	],
	[
		'too large a number',
		'{"a": {"b": [0, -1e400]}}',
		/under "1" .*: -Infinity\. Give another, or none$/,
	],
	['NaN', { a: NaN }, /under "a" .*: NaN/],
	['a function', { a: () => 1 }, /under "a" .*: function/],
	['undefined', { a: undefined }, /under "a" .*: undefined\. Give another, or none$/],
	['a date that is none', { a: [new Date(NaN)] }, /under "0" .*: an invalid date\. Give another/],
	['a list with a hole', { a: [1, , 3] }, /under "1" .*: undefined/],
	['a symbol', { a: Symbol('a') }, /under "a" .*: symbol/],
	['a function alone', () => 1, /: function/],
	[
		'JSON too deep',
		`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
		/^'Input' is nested too deeply to be sent$/,
	],
	[
		'JSON deeper than it can be written',
		`${'{"a":'.repeat(90_000)}1${'}'.repeat(90_000)}`,
		/^'Input' is not valid JSON: Maximum call stack/,
	],
	[
		'an object in itself',
		inItself,
		/^'Input' is not valid JSON: Converting circular structure to JSON$/,
	],
	['a form for JSON without an end', formOfItself(), /under "toJSON" .*: function/],
	[
		'a form for JSON that fails',
		{
			toJSON: () => {
				throw null;
			},
		},
		/^'Input' is not valid JSON: undefined$/,
	],
	['names without an end', { ['x'.repeat(TEN_MB)]: NaN }, /^'Input' has under "x{100}" a value/],
];

function formOfItself() {
	return { toJSON: formOfItself };
}

test.each(REFUSED)('%s is refused', (_label, value, message) => {
	expect(() => readWrittenInput(value)).toThrow(message);
});

test('what has a form of its own in JSON is sent in it', () => {
	const value = { a: new Date(0), c: Object(1), d: new Set([1]) };
	expect(readWrittenInput(value)).toEqual({
		a: '1970-01-01T00:00:00.000Z',
		c: 1,
		d: {},
	});
	const own = readWrittenInput('{"__proto__": {"a": 1}}');
	expect(Object.entries(own)).toEqual([['__proto__', { a: 1 }]]);
});

test('objects of another realm are as good as those of this one', () => {
	const { a } = runInNewContext('({ a: { b: [new Date(0), 1] } })') as { a: object };
	expect(readWrittenInput({ a })).toEqual({ a: { b: ['1970-01-01T00:00:00.000Z', 1] } });
	expect(readWrittenInput(Object.assign(Object.create(null), { a: 1 }))).toEqual({ a: 1 });
});
