import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { entered, enteredAsIs, idAfter } from '../../nodes/DataAccess/operations/parts/entered.ts';
import { RUNS } from './anyValue.mts';

const numRuns = 3 * RUNS;

const [keyword, id, link] = [entered('keyword'), entered('id'), entered('link')];
const text = entered('text');
const question = idAfter('question');

const ARTICLE = 'https://mp.example/s/AbC-1_x';

type Row = [reader: typeof id, meant: string, written: string[]];

/** Returns rows of texts that are read as they are. */
const asIs = (reader: typeof id, ...texts: string[]) =>
	texts.map((each): Row => [reader, each, [each]]);

/** Texts, and how each spelling of them may be entered. */
const READ: Row[] = [
	[keyword, 'two words', ['two words', 'two\u00a0words', 'two \u3000 words', 'two\twords']],
	[keyword, 'caf\u00e9 \uac00', ['cafe\u0301 \u1100\u1161']],
	...asIs(
		keyword,
		...['none of us', 'undefined behavior', 'null pointer', '"red teapot"', '#teapot', '[2] tea'],
		...['loading', 'wait...', '茶…', 'C#', '$100', 'nullable', 'Annull', '无', '0', '-5', '2024'],
		...['😀', 'naan', '{a}', 'what?', 'Na Li', 'invalid date', 'a,b', '1.5', 'https://a.example/'],
	),
	[id, '19551577', ['19551577', "'19551577", '“19551577”', '19551577。', '19551577.00']],
	[id, '64f0c1d2000000001e03a5b7', ['64f0c1d2000000001e03a5b7', '「64f0c1d2000000001e03a5b7」']],
	...asIs(id, 'v2_1@finder', 'QVFDeg==', '007', '64e5a', 'a/b', 'nanny', '@zoe'),
	[link, ARTICLE, [ARTICLE, `${ARTICLE}#rd`, 'https://MP.example/s/AbC-1_x', `"${ARTICLE}"`]],
	[link, ARTICLE, [ARTICLE.replace('https', 'Https'), `<${ARTICLE}>`, `**${ARTICLE}**`]],
	...[
		...['，点击查看', '。', '（来自某App）', '【标题】', '这篇文章不错', '👍'],
		...['.', "'>看</a>", ' 很好\nTop'],
	].map((after): Row => [link, ARTICLE, [`点击${ARTICLE}${after}`]]),
	[link, `${ARTICLE}?scene=1`, [`${ARTICLE}?scene=1，点击`, `[标题](${ARTICLE}?scene=1)`]],
	[link, ARTICLE, [`${ARTICLE} ${ARTICLE}#rd`]],
	[link, `${ARTICLE}?to=https://b.example/x`, [`${ARTICLE}?to=https://b.example/x#a`]],
	[link, 'https://文章.example/s/a', ['https://文章.example/s/a，看']],
	[link, 'short.example/a1', ['short.example/a1', ' “short.example/a1”'.trim()]],
	...asIs(enteredAsIs, '{"a":{"b":1}}', ' {"a":{"b":{"c":"}} {{name}}"}}}', 'eyJhIjoxfQ=='),
	...asIs(enteredAsIs, '-5', '{no json'),
	[text, 'explore_feed', ['explore_feed', ' explore_feed\n']],
	...asIs(text, '["a.b"], c', 'data.items', '$', 'undefined behavior', 'a\nb'),
	[question, '7', ['7', 'https://qa.example/question/7', 'qa.example/questions/7/answer/9?a=b']],
	[question, '7', ['https://QA.example/question/7.0#a']],
	[question, '7', ['https://qa.example/question/7?to=https://qa.example/question/8']],
	...asIs(question, 'https://qa.example/people/7', 'https://qa.example/question/1.8E+18'),
];

test.each(READ)('%p reads %s', (read, meant, written) => {
	expect(written.map((each) => [each, read(each)])).toEqual(written.map((each) => [each, meant]));
});

const LOST = /^Must not contain .+: a sheet or an expression has lost the value$/;
const EXPRESSION =
	/^Must not contain .+: if it is meant as an expression, switch the field to Expression$/;
const SEVERAL = /^Must be a single value, but there are several\. Use one input item for each$/;
const DIGITS = /because scientific notation loses digits$/;
const ALONE = /^Must be the ID alone, without any text around it$/;

