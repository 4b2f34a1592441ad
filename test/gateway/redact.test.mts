import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { built } from '../harness/built.mts';

type Clean = (text: string) => string;
const { createRedactor } = built<{ createRedactor(secret: string): Clean }>('gateway/redact');
const { createQuote } = built<{ createQuote(secret: string): Clean }>('gateway/quote');

/** Keys with what JSON, URLs, HTML and base64 write in another way. */
const KEYS = {
	plain: 'test-key-0123456789',
	slashes: 'sk/live/ab+cd/0123==',
	quotes: `k"e'y\\with\\\\all<of>&them`,
	percents: 'a%2Fb%c3%a9&amp;\\u0041z',
	accents: 'kéy-schlüssel-鍵',
	spaces: 'a key of words',
	short: 'abcd',
};

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const unicode = (text: string) =>
	[...Array(text.length).keys()]
		.map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`)
		.join('');
const percent = (text: string) =>
	[...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const base64url = (text: string) => Buffer.from(text).toString('base64url');

const FORMS: Array<[string, (key: string) => string]> = [
	['as it is', (key) => key],
	['as JSON', json],
	['as JSON inside JSON', (key) => json(json(key))],
	['as JSON inside JSON inside JSON', (key) => json(json(json(key)))],
	['as JSON with its slashes escaped', (key) => json(key).replaceAll('/', '\\/')],
	['the same inside JSON', (key) => json(json(key).replaceAll('/', '\\/'))],
	['as \\u escapes', unicode],
	['as \\u escapes in capitals', (key) => unicode(key).replace(/[a-f]/g, (x) => x.toUpperCase())],
	['as \\u escapes inside JSON', (key) => json(unicode(key))],
	[
		'split by one \\u escape',
		(key) => json(key.slice(0, 2)) + unicode(key.slice(2, 3)) + json(key.slice(3)),
	],
	['for a URL', encodeURIComponent],
	[
		'for a URL, its escapes small',
		(key) => encodeURIComponent(key).replace(/%../g, (x) => x.toLowerCase()),
	],
	['for a URL, all escaped', percent],
	['for a URL twice', (key) => encodeURIComponent(encodeURIComponent(key))],
	['as a form writes it', (key) => new URLSearchParams({ key }).toString().slice(4)],
	['for a URL inside JSON', (key) => json(percent(key))],
	['as JSON in a URL', (key) => encodeURIComponent(json(key))],
	[
		'as HTML',
		(key) =>
			key
				.replaceAll('&', '&amp;')
				.replaceAll('<', '&lt;')
				.replaceAll('>', '&gt;')
				.replaceAll('"', '&quot;')
				.replaceAll("'", '&#39;'),
	],
	[
		'as HTML by numbers',
		(key) => [...key].map((x) => `&#x${x.codePointAt(0)?.toString(16)};`).join(''),
	],
	['as base64', base64],
	['as base64 without padding', (key) => base64(key).replace(/=+$/, '')],
	['as base64 for a URL', base64url],
	['as base64 of a header', (key) => base64(`Bearer ${key}`)],
	['as base64 behind a user', (key) => base64(`user:${key}`)],
	['as base64 at the second byte', (key) => base64(`x${key}yz`)],
	['as base64 at the third byte', (key) => base64(`xy${key}z`)],
	['as base64 for a URL, inside', (key) => base64url(`{"key":"${key}","more":1}`)],
	['as base64 inside JSON', (key) => base64(key).replaceAll('/', '\\/')],
	[
		'as base64 with \\u escapes',
		(key) => base64(key).replaceAll('+', '\\u002b').replaceAll('/', '\\u002f'),
	],
	['as base64 in a URL', (key) => encodeURIComponent(base64(`user:${key}`))],
	['as base64 in lines', (key) => base64(`user:${key}`).replace(/.{5}/g, '$&\n')],
	['as base64 in escaped lines', (key) => json(base64(`user:${key}`).replace(/.{5}/g, '$&\r\n'))],
	['as base64 right behind a word', (key) => `Basic${base64(`user:${key}`)}`],
];

/** What can be read from a text by whoever tries. */
function expectUnreadable(text: string, key: string): void {
	const base64s = [base64, base64url].flatMap((encode) =>
		['', 'x', 'xy'].map((before) =>
			encode(before + key).slice(
				Math.ceil((before.length * 8) / 6),
				Math.floor(((before.length + Buffer.byteLength(key)) * 8) / 6),
			),
		),
	);
	const packed = text.replace(/\\r\\n|\s/g, '');
	const forms = [key, json(key), unicode(key), percent(key), encodeURIComponent(key)];
	// Asserted on the finding, so that a failure shows only which form it was.
	expect(forms.map((form) => text.includes(form))).toEqual(forms.map(() => false));
	expect(base64s.map((form) => packed.includes(form))).toEqual(base64s.map(() => false));
}

