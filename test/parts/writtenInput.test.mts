import { runInNewContext } from 'node:vm';

import { expect, test } from '@jest/globals';

import { readWrittenInput } from '../../nodes/DataAccess/operations/gateway/writtenInput.ts';
import { Refusal } from '../../nodes/DataAccess/operations/parts/refusal.ts';
import { workOf } from '../harness/work.mts';
import { UNSAFE } from '../harness/wrongValues.mts';

/** Returns the message of a refusal; undefined if nothing was refused. */
function messageOf(read: () => unknown): string | undefined {
	try {
		read();
	} catch (error) {
		return error instanceof Refusal ? error.message : undefined;
	}
	return undefined;
}

const TEN_MB = 10_000_000;

const BROKEN: Array<[label: string, text: string]> = [
	['an unclosed text', `{"a": "${'x'.repeat(TEN_MB)}`],
	['escapes', `{"a": "${'\\u0041'.repeat(TEN_MB / 6)}\\x"}`],
];

test.each(BROKEN)('10 MB of broken JSON are refused quickly: %s', async (_label, text) => {
	const work = await workOf(() =>
		expect(messageOf(() => readWrittenInput(text))!.length).toBeLessThan(130),
	);
	// A parser that handles each character by itself takes seconds.
	expect(work).toBeLessThan(500);
});

const inItself: Record<string, unknown> = {};
inItself.a = [inItself];

const NO_OBJECT = '\'Input\' must be an object in valid JSON, such as {"keyword": "teapots"}';
const TOO_DEEP = "'Input' is nested too deeply to be sent";
const under = (name: string) =>
	`'Input' has a value under "${name}" that JSON cannot hold. Give a long number as text`;

const lostIn = (what: string) =>
	`'Input' must not contain ${what}: a sheet or an expression has lost the value`;
const expressionIn = (what: string) =>
	`'Input' must not contain ${what}: if it is meant as an expression, switch the field to Expression`;

const DEEP = `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`;

const REFUSED: Array<[label: string, value: unknown, message: string]> = [
	['a trailing comma', '{\n\t"a": 1,\n}', NO_OBJECT],
	['a list', '[]', NO_OBJECT],
	['a Date', new Date(0), NO_OBJECT],
	['lost digits', { a: [{ id: UNSAFE }] }, under('id')],
	['a number that is too large', '{"a": {"b": [0, -1e400]}}', under('1')],
	['undefined', { a: undefined }, under('a')],
	['an invalid Date', { a: [new Date(NaN)] }, under('0')],
	['a list with a hole', { a: [1, , 3] }, under('1')],
	['JSON that is nested too deeply', DEEP, TOO_DEEP],
	['a circular object', inItself, TOO_DEEP],
	['an endless toJSON', formOfItself(), under('toJSON')],
	['an expression', '{"keyword":"{{ $json.k }}"}', expressionIn('{{ $json')],
	[
		'an expression within a text',
		{ a: [{ b: 'tea {{ $("Sheet").first() }}' }] },
		expressionIn('{{ $('),
	],
	['an expression without braces', '{"keyword":"$json.k"}', expressionIn('$json')],
	['a lost object', '{"keyword":"tea [object Object]"}', lostIn('[object Object]')],
	['a lost date', { since: 'Invalid DateTime' }, lostIn('Invalid DateTime')],
	['a lost number', { page: 'NaN' }, lostIn('NaN')],
	['a lost value', { a: 'tea undefined', b: 1 }, lostIn('undefined')],
	['an endless name', { ['x'.repeat(TEN_MB)]: NaN }, under('x'.repeat(100))],
];

function formOfItself() {
	return { toJSON: formOfItself };
}

test.each(REFUSED)('%s is refused', (_label, value, message) => {
	expect(messageOf(() => readWrittenInput(value))).toBe(message);
});

test.each([
	...['{{name}}', '{{ name }} {{#items}}', '{"a":{"b":{}}}', 'query($input: X) { a }', 'US$ 5'],
	...['undefined behavior', 'tea null', 'null', 'N/A', '-', '#### Tea', '1E5', '$total', '}}'],
])('the text %s is sent unchanged', (text) => {
	expect(readWrittenInput({ text, undefined: 1 })).toEqual({ text, undefined: 1 });
});

test('a long integer is sent as text, with all its digits', () => {
	const written = '{"a": [{"id": 8213054679432105985}], "b": 1}';
	expect(readWrittenInput(written)).toEqual({ a: [{ id: '8213054679432105985' }], b: 1 });
});

test('a value with a toJSON of its own is sent in that form', () => {
	const value = { a: new Date(0), c: Object(1), d: new Set([1]) };
	expect(readWrittenInput(value)).toEqual({ a: '1970-01-01T00:00:00.000Z', c: 1, d: {} });
	const own = readWrittenInput('{"__proto__": {"a": 1}}');
	expect(Object.entries(own)).toEqual([['__proto__', { a: 1 }]]);
});

test('objects of another realm are accepted, too', () => {
	const { a } = runInNewContext('({ a: { b: [new Date(0), 1] } })') as { a: object };
	expect(readWrittenInput({ a })).toEqual({ a: { b: ['1970-01-01T00:00:00.000Z', 1] } });
	expect(readWrittenInput(Object.assign(Object.create(null), { a: 1 }))).toEqual({ a: 1 });
});
