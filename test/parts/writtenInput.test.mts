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

const HOSTILE: Array<[label: string, value: unknown, message: RegExp]> = [
	['an object in itself', inItself, /^'Input' is nested more than 100 levels deep$/],
	['a list in itself', { a: inItself.a }, /^'Input' is nested more than 100 levels deep$/],
	['a form for JSON without an end', formOfItself(), /^'Input' is nested more than 100 levels/],
	['a list without an end', { a: new Array(2 ** 32 - 1) }, /^Input\.a\.0 is undefined/],
	['names without an end', { ['x'.repeat(TEN_MB)]: NaN }, /^Input\.x{94} is NaN/],
	['an object of a class', { a: new (class Place {})() }, /^Input\.a is of a class, which cannot/],
	['a date that is none, as a whole', new Date(NaN), /^Input is not a valid date/],
	['a symbol', { a: Symbol('a') }, /^Input\.a is of type symbol/],
	['a number as an object', { a: Object(1) }, /^Input\.a is of type Number/],
];

function formOfItself() {
	return { toJSON: formOfItself };
}

test.each(HOSTILE)('%s is refused', (_label, value, message) => {
	expect(() => readWrittenInput(value)).toThrow(message);
});

test('objects of another realm are as good as those of this one', () => {
	const { a } = runInNewContext('({ a: { b: [new Date(0), 1] } })') as { a: object };
	expect(readWrittenInput({ a })).toEqual({ a: { b: ['1970-01-01T00:00:00.000Z', 1] } });
	expect(readWrittenInput(Object.assign(Object.create(null), { a: 1 }))).toEqual({ a: 1 });
});