describe.each(Object.entries(KEYS))('a key: %s', (_name, key) => {
	test.each(FORMS)('%s', (_label, write) => {
		const clean = createRedactor(key)(`before ${write(key)} behind`);
		expect(clean).toContain('•••');
		expectUnreadable(clean, key);
		// And nothing else went.
		expect(clean).toMatch(/^before .* behind$/s);
	});

	test('every time', () => {
		const clean = createRedactor(key)(`${key}, ${json(key)} and ${key}${key}`);
		expect(clean).toBe('•••, ••• and ••••••');
	});
});

test('what stands around it stays as it came', () => {
	const clean = createRedactor(KEYS.slashes);
	const text = (key: string) =>
		`{"url":"https:\\/\\/x\\u0041\\/%20","key":"${key}","n":"\\n&amp;"}`;
	expect(clean(text('sk\\/live\\/ab+cd\\/0123=='))).toBe(text('•••'));
	expect(clean(text(base64(`user:${KEYS.slashes}`)))).toBe(text('dXNlcj•••=='));
});

test.each(['no key at all', '', '{"a":"\\/\\u0041"}', 'dGVzdA==', '100 % & 5 €'])(
	'a text without the key stays: %j',
	(text) => {
		for (const key of Object.values(KEYS)) expect(createRedactor(key)(text)).toBe(text);
	},
);

test('without a key, nothing is taken out', () => {
	expect(createRedactor('')('some text')).toBe('some text');
});

describe('a key too short to be told from words', () => {
	test.each([
		['a', 'a bad key: a', '••• bad key: •••'],
		['a', 'the key "a" and \\u0061b', 'the key "•••" and \\u0061b'],
		['ab', 'about ab, Bearer ab', 'about •••, Bearer •••'],
		['ab', 'about \\u0061b, %61%62', 'about •••, •••'],
		['a+b', 'key=a%2Bb&x=a+b', 'key=•••&x=•••'],
		['x/y', 'key x\\/y, xx/yy', 'key •••, xx/yy'],
		['ab', `Basic ${base64('user:ab')} or ${base64('Bearer ab')}`, 'Basic •••== or •••'],
		['ab', `Basic ${base64('about:abc')}`, `Basic ${base64('about:abc')}`],
	])('%s in %j', (key, text, clean) => {
		expect(createRedactor(key)(text)).toBe(clean);
	});
});

test('no key survives, wherever it stands and whatever is around it', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...Object.values(KEYS)),
			fc.constantFrom(...FORMS),
			// Letters right beside it would make other base64, and escapes other characters, of it.
			fc.string().map((text) => text.replace(/[\w+/\\%&;-]/g, '.')),
			fc.string().map((text) => text.replace(/[\w+/\\%&;-]/g, '.')),
			(key, [, write], before, behind) => {
				const clean = createRedactor(key)(`${before} ${write(key)} ${behind}`);
				expectUnreadable(clean, key);
			},
		),
		{ numRuns: 500 },
	);
});

test('nothing makes it throw', () => {
	fc.assert(
		fc.property(
			fc.string({ unit: 'binary' }),
			fc.array(
				fc.constantFrom(
					'\\',
					'\\u',
					'd83d',
					'%',
					'%e9',
					'&#',
					'x',
					';',
					'&#9999999;',
					'A',
					'=',
					'\u0000',
				),
			),
			(key, parts) => {
				expect(typeof createRedactor(key)(parts.join(''))).toBe('string');
				expect(typeof createQuote(key)(parts.join(key))).toBe('string');
			},
		),
	);
});

describe('a quote', () => {
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

	test('does not end within a character', () => {
		expect(quote(`${'x'.repeat(399)}😀😀`)).toBe(`${'x'.repeat(399)}…`);
	});

	test.each([0, 390, 399, 400, 790, 799, 99_990, 99_999])(
		'does not show a part of the key that stands behind %i characters',
		(length) => {
			for (const filler of ['x', ' ']) {
				for (const form of [key, unicode(key), base64(`user:${key}`)]) {
					const quoted = quote(`${filler.repeat(length)}-${form}${'y '.repeat(500)}`);
					expect(quoted).not.toContain('test-key');
					expect(quoted).not.toContain(unicode(key).slice(0, 24));
					expect(quoted).not.toContain('dGVzdC1r');
					expect(quoted).not.toContain('0LWtleS');
				}
			}
		},
	);
});
