/** Control characters except tab and line feed, and lone halves of a surrogate pair. */
const UNWANTED = /\r\n|[^\P{Cc}\t\n]|\p{Cs}/gu;

const LINE_ENDS = ['\r\n', '\r', '\v', '\f', '\u0085'];

function replacementOf(unwanted: string): string {
	if (LINE_ENDS.includes(unwanted)) return '\n';
	return unwanted >= '\ud800' ? '\ufffd' : '';
}

/** Returns a text that every database, sheet and model takes. Many refuse half a character, or a NUL. */
export const wellFormed = (text: string) => text.replace(UNWANTED, replacementOf);

/** Returns the beginning of a text, without half a character at its end. */
export const beginningOf = (text: string, most: number) =>
	wellFormed(text.slice(0, most).replace(/[\ud800-\udbff]$/, ''));
