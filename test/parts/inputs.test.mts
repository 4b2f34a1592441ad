import { describe, expect, test } from '@jest/globals';

import { isEmpty, validators } from './built.mts';
import type { Validator } from './built.mts';

const { amount, flag, integer, keyOrInteger, opaque, requiredText, text, word } = validators;

/** What agents send for what they leave out; a required text may be meant so. */
const NULLS = ['null', ' NULL '];

const EMPTY = [
	undefined,
	null,
	'',
	' ',
	' \t\r\n',
	'\u00a0',
	'\u3000',
	'\u2003\u2028',
	'\ufeff',
	'\u200b',
	' \u200d\u2060 ',
	'undefined',
	' undefined ',
];

const NOT_EMPTY = [0, false, 'null', 'none', '0', 'a', ' a ', '-', '\u200ba', NaN, [], {}, ['']];

test.each(EMPTY)('%j is empty', (value) => {
	expect(isEmpty(value)).toBe(true);
});

test.each(NOT_EMPTY)('%j is not empty', (value) => {
	expect(isEmpty(value)).toBe(false);
});

/** What no validator takes. */
const REFUSED: unknown[] = [NaN, Infinity, -Infinity, [], [1], ['a'], {}, { toString: 1 }, 12n];

interface Case {
	label: string;
	validator: Validator;
	/** What an empty value gives; nothing where it is refused. */
	empty?: { gives: unknown };
	takes: Array<[value: unknown, gives: unknown]>;
	refuses: unknown[];
	message: string;
}

