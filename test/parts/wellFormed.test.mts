import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { compactRecord } from '../../nodes/DataAccess/deliver/items.ts';
import { plainText, shownText } from '../../nodes/DataAccess/operations/parts/plainText.ts';
import { wellFormedJson } from '../../nodes/DataAccess/shared/jsonValues.ts';

/** For more runs, or others: FUZZ_RUNS=40000 FUZZ_SEED=7 npx jest test/parts/wellFormed */
const RUNS = Number(process.env.FUZZ_RUNS ?? 4000);
const SEED = Number(process.env.FUZZ_SEED ?? 1);

const anyOf = (...texts: string[]) => fc.constantFrom(...texts);

const code = (min: number, max: number) => fc.integer({ min, max });

/** Any code point, a text that breaks readers, or a common text. */
const unit = fc.oneof(
	code(0, 0x10ffff).map((point) => String.fromCodePoint(point)),
	fc
		.oneof(code(0xd800, 0xdfff), code(0, 0x1f), code(0x7f, 0x9f))
		.map((half) => String.fromCharCode(half)),
	anyOf('<', '>', '<b>', '</b>', '<!--', '-->', '<script>', 'a<b', 'x>y', '<https://a.b/c>'),
	anyOf('<em>', '</em>', '<sup>', '</td>', '<img alt="', '">', '[话题]#', '&#x', '&times;'),
	anyOf('&', '&amp;', '&#1;', '&lt;', '&#55357;', '\r\n', '\n', '\t', ' ', '\u200b', '\ufeff'),
	anyOf('a', 'word', '猫', '😀', '👨‍👩‍👧', 'é', '3千', '12', '.'),
);

const textOf = (minLength: number, maxLength: number) =>
	fc.array(unit, { minLength, maxLength, size: 'max' }).map((units) => units.join(''));

const anyText = fc.oneof(
	{ arbitrary: textOf(1, 12), weight: 50 },
	{ arbitrary: textOf(900, 1100), weight: 1 },
);

/** Returns what a reader should make of a text. */
const asRead = (text: string) =>
	text
		.replace(/\p{Cs}/gu, '\ufffd')
		.replace(/\r\n|[\x0b-\x0d\x85]/g, '\n')
		.replace(/[\0-\x08\x0e-\x1f\x7f-\x9f]/g, '');

const escaped = (text: string) =>
	text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);

const isWell = (text: string) => asRead(text) === text;

/** Returns what a model gets of a text: the beginning of a long one, all of a short one. */
function beginningOf(text: string): string {
	const shown = String(compactRecord({ text }).text);
	const [kept = ''] = shown.split(/… \([\d,]+ more characters\)$/);
	expect(isWell(shown) && (kept === text || kept.length >= 999)).toBe(true);
	return kept;
}

/** endOnFailure: shrinking a text of a thousand characters would take minutes. */
const forTexts = (check: (text: string) => void) =>
	fc.assert(fc.property(anyText, check), { numRuns: RUNS, seed: SEED, endOnFailure: true });

test('a text of a platform that sends text is not changed, and a model gets its beginning', () => {
	forTexts((text) => {
		const whole = asRead(text);
		expect(shownText(text)).toBe(whole.trim() === '' ? null : whole);
		expect(whole.startsWith(beginningOf(whole))).toBe(true);
	});
});

test('a text of a platform that sends HTML keeps every word, and a model gets its beginning', () => {
	const words = (text: string) => text.replace(/\s/g, '');
	forTexts((text) => {
		const read = plainText(`<p>${escaped(text)}</p>`) ?? '';
		expect([words(read), isWell(read)]).toEqual([words(asRead(text)), true]);
		expect(read.startsWith(beginningOf(read))).toBe(true);
	});
});

test('what a model gets of any JSON is well formed, including names', () => {
	forTexts((text) => {
		const read = asRead(text);
		const json = wellFormedJson({ content: text, [text]: [{ a: text }] });
		expect(json).toEqual({ content: read, [read]: [{ a: read }] });
	});
});
