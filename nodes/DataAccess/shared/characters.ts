import { wellFormed } from './text';

/** A code, and the names of the characters from there on. */
const NAMED = `
9 Tab NewLine 33 excl quot num dollar percnt amp apos lpar rpar ast plus comma 46 period sol
58 colon semi lt equals gt quest commat 91 lsqb bsol rsqb Hat lowbar grave 123 lcub verbar rcub
160 nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3
180 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest 198 AElig 208 ETH 215 times Oslash
222 THORN szlig 230 aelig 240 eth 247 divide oslash 254 thorn 272 Dstrok dstrok 305 imath 321 Lstrok lstrok
338 OElig oelig 402 fnof 710 circ 732 tilde
913 Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho
931 Sigma Tau Upsilon Phi Chi Psi Omega
945 alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho
962 sigmaf sigma tau upsilon phi chi psi omega 977 thetasym upsih 982 piv
8194 ensp emsp 8201 thinsp 8204 zwnj zwj lrm rlm hyphen 8211 ndash mdash horbar 8216 lsquo rsquo sbquo
8220 ldquo rdquo bdquo 8224 dagger Dagger bull 8230 hellip 8240 permil 8242 prime Prime 8249 lsaquo rsaquo
8254 oline 8260 frasl 8364 euro 8465 image 8467 ell 8470 numero 8472 weierp 8476 real 8482 trade 8501 alefsym
8531 frac13 frac23 frac15 frac25 frac35 frac45 frac16 frac56 frac18 frac38 frac58 frac78
8592 larr uarr rarr darr harr 8629 crarr 8656 lArr uArr rArr dArr hArr 8704 forall 8706 part exist 8709 empty
8711 nabla isin notin 8715 ni 8719 prod 8721 sum minus 8727 lowast 8730 radic 8733 prop infin 8736 ang
8743 and or cap cup int 8756 there4 8764 sim 8773 cong 8776 asymp 8800 ne equiv 8804 le ge
8834 sub sup nsub 8838 sube supe 8853 oplus 8855 otimes 8869 perp 8901 sdot 8968 lceil rceil lfloor rfloor
9674 loz 9733 starf star 9824 spades 9827 clubs 9829 hearts diams 10003 check 10007 cross 10216 lang rang
34 QUOT 38 AMP 60 LT 62 GT 169 COPY 174 REG 189 half 8226 bullet 8482 TRADE`;

function readTable(table: string): Map<string, string> {
	const characters = new Map<string, string>();
	let code = 0;
	for (const word of table.trim().split(/\s+/)) {
		if (/^\d/.test(word)) code = Number(word);
		else characters.set(word, String.fromCodePoint(code++));
	}
	return characters;
}

const CHARACTERS = readTable(NAMED);

/** What stands above or below a letter, by its name: the letter and it are one character. */
const ACCENTS = new Map(
	'grave\u0300 acute\u0301 circ\u0302 tilde\u0303 macr\u0304 breve\u0306 dot\u0307 uml\u0308 ring\u030a dblac\u030b caron\u030c cedil\u0327 ogon\u0328'
		.split(' ')
		.map((word) => [word.slice(0, -1), word.slice(-1)]),
);

/** The character that HTML knows by a name, `eacute` or `times`; undefined for a rare one. */
function characterNamed(name: string): string | undefined {
	const accent = ACCENTS.get(name.slice(1)) ?? '';
	const both = (name.charAt(0) + accent).normalize('NFC');
	return CHARACTERS.get(name) ?? (accent && both.length === 1 ? both : undefined);
}

/** What Windows writes from 80 to 9f, such as quotes and dashes. Some releases of Node 20 do not know it. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** A text of one byte a character as browsers read it, which take it for one of Windows. */
export const asWindows = (text: string) =>
	text.replace(/[\x80-\x9f]/g, (byte) => WINDOWS.charAt(byte.charCodeAt(0) - 0x80));

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,9}));/gi;

/** The character of an entity; a name that is rare stays as it is written. */
function characterOf(entity: string, decimal?: string, hex?: string, name?: string): string {
	if (name !== undefined) return characterNamed(name) ?? entity;
	const code = Number(decimal ?? `0x${hex}`);
	return code === 0 || code > 0x10ffff ? entity : asWindows(String.fromCodePoint(code));
}

/** A text of HTML with its entities as characters. */
export const withCharacters = (text: string) =>
	text.includes('&') ? wellFormed(text.replace(ENTITY, characterOf)) : text;
