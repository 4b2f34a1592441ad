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

const date = new Date(NaN);

const REFUSED: Array<[label: string, value: unknown, message: RegExp]> = [
	[
		'a comma too much',
		'{\n\t"a": 1,\n}',
		/^'Input' is not valid JSON: Expected double-quoted property name in JSON \(line 3 column 1\)$/,
	],
	['a word', 'word', /^'Input' is not valid JSON: Unexpected token 'w', "word"$/],
	['JSON that ends too early', '{"a": [1, 2', /^'Input' is not valid JSON: Expected ',' or ']'/],
	['JSON after JSON', '{} {}', /^'Input' is not valid JSON: Unexpected non-whitespace character/],
	['a list', '[]', /^'Input' must be a JSON object/],
	['a text', '"a"', /^'Input' must be a JSON object/],
	['a Date', new Date(0), /^'Input' must be a JSON object/],
	['a Map', new Map(), /^Input is of type Map, which cannot/],
	['lost digits', '{"a": [{"id": 8213054679432105985}]}', /^Input\.a\.0\.id must be given as text/],
	[
		'too large a number',
		'{"a": {"b": [0, -1e400]}}',
		/^Input\.a\.b\.1 is an infinite or too large/,
	],
	['NaN', { a: NaN }, /^Input\.a is NaN, which cannot be sent as JSON/],
	['a BigInt', { a: 1n }, /^Input\.a is of type bigint, which cannot be sent as JSON/],
	['a function', { a: () => 1 }, /^Input\.a is of type function, which cannot be sent as JSON/],
	['a Set', { a: new Set([1]) }, /^Input\.a is of type Set, which cannot be sent as JSON/],
	['a RegExp', { a: /a/ }, /^Input\.a is of type RegExp, which cannot be sent as JSON/],
	['a list of bytes', { a: new Uint8Array(2) }, /^Input\.a is of type Uint8Array, which cannot/],
	['undefined', { a: undefined }, /^Input\.a is undefined: give it a value, or leave it out/],
	['a date that is none', { a: [date] }, /^Input\.a\.0 is not a valid date/],
	['a list with a hole', { a: [1, , 3] }, /^Input\.a\.1 is undefined/],
	[
		'JSON too deep',
		`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
		/^'Input' is nested more than 100/,
	],
	['an object in itself', inItself, /^'Input' is nested more than 100 levels deep$/],
	['a list in itself', { a: inItself.a }, /^'Input' is nested more than 100 levels deep$/],
	['a form for JSON without an end', formOfItself(), /^'Input' is nested more than 100 levels/],
	['a list without an end', { a: new Array(2 ** 32 - 1) }, /^Input\.a\.0 is undefined/],
	['names without an end', { ['x'.repeat(TEN_MB)]: NaN }, /^Input\.x{94} is NaN/],
	['an object of a class', { a: new (class Place {})() }, /^Input\.a is of a class, which cannot/],
	['a date that is none, as a whole', date, /^Input is not a valid date/],
	['a symbol', { a: Symbol('a') }, /^Input\.a is of type symbol/],
	['a number as an object', { a: Object(1) }, /^Input\.a is of type Number/],
];

function formOfItself() {
	return { toJSON: formOfItself };
}

test.each(REFUSED)('%s is refused', (_label, value, message) => {
	expect(() => readWrittenInput(value)).toThrow(message);
});

test('objects of another realm are as good as those of this one', () => {
	const { a } = runInNewContext('({ a: { b: [new Date(0), 1] } })') as { a: object };
	expect(readWrittenInput({ a })).toEqual({ a: { b: ['1970-01-01T00:00:00.000Z', 1] } });
	expect(readWrittenInput(Object.assign(Object.create(null), { a: 1 }))).toEqual({ a: 1 });
});
