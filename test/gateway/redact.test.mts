import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { createKeyFinder, createQuote } from '../../nodes/DataAccess/gateway/redact.ts';

/** Keys with what JSON, URLs and HTML write in another way. */
const KEYS = {
	plain: 'test-key-0123456789',
	slashes: 'sk/live/ab+cd/0123==',
	quotes: `k"e'y\\with\\\\all<of>&them`,
	percents: 'a%2Fb%c3%a9&amp;\\u0041z',
	short: 'abcd',
};

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const url = (text: string) => encodeURIComponent(text);

type Form = [label: string, write: (key: string) => string];

/** The forms in which it is taken out. */
const KNOWN: Form[] = [
	['as it is', (key) => key],
	['as JSON', json],
	['as JSON with its slashes escaped', (key) => json(key).replaceAll('/', '\\/')],
	['for a URL', url],
	['for a URL, its escapes small', (key) => url(key).replace(/%../g, (x) => x.toLowerCase())],
];

const eachKey = (check: (key: string, quote: (text: string) => string) => void) => {
	for (const key of Object.values(KEYS)) check(key, createQuote(key));
};

describe('a key is taken out', () => {
	test.each(KNOWN)('%s: only it', (_label, write) => {
		eachKey((key, quote) => expect(quote(`before ${write(key)} behind`)).toBe('before ••• behind'));
	});

	test('wherever it stands', () => {
		eachKey((key, quote) =>
			expect(quote(`${key}, ${json(key)} and ${key}`)).toBe('•••, ••• and •••'),
		);
	});
});

const KEYLESS = ['no key at all', '', '{"a":"\\/\\u0041"}', 'dGVzdA==', '100 % & 5 €'];
test.each(KEYLESS)('a text without the key stays: %j', (text) => {
	for (const key of Object.values(KEYS)) expect(createQuote(key)(text)).toBe(text);
});

test('no key survives, wherever it stands and whatever is around it', () => {
	const around = fc.string().map((text) => text.replace(/[\w+/\\%&;-]/g, '.'));
	fc.assert(
		fc.property(
			fc.constantFrom(...Object.values(KEYS)),
			fc.constantFrom(...KNOWN),
			around,
			around,
			(key, [, write], before, behind) => {
				const clean = createQuote(key)(`${before} ${write(key)} ${behind}`);
				expect(clean).toContain('•••');
				expect(KNOWN.filter(([, form]) => clean.includes(form(key)))).toHaveLength(0);
			},
		),
		{ numRuns: 200 },
	);
});

/** Every part of a text that has eight characters. */
const partsOf = (text: string) =>
	Array.from({ length: text.length - 7 }, (_, at) => text.slice(at, at + 8));

describe('what is quoted of an answer', () => {
	const key = KEYS.plain;
	const quote = createQuote(key);

	test('is one line', () => {
		expect(quote(' a\r\n\tb  c\u0000\u001b[31m ')).toBe('a b c [31m');
	});

	test('is short', () => {
		expect(quote('x'.repeat(400))).toBe('x'.repeat(400));
		expect(quote('x'.repeat(401))).toBe(`${'x'.repeat(400)}…`);
		expect(quote('x'.repeat(10_000_000))).toBe(`${'x'.repeat(400)}…`);
	});

	test.each([0, 395, 400, 99_995])('shows no part of the key behind %i characters', (length) => {
		const parts = partsOf(key);
		for (const filler of ['x', ' ']) {
			const clean = quote(`${filler.repeat(length)}-${key}${'y '.repeat(500)}`);
			expect(parts.filter((part) => clean.includes(part))).toHaveLength(0);
		}
	});
});

describe('the whole key is found', () => {
	test.each(KNOWN)('%s', (_label, write) => {
		for (const key of Object.values(KEYS)) {
			expect(createKeyFinder(key)(`before ${write(key)} after`)).toBe(true);
		}
	});

	test('but not a part of it, and none where there is none', () => {
		for (const key of Object.values(KEYS)) {
			expect(createKeyFinder(key)(json(key.slice(1)))).toBe(false);
		}
	});
});
