/** The names of characters that people meet in answers. */
const NAMED = new Map(
	Object.entries({
		...{
			amp: '&',
			lt: '<',
			gt: '>',
			quot: '"',
			apos: "'",
			nbsp: '\u00a0',
			ensp: '\u2002',
			emsp: '\u2003',
		},
		...{ hellip: '…', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' },
		...{ laquo: '«', raquo: '»', middot: '·', bull: '•', copy: '©', reg: '®', trade: '™' },
		...{ times: '×', divide: '÷', plusmn: '±', minus: '−', deg: '°', frac12: '½', sup2: '²' },
		...{ le: '≤', ge: '≥', ne: '≠', asymp: '≈', infin: '∞', rarr: '→', larr: '←' },
		...{ yen: '¥', euro: '€', pound: '£', cent: '¢', sect: '§', pi: 'π', alpha: 'α' },
	}),
);

/** What Windows writes from 80 to 9f, such as quotes and dashes. Some releases of Node 20 do not know it. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** A text of one byte a character as browsers read it, which take it for one of Windows. */
export const asWindows = (text: string) =>
	text.replace(/[\x80-\x9f]/g, (byte) => WINDOWS.charAt(byte.charCodeAt(0) - 0x80));

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,9}));/gi;

/** The character of an entity; a name that is rare stays as it is written. */
function characterOf(entity: string, decimal?: string, hex?: string, name?: string): string {
	if (name !== undefined) return NAMED.get(name) ?? entity;
	const code = Number(decimal ?? `0x${hex}`);
	if (code === 0 || code > 0x10ffff) return entity;
	return String.fromCodePoint(code).replace(/[^\P{Cc}\t\n]/u, '');
}

/** A text of HTML with its entities as characters, of which two may be halves of one. */
export const withCharacters = (text: string) => text.replace(ENTITY, characterOf);
