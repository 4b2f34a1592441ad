/** The named entities that occur in records. */
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

/** Returns the character of an entity. A rare name is returned as it is written. */
function characterOf(entity: string, decimal?: string, hex?: string, name?: string): string {
	if (name !== undefined) return NAMED.get(name) ?? entity;
	const code = Number(decimal ?? `0x${hex}`);
	if (code > 0x10ffff) return entity;
	return String.fromCodePoint(code).replace(/[^\P{Cc}\t\n]/u, '');
}

/** Returns a text of HTML with its entities as characters. Two entities may be halves of one character. */
export const withCharacters = (text: string) => text.replace(ENTITY, characterOf);
