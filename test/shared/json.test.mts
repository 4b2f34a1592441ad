import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { outside } from '../harness/native.mts';
import { parseJson } from '../../nodes/DataAccess/shared/json.ts';
import { copyOfJson } from '../../nodes/DataAccess/shared/jsonValues.ts';

const LONG = '1152921504606846977';

test.each([
	[LONG, LONG],
	['9007199254740992', '9007199254740992'],
	['-9007199254740991', -9007199254740991],
	// Keys whose end looks like the beginning of a string.
	...['a,', 'a:', '[', '{', ' ', '', '\\', '"', '\\"', ':1,'].map((key): [string, unknown] => [
		`{${JSON.stringify(key)}:${LONG}}`,
		{ [key]: LONG },
	]),
] as Array<[string, unknown]>)('an integer beyond 2^53 becomes text: %s', (text, value) => {
	expect(parseJson(text)).toEqual(value);
});

test.each([
	...[`${LONG}.5`, `1.${LONG}`, `0.${LONG}`, `-1.${LONG}e5`, `${LONG}e2`, `${LONG}E-2`],
	...[`1e0000000000000000002`, `"${LONG}"`, `"a ${LONG}"`, `":${LONG},"`, `", ${LONG} ,"`],
	...['1e999', '[]', '"\\ud83d\\ude00 ü"'],
])('other digits are read as by JSON.parse: %s', (text) => {
	expect(parseJson(text)).toEqual(JSON.parse(text));
});

/** Writes a value as JSON, and bigints with all their digits. */
function written(value: unknown, blank: string): string {
	if (typeof value === 'bigint') return String(value);
	if (Array.isArray(value)) {
		return `[${value.map((entry) => blank + written(entry, blank)).join(`${blank},`)}${blank}]`;
	}
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const entries = Object.entries(value).map(
		([key, entry]) => `${blank}${JSON.stringify(key)}${blank}:${blank}${written(entry, blank)}`,
	);
	return `{${entries.join(',')}${blank}}`;
}

/** Returns the value that is expected after reading: bigints that a number cannot hold become text. */
function read(value: unknown): unknown {
	if (typeof value === 'bigint') {
		return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
	}
	if (Array.isArray(value)) return value.map(read);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, read(entry)]));
}

/** Texts of the characters that can end a string, and of long numbers. */
const anyTrickyText = fc
	.array(fc.constantFrom('"', '"', '\\', ':', ',', '[', ']', '{', '}', ' ', '-', 'a', LONG, LONG))
	.map((parts) => parts.join(''));

const anyValue = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4 },
		fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }),
		fc.bigInt({ min: 9007199254740985n, max: 9007199254740999n }),
		fc.integer(),
		fc.constantFrom(true, false, null),
		anyTrickyText,
		fc.array(tie('value')),
		fc.dictionary(
			// In Node 24, JSON.parse itself may confuse a name with a quotation mark with an earlier one with a backslash.
			anyTrickyText.filter((key) => key !== '__proto__' && !key.includes('\\')),
			tie('value'),
		),
	),
})).value;

test('any value, with and without blanks, keeps every digit', () => {
	const property = fc.property(anyValue, fc.constantFrom('', ' ', '\n\t'), (value, blank) => {
		expect(parseJson(written(value, blank))).toEqual(read(value));
	});
	fc.assert(property, { numRuns: 500 });
});

test('it refuses exactly what JSON.parse refuses, except a long number as a key', () => {
	const refused = (parse: (text: string) => unknown, text: string) => {
		try {
			parse(text);
			return false;
		} catch {
			return true;
		}
	};
	const property = fc.property(anyTrickyText, (text) => {
		fc.pre(!/\d\s*:/.test(text));
		expect([text, refused(parseJson, text)]).toEqual([text, refused(JSON.parse, text)]);
	});
	fc.assert(property, { numRuns: 1000 });
});

test.each([
	['a string of escapes', `"${'\\"'.repeat(3_000_000)}"`],
	['a list of numbers', `[${'1234567890123456,'.repeat(100_000)}1]`],
])('megabytes can be read: %s', (_label, text) => {
	expect(JSON.stringify(parseJson(text)) === JSON.stringify(JSON.parse(text))).toBe(true);
});

test('lists and objects may be nested 20,000 levels deep', () => {
	const depth = 20_000;
	const text = `${'{"a":['.repeat(depth)}${LONG}${']}'.repeat(depth)}`;
	let value = parseJson(text) as any;
	for (let level = 0; level < depth; level++) [value] = value.a;
	expect(value).toBe(LONG);
});

test('a copy keeps a field called __proto__', () => {
	const value = parseJson(`{"a":{"__proto__":{"id":1}}}`) as { a: object };
	expect(Object.keys(value.a)).toEqual(['__proto__']);
	const { a } = copyOfJson(value);
	expect(Object.entries(a)).toEqual([['__proto__', { id: 1 }]]);
	expect(Object.getPrototypeOf(a)).toBe(outside.Object.prototype);
});
