import { expect, test } from '@jest/globals';

import * as validators from '../../nodes/DataAccess/operations/parts/inputs.ts';
import { isEmpty } from '../../nodes/DataAccess/operations/parts/blank.ts';
import type { Validator } from '../../nodes/DataAccess/operations/parts/inputs.ts';

const { amount, flag, integer, requiredText, text, word } = validators;

const EMPTY: unknown[] = [
	...[undefined, null, '', ' ', ' \t\r\n', '\u00a0', '\u3000', '\u2003\u2028', '\ufeff', '\u200b'],
	...[' \u200d\u2060 ', 'undefined', ' undefined '],
];
const FILLED = [0, false, 'null', 'none', '0', 'a', ' a ', '-', '\u200ba', NaN, [], {}, ['']];

test('blanks of all kinds are empty, and so is what agents send instead', () => {
	expect([...EMPTY, ...FILLED].filter(isEmpty)).toEqual(EMPTY);
});

/** Values that every validator refuses. */
const REFUSED: unknown[] = [NaN, Infinity, -Infinity, [], [1], ['a'], {}, { toString: 1 }, 12n];

type Taken = [value: unknown, gives: unknown];

/** Returns rows of values that all give the same. */
const all = (gives: unknown, ...values: unknown[]) => values.map((value): Taken => [value, gives]);

/** The operations' own kinds are tested with their fields (test/operations/refusedInputs, requests). */
interface Case {
	label: string;
	validator: Validator<unknown>;
	/** What an empty value gives; undefined if it is refused. */
	empty?: { gives: unknown };
	takes: Taken[];
	refuses: unknown[];
	message: string;
}

const NO_TEXT = 'Must be text. Give a long number as text, too, or it loses digits';

const CASES: Case[] = [
	{
		label: 'a required text',
		validator: requiredText((text) => text.regex(/^[^x]*$/, 'Must have no x')),
		takes: [
			...[...all('a b', ' a b '), ...all('12', 12)],
			...all('12345678901234567890', '12345678901234567890'),
		],
		refuses: [true, 1.5],
		message: NO_TEXT,
	},
	{
		label: 'a text',
		validator: text('all'),
		empty: { gives: 'all' },
		takes: [...all('a b', ' a b '), ...all('-3', -3)],
		refuses: [true, 1.5],
		message: NO_TEXT,
	},
	{
		label: 'a whole number',
		validator: integer(5, 1),
		empty: { gives: 5 },
		takes: [
			...all(1, 1),
			...all(7, '7', ' 7 ', '+7', '007', '7.0'),
			...all(2 ** 53 - 1, 2 ** 53 - 1),
		],
		refuses: [
			...[0, -1, 1.5, 2 ** 53, true, false, '0', '-1', '1.5', '0x10', '1 2', '1,000'],
			...['seven', '１', '9007199254740993', '1'.repeat(33), `${' '.repeat(9)}x`],
		],
		message: 'Must be a whole number, 1 or more',
	},
	{
		label: 'an amount',
		validator: amount(1, 0),
		empty: { gives: 1 },
		takes: [
			...[...all(0, 0, '0e5'), ...all(0.05, 0.05, '0.05'), ...all(0.5, ' .5 ')],
			...[...all(2, '+2'), ...all(0.001, '1e-3'), ...all(1000, '1E3'), ...all(1e300, 1e300)],
		],
		refuses: [
			...[-1, -0.01, '-1', '0x10', '0b1', '5 USD', '$5', '1,5', '1.', '.', 'e5', '1e', '1e999'],
			...['NaN', 'Infinity', 'much', '1_000', true, false, '１', '--1', '1e10000'],
		],
		message: 'Must be a number, 0 or more',
	},
	{
		label: 'a flag',
		validator: flag(true),
		empty: { gives: true },
		takes: [
			...all(true, true, 1, '1', 'true', 'TRUE', ' true '),
			...all(false, false, 0, '0', 'false', ' False '),
		],
		refuses: ['yes', 'no', 'on', 't', '2', 2, -1, 0.5, 'nulls', '1.0', 'constructor', '__proto__'],
		message: 'Must be true or false',
	},
	{
		label: 'a word',
		validator: word(['raw', 'pages'], 'raw'),
		empty: { gives: 'raw' },
		takes: [...all('raw', 'raw', ' Raw '), ...all('pages', ' pages ')],
		refuses: ['page', 'r aw', 'raw,pages', 0, true, ['raw'], 'toString'],
		message: 'Must be one of raw, pages',
	},
];

const messagesOf = (validator: Validator<unknown>, value: unknown) => [
	...new Set(validator.safeParse(value).error?.issues.map(({ message }) => message)),
];

test.each(CASES)('$label', ({ validator, empty, takes, refuses, message }) => {
	// What agents send for an omitted value is empty, too, unless a text is required.
	const omitted = empty ? all(empty.gives, undefined, ' ', 'undefined', 'null', ' NULL ') : [];
	for (const [value, gives] of [...takes, ...omitted]) {
		expect([value, validator.safeParse(value)]).toEqual([value, { success: true, data: gives }]);
	}
	if (!empty) expect(messagesOf(validator, ' ')).toEqual(['Is required, but it is empty']);
	for (const value of [...refuses, ...REFUSED]) {
		expect([value, messagesOf(validator, value)]).toEqual([value, [message]]);
	}
});
