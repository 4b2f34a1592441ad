import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { createSecretFinder, failureCleaner } from '../../nodes/DataAccess/gateway/redact.ts';
import { serviceErrorIn } from '../../nodes/DataAccess/gateway/serviceError.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';

/** Keys with characters that JSON, URLs and HTML escape. */
const KEYS = [
	...['test-key-0123456789', 'sk/live/ab+cd/0123==', `k"e'y\\with\\\\all<of>&them`],
	...['a%2Fb%c3%a9&amp;\\u0041z', 'abcd'],
];

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const url = (text: string) => encodeURIComponent(text);

/** System.Text.Json escapes more than JSON has to. */
const dotNet = (text: string) =>
	text
		.replaceAll('\\', '\\\\')
		.replace(/["&'+<>`]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The forms of a key that are removed. */
const FORMS: Record<string, (key: string) => string> = {
	'as it is': (key) => key,
	'as JSON': json,
	'as JSON with its slashes escaped': (key) => json(key).replaceAll('/', '\\/'),
	'as .NET writes JSON': dotNet,
	'for a URL': url,
	'for a URL, its escapes small': (key) => url(key).replace(/%../g, (x) => x.toLowerCase()),
};
const forms = Object.values(FORMS);

const quote = (key: string, words: string) =>
	failureCleaner(key)(failureOf('NO_ANSWER', { words })).words;

test.each(Object.entries(FORMS))(
	'a key is found and removed %s, and nothing else',
	(_label, write) => {
		for (const key of KEYS) {
			const text = `before ${write(key)} behind`;
			expect(quote(key, text)).toBe('before ••• behind');
			const [found, part] = [text, json(key.slice(1))].map(createSecretFinder(key));
			expect([found, part]).toEqual([true, false]);
			for (const other of ['no key at all', '{"a":"\\/\\n"}', '100 % & 5 €']) {
				expect(quote(key, other)).toBe(other);
			}
		}
	},
);

test('a key in JSON within JSON is taken out as .NET writes it', () => {
	const key = 'ab+cd&e';
	for (const text of [json(dotNet(key)), json(json(dotNet(key)))]) {
		expect(quote(key, `{"a":"${text}"}`)).toBe('{"a":"•••"}');
		expect(createSecretFinder(key)(text)).toBe(true);
	}
});

test('every text of a failure that may be foreign is cleaned, and none of the node’s own', () => {
	const texts = { words: 'no', field: 'no', excerpt: 'no', runId: 'no', detail: 'no' };
	const own = failureOf('RATE_LIMITED', { retryAfter: 5 });
	const clean = Object.fromEntries(Object.keys(texts).map((name) => [name, '•••']));
	expect(failureCleaner('no')({ ...own, ...texts })).toEqual({ ...own, ...clean });
});

test('no key survives, wherever it is and whatever is around it', () => {
	const around = fc.string().map((text) => text.replace(/[\w+/\\%&;-]/g, '.'));
	const property = fc.property(
		...([fc.constantFrom(...KEYS), fc.constantFrom(...forms), around, around] as const),
		(key, write, before, behind) => {
			const clean = quote(key, `${before} ${write(key)} ${behind} ${key}`)!;
			expect(forms.filter((form) => clean.includes(form(key)))).toHaveLength(0);
		},
	);
	fc.assert(property, { numRuns: 200 });
});

test.each<[said: string, quoted: string]>([
	[' a\r\n\tb  c\u0000\u001b[31m ', 'a b c [31m'],
	['x'.repeat(400), 'x'.repeat(400)],
	['x'.repeat(10_000_000), `${'x'.repeat(400)}…`],
])('a quotation is one short line: %#', (said, quoted) => {
	expect(quote('key', said)).toBe(quoted);
});

test.each([0, 395, 99_995])('no part of the key is shown after %i characters', (length) => {
	const [key] = KEYS as [string];
	const parts = Array.from({ length: key.length - 7 }, (_, at) => key.slice(at, at + 8));
	for (const filler of ['x', ' ']) {
		const clean = quote(key, `${filler.repeat(length)}-${key}${'y '.repeat(500)}`)!;
		expect(parts.filter((part) => clean.includes(part))).toEqual([]);
	}
});

test('a message is cut without its blanks, so that no key is cut in half', () => {
	const said = `Refused${' '.repeat(1990)}${KEYS[0]}`;
	expect(serviceErrorIn({ message: said }).words).toBe(`Refused ${KEYS[0]}`);
});
