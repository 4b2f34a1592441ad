/** The names of characters that people meet in answers. */
const NAMED = new Map(
	Object.entries({
		amp: '&',
		lt: '<',
		gt: '>',
		quot: '"',
		apos: "'",
		nbsp: '\u00a0',
		ensp: '\u2002',
		emsp: '\u2003',
		hellip: '…',
		ndash: '–',
		mdash: '—',
		lsquo: '‘',
		rsquo: '’',
		ldquo: '“',
		rdquo: '”',
		laquo: '«',
		raquo: '»',
		middot: '·',
		bull: '•',
		copy: '©',
		reg: '®',
		trade: '™',
		times: '×',
		divide: '÷',
		plusmn: '±',
		minus: '−',
		deg: '°',
		frac12: '½',
		sup2: '²',
		le: '≤',
		ge: '≥',
		ne: '≠',
		asymp: '≈',
		infin: '∞',
		rarr: '→',
		larr: '←',
		yen: '¥',
		euro: '€',
		pound: '£',
		cent: '¢',
		sect: '§',
		pi: 'π',
		alpha: 'α',
	}),
);

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,9}));/gi;

/** The character of an entity; a name that is rare stays as it is written. */
function characterOf(entity: string, decimal?: string, hex?: string, name?: string): string {
	if (name !== undefined) return NAMED.get(name) ?? entity;
	const code = Number(decimal ?? `0x${hex}`);
	if (code > 0x10ffff) return entity;
	return String.fromCodePoint(code).replace(/[^\P{Cc}\t\n]/u, '');
}

/** A text of HTML with its entities as characters, of which two may be halves of one. */
export const withCharacters = (text: string) => text.replace(ENTITY, characterOf);
