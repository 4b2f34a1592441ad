import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import * as readers from '../../nodes/DataAccess/operations/parts/plainText.ts';
import { RUNS } from './anyValue.mts';

const { shownText, noteText, plainText, titleText } = readers;

const HTML: Array<[label: string, html: unknown, text: string | null]> = [
	['no markup', 'one two', 'one two'],
	['tags', 'a <b class="x">bold</b> <em>word</em>', 'a bold word'],
	['paragraphs', '<p>one</p><p>two</p>', 'one\ntwo'],
	['a list', '<ul><li>one</li><li>two</li></ul>end', 'one\ntwo\nend'],
	['unclosed blocks', '<ul><li>10<li>20</ul><p>3<p>4', '10\n20\n3\n4'],
	['an empty line', '<p>a</p><p><br><br></p><p>b</p>', 'a\n\nb'],
	['cells', '<table><tr><th>2<th>3</th></tr><tr><td>19</td><td>5</td></tr></table>', '2 3\n19 5'],
	['superscript and subscript numbers', '10<sup>5</sup> cells, H<sub>2</sub>O', '10^5 cells, H_2O'],
	['numbers around deleted text', '8<del>100</del>9<s>1</s>0', '8 100 9 1 0'],
	['numbers in one word', '<b>1</b>,<span>0</span>0<wbr>0 <o:p>a</o:p>', '1,000 a'],
	['an image', 'so <img eeimg="1" alt="x^2" src="https://x/?tex=x%5E2"/> holds', 'so x^2 holds'],
	['a formula with signs', '<img alt=\'a<b "c" &amp; d>e\'>f', 'a<b "c" & d>ef'],
	['an unquoted alt between numbers', '1<IMG ALT = 2 src=x>3', '1 2 3'],
	[
		'attributes and tags that resemble an alt',
		'a<img data-alt="b" title="alt">c<img alt="">d<imgs alt="e">',
		'acd',
	],
	['unclosed quotes', 'a<img alt="b>c<img alt="d">e', 'acde'],
	['a greater-than sign in an attribute', '<a title="a > b">c</a><b title=\'>\'>d', 'cd'],
	['line breaks in each spelling', 'a<br>b<br/>c<br />d<br clear="all">e', 'a\nb\nc\nd\ne'],
	[
		'code, with its lines and blanks',
		'<p>Try:</p><pre class="py"><code>def f(x):\n    if x:\n\n\treturn  &lt;1&gt;\n</code></pre><p>a  b</p>',
		'Try:\ndef f(x):\n    if x:\n\n\treturn  <1>\n\na b',
	],
	['unclosed code before a block', '<pre>a  <b>b</b><p>c  d', 'a  b\nc  d'],
	['tags whose names begin like others', '<scripty>a</scripty><brx>b<blockquotes>c', 'abc'],
	['an unclosed tag', 'a <b c', 'a <b c'],
	['a tag inside a tag', 'a <b <i>c', 'a <b c'],
	['less-than and greater-than signs', '1 < 2 > 0, <3 and <- x', '1 < 2 > 0, <3 and <- x'],
	['named entities', '&lt;b&gt; &amp;amp; &quot;x&quot; &hellip;', '<b> &amp; "x" …'],
	[
		'named entities of symbols',
		'3 &times; 4, 5 &deg;C, &yen;1, &euro; 5, &plusmn;3, &copy; &frac12; &le; &rarr; &pi; &ne;',
		'3 × 4, 5 °C, ¥1, € 5, ±3, © ½ ≤ → π ≠',
	],
	['rare named entities', 'caf&eacute; &Ccedil;', 'caf&eacute; &Ccedil;'],
	['numeric entities', '&#20320;&#x597D;&#X1F600;', '你好😀'],
	['invalid entities', '&nope; &#x110000; &; &amp', '&nope; &#x110000; &; &amp'],
	['one surrogate, and a pair of them', 'a&#xD83D;b&#55357;&#56832;', 'a\ufffdb😀'],
	['control characters', 'a&#1;b\u0002c&#127;d\u0000&#0;', 'abcd'],
	['names of object properties', '&valueOf; &__proto__;', '&valueOf; &__proto__;'],
	['blanks of all kinds', ' a \t b&nbsp;&nbsp;c\u3000d ', 'a b c d'],
	['empty lines', 'a\n\n\n \n\nb\n\nc', 'a\n\nb\n\nc'],
	['only markup', '<p><br></p> &nbsp;', null],
	['empty', '', null],
	['a number', 12, '12'],
	['a list', ['a'], null],
	['an object', { toString: 1 }, null],
];
test.each(HTML)('HTML as text: %s', (_label, html, text) => {
	expect(plainText(html)).toBe(text);
});

test('a text or a number is not changed', () => {
	expect(['a', ' a ', 0, 1.5].map(shownText)).toEqual(['a', ' a ', '0', '1.5']);
	const none = [undefined, null, '', '  ', '\u3000', NaN, -Infinity, true, ['a'], { toString: 1 }];
	expect(none.map(shownText)).toEqual(none.map(() => null));
});

const TITLES: Array<[label: string, title: unknown, text: string | null]> = [
	['words in angle brackets', 'C++ vector<bool> 为什么特殊？', 'C++ vector<bool> 为什么特殊？'],
	['less-than and greater-than signs', 'a<b and c>d', 'a<b and c>d'],
	['a mark around a bracket', '<em>List<String></em> 1', 'List<String> 1'],
	['a mark that is cut off', 'green <em class="highlight">te', 'green te'],
	['a mark around nothing', '<em></em>', null],
	['entities', 'Tom &amp; Jerry &quot;1&quot; &#x1F600;', 'Tom & Jerry "1" 😀'],
	['blanks and line breaks', 'a  b\r\nc', 'a  b\nc'],
];
test.each(TITLES)('a title with %s', (_label, title, text) => {
	expect(titleText(title)).toBe(text);
});

test("a note's text shows its hashtags as the platform does", () => {
	const note = '好喝 #茶[话题]# 推荐[哭惹R] #猫[话题]##狗[话题]#';
	expect(noteText(note)).toBe('好喝 #茶 推荐[哭惹R] #猫#狗');
	expect(noteText('这家#沸点咖啡[搜索高亮]#真好喝')).toBe('这家#沸点咖啡真好喝');
	expect(noteText('巨好看！[请升级到App最新版本查看图片评论]')).toBe('巨好看！');
	expect(noteText('[请升级到App最新版本查看图片评论]')).toBeNull();
	expect(noteText('[请看] 好[查看]')).toBe('[请看] 好[查看]');
	expect(noteText('a #1\n[x]# #茶[话题] [哭惹R]# b')).toBe('a #1\n[x]# #茶[话题] [哭惹R]# b');
});

test('no two numbers of an answer become one, unless there is only emphasis between them', () => {
	const between = fc.constantFrom(
		...['<p>', '</li><li>', '<br>', '</td><td>', '<sup>', '</sup>', '<sub>', '</h1>', '<hr/>'],
		...['<img alt="">', '<del>', '</del>', '<img src=x>', '</sub>', '<p class="a>b">', '</pre>'],
		'<div>',
	);
	const property = fc.property(fc.array(fc.tuple(fc.nat(), between)), (parts) => {
		const numbers = parts.map(([number]) => String(number));
		expect(plainText(parts.flat().join(''))?.match(/\d+/g) ?? []).toEqual(numbers);
	});
	fc.assert(property, { numRuns: RUNS });
});
