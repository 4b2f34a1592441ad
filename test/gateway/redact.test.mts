import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import type * as redactModule from '../../nodes/DataAccess/gateway/redact.ts';
import { built } from '../harness/built.mts';

const { createKeyFinder, createQuote, createRedactor } =
	built<typeof redactModule>('gateway/redact');

/** Keys with what JSON, URLs, HTML and base64 write in another way. */
const KEYS = {
	plain: 'test-key-0123456789',
	slashes: 'sk/live/ab+cd/0123==',
	quotes: `k"e'y\\with\\\\all<of>&them`,
	percents: 'a%2Fb%c3%a9&amp;\\u0041z',
	short: 'abcd',
};

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const unicode = (text: string) =>
	[...Array(text.length).keys()]
		.map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`)
		.join('');
const percent = (text: string) =>
	[...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const url = (text: string) => encodeURIComponent(text);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const base64url = (text: string) => Buffer.from(text).toString('base64url');
const inLines = (text: string) => text.replace(/.{5}/g, '$&\n');

type Form = [label: string, write: (key: string) => string];

/** The forms in which only the key is taken out. */
const KNOWN: Form[] = [
	['as it is', (key) => key],
	['as JSON', json],
	['as JSON inside JSON', (key) => json(json(key))],
	['as JSON with its slashes escaped', (key) => json(key).replaceAll('/', '\\/')],
	['for a URL', url],
	['for a URL, its escapes small', (key) => url(key).replace(/%../g, (x) => x.toLowerCase())],
];

const IN_BASE64: Form[] = [
	['as base64', base64],
	['as base64 without padding', (key) => base64(key).replace(/=+$/, '')],
	['as base64 for a URL', base64url],
	['as base64 of a header', (key) => base64(`Bearer ${key}`)],
	['as base64 behind a user', (key) => base64(`user:${key}`)],
	['as base64 at the second byte', (key) => base64(`x${key}yz`)],
	['as base64 at the third byte', (key) => base64(`xy${key}z`)],
	['as base64 for a URL, inside', (key) => base64url(`{"key":"${key}","more":1}`)],
	['as base64 right behind a word', (key) => `Basic${base64(`user:${key}`)}`],
];

/** Those in which it cannot be told from what stands around it. */
const OTHER: Form[] = [
	['as JSON inside JSON inside JSON', (key) => json(json(json(key)))],
	['as \\u escapes', unicode],
	['as \\u escapes in capitals', (key) => unicode(key).replace(/[a-f]/g, (x) => x.toUpperCase())],
	['as \\u escapes inside JSON', (key) => json(unicode(key))],
	[
		'split by \\u escapes',
		(key) => [...key].map((x, at) => (at % 5 === 2 ? unicode(x) : json(x))).join(''),
	],
	['for a URL, all escaped', percent],
	['for a URL twice', (key) => url(url(key))],
	['as a form writes it', (key) => new URLSearchParams({ key }).toString().slice(4)],
	['for a URL inside JSON', (key) => json(percent(key))],
	['as JSON in a URL', (key) => url(json(key))],
	['as base64 inside JSON', (key) => base64(key).replaceAll('/', '\\/')],
	[
		'as base64 with \\u escapes',
		(key) => base64(key).replaceAll('+', '\\u002b').replaceAll('/', '\\u002f'),
	],
	['as base64 in a URL', (key) => url(base64(`user:${key}`))],
	['as base64 in lines', (key) => inLines(base64(`user:${key}`))],
	['as base64 in escaped lines', (key) => json(inLines(base64(`user:${key}`)))],
];

const ALL = [...KNOWN, ...IN_BASE64, ...OTHER];

/** Every part of a text that has so many characters. */
const partsOf = (text: string, size = Math.min(8, text.length)) =>
	Array.from({ length: text.length - size + 1 }, (_, at) => text.slice(at, at + size));

/** What can be read from a text by whoever tries, with readers of the test's own. */
function readingsOf(text: string): string[] {
	const readings = [text];
	for (let layer = 0; layer < 3; layer++) {
		const last = readings.at(-1) ?? '';
		const read = last
			.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
			.replace(/\\n/g, '')
			.replace(/\\(.)/g, '$1')
			.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
				Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
			);
		readings.push(read);
	}
	const inBase64 = readings.flatMap((reading) =>
		(reading.replace(/\s+/g, '').match(/[\w+/-]{6,}/g) ?? []).flatMap((run) =>
			[0, 1, 2, 3].map((at) => Buffer.from(run.slice(at), 'base64').toString()),
		),
	);
	return [...readings, ...inBase64];
}

/** Asserted on the number, so that a failure does not show the key. */
function expectUnreadable(text: string, key: string): void {
	const parts = partsOf(key);
	const told = readingsOf(text).filter((reading) => parts.some((part) => reading.includes(part)));
	expect(told).toHaveLength(0);
}

describe('a key is taken out', () => {
	const eachKey = (check: (key: string, redact: (text: string) => string) => void) => {
		for (const key of Object.values(KEYS)) check(key, createRedactor(key));
	};

	test.each(KNOWN)('%s: only it', (_label, write) => {
		eachKey((key, redact) =>
			expect(redact(`before ${write(key)} behind`)).toBe('before ••• behind'),
		);
	});

	test.each(IN_BASE64)('%s: only what holds it', (_label, write) => {
		eachKey((key, redact) => {
			const clean = redact(`before ${write(key)} behind`);
			expect(clean).toMatch(/^before [\w+/-]*•••[\w+/=-]* behind$/);
			expectUnreadable(clean, key);
		});
	});

	test.each(OTHER)('%s: or nothing is shown', (_label, write) => {
		eachKey((key, redact) => {
			const clean = redact(`before ${write(key)} behind`);
			expect(clean).toContain('•••');
			expectUnreadable(clean, key);
		});
	});

	test('wherever it stands', () => {
		eachKey((key, redact) =>
			expect(redact(`${key}, ${json(key)} and ${key}`)).toBe('•••, ••• and •••'),
		);
	});

	test.each(ALL)('%s: and a part of 8 or more characters', (_label, write) => {
		const key = KEYS.plain;
		const redact = createRedactor(key);
		for (const part of [...partsOf(key, 8), ...partsOf(key, key.length - 1)]) {
			const clean = redact(`the key ${write(part)}… is wrong`);
			expectUnreadable(clean, key);
			expect(clean).toContain('•••');
		}
	});

	test('but not a part of fewer, which is no secret', () => {
		expect(createRedactor(KEYS.plain)('the key test-ke… is wrong')).toBe(
			'the key test-ke… is wrong',
		);
	});
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

test('no key survives, wherever it stands and whatever is around it', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...Object.values(KEYS)),
			fc.constantFrom(...ALL),
			// Letters right beside it would make other base64, and escapes other characters, of it.
			fc.string().map((text) => text.replace(/[\w+/\\%&;-]/g, '.')),
			fc.string().map((text) => text.replace(/[\w+/\\%&;-]/g, '.')),
			(key, [, write], before, behind) => {
				const clean = createRedactor(key)(`${before} ${write(key)} ${behind}`);
				expect(clean).toContain('•••');
				expectUnreadable(clean, key);
			},
		),
		{ numRuns: 100 },
	);
});

test('nothing makes it throw', () => {
	const anyKey = fc.stringMatching(/^[!-~]{1,40}$/);
	const parts = ['\\', '\\u', 'd83d', '%', '%e9', '&#', 'x', ';', '&#9999999;', 'A', '=', '\u0000'];
	fc.assert(
		fc.property(
			anyKey,
			fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary' }))),
			(key, written) => {
				expect(typeof createRedactor(key)(written.join(''))).toBe('string');
				expect(typeof createQuote(key)(written.join(key))).toBe('string');
			},
		),
	);
});

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

	test('does not end within a character', () => {
		expect(quote(`${'x'.repeat(399)}😀😀`)).toBe(`${'x'.repeat(399)}…`);
	});

	test.each([0, 390, 395, 399, 400, 790, 799, 99_990, 99_999])(
		'does not show a part of the key that stands behind %i characters',
		(length) => {
			for (const filler of ['x', ' ']) {
				for (const form of [key, unicode(key), base64(`user:${key}`)]) {
					expectUnreadable(quote(`${filler.repeat(length)}-${form}${'y '.repeat(500)}`), key);
				}
			}
		},
	);
});

describe('the whole key is found', () => {
	const FORMS: Form[] = [
		...KNOWN,
		['as \\u escapes', unicode],
		['as base64', base64],
		['as base64 of a header', (key) => base64(`Bearer ${key}`)],
	];
	test.each(FORMS)('%s', (_label, write) => {
		for (const key of Object.values(KEYS)) {
			expect(createKeyFinder(key)(`before ${write(key)} after`)).toBe(true);
		}
	});

	test('but not a part of it, and none where there is none', () => {
		for (const key of Object.values(KEYS)) {
			expect(createKeyFinder(key)(json(key.slice(1)))).toBe(false);
		}
		expect(createKeyFinder('')('anything')).toBe(false);
	});
});
