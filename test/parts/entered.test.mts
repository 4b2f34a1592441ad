import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { enteredId } from '../../nodes/DataAccess/operations/parts/enteredId.ts';
import { keywordIn } from '../../nodes/DataAccess/operations/parts/enteredKeyword.ts';
import { addressIn } from '../../nodes/DataAccess/operations/parts/enteredLink.ts';
import { RUNS } from './anyValue.mts';

const numRuns = 3 * RUNS;

/** A sign or a character of Chinese, and anything behind it, but no other address. */
const after = fc
	.tuple(fc.integer({ min: 0x3001, max: 0x9fff }), fc.string({ unit: 'binary' }))
	.map(([code, text]) => String.fromCharCode(code) + text.replace(/\/\//g, ''));

const of = (characters: string) =>
	fc.string({ unit: fc.constantFrom(...characters), minLength: 2, maxLength: 20 });

test('an address ends where other text begins', () => {
	const address = of('aZ09-_').map((id) => `https://a.example/s/${id}`);
	const property = fc.property(address, after, (link, text) =>
		expect(addressIn(link + text)).toBe(link),
	);
	fc.assert(property, { numRuns });
});

test('an ID that text follows is read alone, or refused', () => {
	const property = fc.property(of('abf9'), after, (id, text) => {
		const read = enteredId('note')(id + text);
		expect([id, expect.objectContaining({ refusal: expect.any(String) })]).toContainEqual(read);
	});
	fc.assert(property, { numRuns });
});

test('a word has one spelling', () => {
	const blank = fc.constantFrom(' ', '\u00a0', '\u3000', '\u2009', '  ', '\n');
	const anyWords = fc.array(fc.string({ unit: 'grapheme' }));
	const property = fc.property(anyWords, blank, (words, between) => {
		const written = words.join(between);
		const read = keywordIn(written);
		expect(keywordIn(written.normalize('NFD'))).toEqual(read);
		expect(keywordIn(words.join(' ').replace(/\s+/g, ' '))).toEqual(read);
	});
	fc.assert(property, { numRuns });
});
