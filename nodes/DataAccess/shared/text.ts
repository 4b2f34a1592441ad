/** Control characters but tab and line feed, and halves of a surrogate pair without the other. */
const UNWANTED = /\r\n|[^\P{Cc}\t\n]|\p{Cs}/gu;

const LINE_ENDS = ['\r\n', '\r', '\v', '\f', '\u0085'];

function replacementOf(unwanted: string): string {
	if (LINE_ENDS.includes(unwanted)) return '\n';
	return unwanted >= '\ud800' ? '\ufffd' : '';
}

/** Text that every database, sheet and model takes: many refuse half a character, or a NUL. */
export const wellFormed = (text: string) => text.replace(UNWANTED, replacementOf);

/** Full-width signs as those of ASCII. */
export const narrow = (text: string) =>
	text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/** Without any of Unicode's format characters. */
export const withoutFormat = (text: string) => text.replace(/\p{Cf}/gu, '');

/** A text that people read in one line: narrow, with single blanks, and nothing invisible. */
export const oneLine = (text: string) => withoutFormat(narrow(text)).replace(/\s+/g, ' ').trim();

/** The beginning of a text, without half a character at its end. */
export const beginningOf = (text: string, most: number) =>
	wellFormed(text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, ''));