const every = [keyword, id, link, question, text, enteredAsIs];
const single = [keyword, id, link, question];

/** What is refused, and the message. */
const REFUSED: Array<[readers: Array<typeof id>, words: RegExp, written: string[]]> = [
	[
		every,
		LOST,
		[
			...['[object Object]', '[object Undefined] 测评', 'Invalid DateTime', 'Invalid Date', 'NaN'],
			...['#REF!', '#N/A', 'tea #VALUE!', '#NAME?', '#DIV/0!', '####', '#SPILL!', '#GETTING_DATA'],
			...['Loading...', 'loading…', '加载中…', '\ufffd', 'caf\ufffd', '????', '—', '-'],
			...['N/A', 'NULL', 'None', 'nil', '<nil>', '(null)', 'na', 'null', 'undefined', 'a NaN'],
			...['https://x.example/s/undefined', 'https://x.example/s/null'],
		],
	],
	[
		[keyword, text, enteredAsIs],
		LOST,
		['茶具undefined', '茶具 null', 'tea, undefined.', '"tea null"'],
	],
	[[id, link, question], LOST, ['undefined_1', 'a.example/?id=null&b', '64f0c…', 'a1...']],
	[[id], LOST, ['0', '-1', '0.0']],
	[every, EXPRESSION, ['茶 {{ $json.id }}', '$json.keyword', "$('Sheet').item", '$node["A"]']],
	[[enteredAsIs], EXPRESSION, ['{"a":"{{ $json.next }}"}', '{"a":{"b":"$json.next"}}']],
	[[enteredAsIs], LOST, ['{"a":"[object Object]"}', '{"a":"undefined"}', '["NaN"]']],
	[every, DIGITS, ['1.88998E+18', '1,88998E+18', '2E+18', '1e+21', '2E18', '-1.5E+10']],
	[single, SEVERAL, ['["tea","cup"]', '[1,2]', '["19551577"]']],
	[[keyword], SEVERAL, ['tea\ncup\npot', 'tea\r\ncup']],
	[[id, question], SEVERAL, ['a,b', '1; 2', '1\n2', '1 2', '1|2', '1、2', 'id1\tid2']],
	[[link, question], SEVERAL, [`${ARTICLE} ${ARTICLE}2`, `${ARTICLE},${ARTICLE}2`]],
	[[id, question], ALONE, ['1👍', '小明 a', '{1}', 'note_id=1', '1这个不错', '1\u200b2', '１２']],
];

test.each(REFUSED)('%p refuse with %s', (readers, words, written) => {
	for (const read of readers) {
		for (const each of written) {
			const { refusal } = read(each) as { refusal?: string };
			expect([each, read(each), words.test(refusal ?? '')]).toEqual([each, { refusal }, true]);
		}
	}
});

/** A Chinese character or punctuation mark and any text after it, without a second address. */
const after = fc
	.tuple(fc.integer({ min: 0x3001, max: 0x9fff }), fc.string({ unit: 'binary' }))
	.map(([code, text]) => String.fromCharCode(code) + text.replace(/\/\/|[{}$#\ufffd]/g, ''));

const of = (characters: string) =>
	fc.string({ unit: fc.constantFrom(...characters), minLength: 2, maxLength: 20 });

test('an address ends when other text begins', () => {
	const address = of('aZ09-_').map((segment) => `https://a.example/s/${segment}`);
	const property = fc.property(address, after, (written, text) =>
		expect(link(written + text)).toBe(written),
	);
	fc.assert(property, { numRuns });
});

test('an ID followed by text is read without it, or refused', () => {
	const property = fc.property(of('abf9'), after, (written, text) => {
		const read = id(written + text);
		const refused = expect.objectContaining({ refusal: expect.any(String) });
		if (!text.includes('/')) expect([written, refused]).toContainEqual(read);
	});
	fc.assert(property, { numRuns });
});

test('a word has one spelling', () => {
	const blank = fc.constantFrom(' ', '\u00a0', '\u3000', '\u2009', '  ', '\t');
	const anyWords = fc.array(fc.string({ unit: 'grapheme' }));
	const property = fc.property(anyWords, blank, (words, between) => {
		const written = words.join(between);
		const read = keyword(written);
		expect(keyword(written.normalize('NFD'))).toEqual(read);
	});
	fc.assert(property, { numRuns });
});