const CASES: Case[] = [
	{
		label: 'a required text',
		validator: requiredText({ pattern: '^[^x]*$', refusal: () => 'Must have no x' }),
		takes: [
			['a', 'a'],
			[' a b ', 'a b'],
			[0, '0'],
			[12, '12'],
			['12345678901234567890', '12345678901234567890'],
		],
		refuses: [true, 1.5],
		message: 'Must be text',
	},
	{
		label: 'a text',
		validator: text('all'),
		empty: { gives: 'all' },
		takes: [
			['a', 'a'],
			[' a b ', 'a b'],
			[-3, '-3'],
		],
		refuses: [true, 1.5],
		message: 'Must be text',
	},
	{
		label: 'an opaque text',
		validator: opaque(''),
		empty: { gives: '' },
		takes: [
			[' a== ', ' a== '],
			[12, '12'],
		],
		refuses: [true, 1.5],
		message: 'Must be text',
	},
	{
		label: 'an opaque text that is left out while empty',
		validator: opaque(undefined),
		empty: { gives: undefined },
		takes: [['\u200bx', '\u200bx']],
		refuses: [false],
		message: 'Must be text',
	},
	{
		label: 'a whole number',
		validator: integer(5, 1),
		empty: { gives: 5 },
		takes: [
			[1, 1],
			[1.0, 1],
			['7', 7],
			[' 7 ', 7],
			['+7', 7],
			['007', 7],
			[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
		],
		refuses: [
			...[0, -1, 1.5, 2 ** 53, true, false, '0', '-1', '1.5', '1.0', '1e2', '0x10', '1 2', '1,000'],
			...['seven', '１', '9007199254740993', '1'.repeat(33), `${' '.repeat(9)}x`],
		],
		message: 'Must be a whole number, 1 or more',
	},
	{
		label: 'an amount',
		validator: amount(1, 0),
		empty: { gives: 1 },
		takes: [
			[0, 0],
			[-0, 0],
			['-0', 0],
			[0.05, 0.05],
			[1e300, 1e300],
			['0.05', 0.05],
			[' .5 ', 0.5],
			['+2', 2],
			['1e-3', 0.001],
			['1E3', 1000],
			['-0.0', 0],
			['0e5', 0],
		],
		refuses: [
			...[-1, -0.01, '-1', '0x10', '0b1', '5 USD', '$5', '1,5', '1.', '.', 'e5', '1e', '1e999'],
			...['NaN', 'Infinity', 'much', '1_000', true, false, '１', '1'.repeat(33), '--1', '1e10000'],
			// Not zero, which would switch a cap off.
			...['1e-400', '.001E-9999'],
		],
		message: 'Must be a number, 0 or more',
	},
	{
		label: 'a flag',
		validator: flag(true),
		empty: { gives: true },
		takes: [
			...[true, 1, '1', 'true', 'TRUE', 'True', ' true '].map((value): [unknown, boolean] => [
				value,
				true,
			]),
			...[false, 0, '0', 'false', 'FALSE', ' False '].map((value): [unknown, boolean] => [
				value,
				false,
			]),
		],
		refuses: ['yes', 'no', 'on', 't', '2', 2, -1, 0.5, 'nulls', '1.0', 'constructor', '__proto__'],
		message: 'Must be true or false',
	},
	{
		label: 'a word',
		validator: word(['raw', 'pages'], 'raw'),
		empty: { gives: 'raw' },
		takes: [
			['raw', 'raw'],
			[' pages ', 'pages'],
			[' Raw ', 'raw'],
		],
		refuses: ['page', 'r aw', 'raw,pages', 0, true, ['raw'], 'toString'],
		message: 'Must be one of raw, pages',
	},
	{
		label: 'a key or its integer',
		validator: keyOrInteger({ all: 0, day: 1, halfyear: 3 }, 'all', ['halfyear']),
		empty: { gives: 'all' },
		takes: [
			['all', 'all'],
			[' day ', 'day'],
			['DAY', 'day'],
			['HalfYear', 3],
			['halfyear', 3],
			[0, 0],
			[-0, 0],
			['1', 1],
			[3, 3],
		],
		refuses: [2, '2', -1, 1.5, '1.5', 'half year', true, ['all'], 'constructor', '__proto__'],
		message: 'Must be one of all (0), day (1), halfyear (3)',
	},
];

const messagesOf = (validator: Validator, value: unknown) =>
	validator.safeParse(value).error?.issues.map(({ message }) => message);

describe.each(CASES)('$label', ({ validator, empty, takes, refuses, message }) => {
	test.each(EMPTY)('where it is empty: %j', (value) => {
		if (empty)
			expect(validator.safeParse(value)).toMatchObject({ success: true, data: empty.gives });
		else expect(messagesOf(validator, value)).toEqual(['Is required, but it is empty']);
	});

	test.each(NULLS)('where it is %j', (value) => {
		const gives = empty ? empty.gives : value.trim();
		expect(validator.safeParse(value)).toEqual({ success: true, data: gives });
	});

	test.each(takes)('takes %p', (value, gives) => {
		expect(validator.safeParse(value)).toEqual({ success: true, data: gives });
	});

	test.each([...refuses, ...REFUSED])('refuses %p', (value) => {
		expect(messagesOf(validator, value)).toEqual([message]);
	});
});

test.each([
	['requiredText', requiredText()],
	['text', text('')],
	['opaque', opaque('')],
])('a number that has lost digits is no id: %s', (_label, validator) => {
	const message = 'Must be given as text: as a number it has already lost digits';
	expect(messagesOf(validator, 1234567890123456800)).toEqual([message]);
});

test('a text is refused in the words of its own rule, which is for what is trimmed and not empty', () => {
	const rule = { pattern: '^[a-z]$', maxLength: 1, refusal: (given: string) => `Not ${given}` };
	for (const validator of [requiredText(rule), text('default', rule)]) {
		expect(validator.safeParse(' a ')).toEqual({ success: true, data: 'a' });
		expect(messagesOf(validator, ' B ')).toEqual(['Not B']);
		expect(messagesOf(validator, 'ab')).toEqual(['Not ab']);
	}
	expect(text('default', rule).safeParse(' ')).toEqual({ success: true, data: 'default' });
});

test('the longest text is counted in characters, not in halves of them', () => {
	const validator = requiredText({ maxLength: 2, refusal: () => 'Too long' });
	expect(validator.safeParse('😀😀').success).toBe(true);
	expect(messagesOf(validator, '😀😀a')).toEqual(['Too long']);
});
