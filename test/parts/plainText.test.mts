import { describe, expect, test } from '@jest/globals';

import { plainText, firstText } from '../../nodes/DataAccess/operations/parts/plainText.ts';

describe('HTML as text', () => {
	const rows: Array<[label: string, html: unknown, text: string | null]> = [
		['no markup', 'one two', 'one two'],
		['tags', 'a <b class="x">bold</b> <em>word</em>', 'a bold word'],
		['tags in capitals', 'a<BR>b<STRONG>c</STRONG>', 'a\nbc'],
		['paragraphs', '<p>one</p><p>two</p>', 'one\ntwo'],
		['a list', '<ul><li>one</li><li>two</li></ul>end', 'one\ntwo\nend'],
		['headings, quotes and figures', '<h2>a</h2>b<blockquote>c</blockquote>d', 'a\nbc\nd'],
		['line breaks in each spelling', 'a<br>b<br/>c<br />d<br clear="all">e', 'a\nb\nc\nd\ne'],
		['an end tag with blanks', '<div>a</div >b', 'a\nb'],
		['a script', 'a<script>if (1 < 2) no("</p>")</script>b', 'ab'],
		['a script with attributes', 'a<script src="x">no</script\n>b', 'ab'],
		['a style', 'a<STYLE>p { color: red }</style>b', 'ab'],
		['a script that is never closed', 'a<script>b', 'ab'],
		['a style in a script that is never closed', '<script>a<style>b</style>c', 'abc'],
		['a comment in a script', '<script>a<!--b</script>c-->d', 'c-->d'],
		['a script in a comment', 'a<!-- <script> -->b', 'ab'],
		['an end of a comment alone', 'a --> b', 'a --> b'],
		['an end of a script alone', 'a</script>b', 'ab'],
		['an end of a script that is cut', 'a<script>b</script', 'ab</script'],
		['names that begin like others', '<scripty>a</scripty><brx>b<blockquotes>c', 'abc'],
		['a comment', 'a<!-- <p>no</p> -->b', 'ab'],
		['a comment that is never closed', 'a<!-- <b>c', 'a<!-- c'],
		['a tag that is never closed', 'a <b c', 'a <b c'],
		['a tag that another one cuts', 'a <b <i>c', 'a <b c'],
		['less and greater', '1 < 2 > 0, <3 and <- x', '1 < 2 > 0, <3 and <- x'],
		['named entities', '&lt;b&gt; &amp;amp; &quot;x&quot; &hellip;', '<b> &amp; "x" …'],
		['names of punctuation', 'a&nbsp;&ndash;&ldquo;b&rdquo;&middot;', 'a –“b”·'],
		[
			'rare names',
			'caf&eacute; &EACUTE; &frac12; &thetasym;',
			'caf&eacute; &EACUTE; &frac12; &thetasym;',
		],
		['capitals that tell nothing apart', '&AMP;&LT;&GT;&QUOT;', '&<>"'],
		['an apostrophe', 'it&apos;s', "it's"],
		['numbers', '&#20320;&#x597D;&#X1F600;', '你好😀'],
		['entities that are none', '&nope; &#0; &#x110000; &; &amp', '&nope; &#0; &#x110000; &; &amp'],
		['numbers in other forms', '&#1e3; &#0x26; &#-38; &#x;', '&#1e3; &#0x26; &#-38; &#x;'],
		['half a character', 'a&#xD83D;b', 'a&#xD83D;b'],
		['names that every object has', '&valueOf; &__proto__;', '&valueOf; &__proto__;'],
		['blanks of all kinds', ' a \t b&nbsp;&nbsp;c\u3000d ', 'a b c d'],
		['blanks around breaks', 'a \r\n b', 'a\nb'],
		['empty lines', 'a\n\n\n \n\nb\n\nc', 'a\n\nb\n\nc'],
		['breaks at the ends', '\n\n<br>a<br>\n', 'a'],
		['markup alone', '<p><br></p> &nbsp;', null],
		['empty', '', null],
		['blanks', ' \n\u3000', null],
		['a number', 12, '12'],
		['a list', ['a'], null],
		['an object', { toString: 1 }, null],
	];
	test.each(rows)('%s', (_label, html, text) => {
		expect(plainText(html)).toBe(text);
	});

	test('of the first value that holds any', () => {
		expect(plainText(null, '  ', {}, '<img src="x">', '<b>a</b>', 'b')).toBe('a');
	});
});

describe('the first text', () => {
	const rows: Array<[values: unknown[], text: string | null]> = [
		[['a', 'b'], 'a'],
		[[' a '], ' a '],
		[[undefined, null, '', '  ', '\u3000', 'b'], 'b'],
		[[0], '0'],
		[[1.5], '1.5'],
		[[NaN, Infinity, -Infinity, 'b'], 'b'],
		[[true, ['a'], { a: 'a' }, { toString: 1 }, 'b'], 'b'],
		[[], null],
	];
	test.each(rows)('%p is %j', (values, text) => {
		expect(firstText(...values)).toBe(text);
	});
});
