/**
 * The flat record of Output = Simplified: the same ten names on every platform (design of the
 * node's output), ready for a sheet or a message. What a platform does not tell is null.
 */
export interface SimplifiedRecord {
	[field: string]: string | number | null;
	id: string | null;
	url: string | null;
	title: string | null;
	text: string | null;
	authorId: string | null;
	authorName: string | null;
	/** ISO 8601 in UTC. */
	createdAt: string | null;
	likeCount: number | null;
	commentCount: number | null;
	mediaUrl: string | null;
}

/** The first of the values that is a text with something in it (numbers count as text). */
export function textOf(...values: unknown[]): string | null {
	for (const value of values) {
		if (typeof value === 'number' || typeof value === 'bigint') return String(value);
		if (typeof value === 'string' && value.trim() !== '') return value;
	}
	return null;
}

const NAMED_ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
	hellip: '…',
	mdash: '—',
	ndash: '–',
	lsquo: '‘',
	rsquo: '’',
	ldquo: '“',
	rdquo: '”',
	middot: '·',
};

function decodeEntity(entity: string, body: string): string {
	if (!body.startsWith('#')) return NAMED_ENTITIES[body.toLowerCase()] ?? entity;
	const code = /^#x/i.test(body) ? parseInt(body.slice(2), 16) : parseInt(body.slice(1), 10);
	return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

/** HTML as the text that a person would read: line breaks kept, tags and entities resolved. */
export function plainText(...values: unknown[]): string | null {
	const html = textOf(...values);
	if (html === null) return null;
	const text = html
		.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
		.replace(/<br\s*\/?>|<\/(?:p|div|li|h[1-6]|blockquote|figure|tr)\s*>/gi, '\n')
		.replace(/<\/?[a-z][^>]*>|<!--[\s\S]*?-->/gi, '')
		.replace(/&(#x[\da-f]+|#\d+|[a-z]+);/gi, decodeEntity)
		.replace(/[^\S\n]+/g, ' ')
		.replace(/ ?\n ?/g, '\n')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
	return text === '' ? null : text;
}

/** Any moment after this is written in milliseconds: as seconds it would be the year 5138. */
const FIRST_MILLISECONDS = 1e11;

/**
 * A moment in seconds, milliseconds or a date's text as ISO 8601, whichever value is the first to
 * be one. Texts without a year ("3 days ago") are no moment, so they give null.
 */
export function isoTime(...values: unknown[]): string | null {
	for (const value of values) {
		const number = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? +value : value;
		let time = NaN;
		if (typeof number === 'number' && number > 0) {
			time = number < FIRST_MILLISECONDS ? number * 1000 : number;
		} else if (typeof number === 'string' && /^\d{4}-\d{1,2}-\d{1,2}/.test(number)) {
			const zoned = /[zZ]|[+-]\d{2}:?\d{2}$/.test(number);
			time = Date.parse(zoned ? number : `${number.trim().replace(' ', 'T')}Z`);
			if (Number.isNaN(time)) time = Date.parse(number);
		}
		if (Number.isFinite(time) && Math.abs(time) < 8.64e15) return new Date(time).toISOString();
	}
	return null;
}

const MULTIPLIERS: Record<string, number> = { 万: 1e4, w: 1e4, 亿: 1e8, k: 1e3, m: 1e6, b: 1e9 };

/** A count that may be a text such as "10万+" or "1.2k"; the least number that it stands for. */
export function countOf(...values: unknown[]): number | null {
	for (const value of values) {
		// Fewer than none is no count.
		if (typeof value === 'number' && Number.isFinite(value)) return value < 0 ? null : value;
		if (typeof value !== 'string') continue;
		const match = /^(\d+(?:\.\d+)?)\s*([万亿wkmb]?)\+?$/i.exec(value.replace(/,/g, '').trim());
		if (match)
			return Math.round(Number(match[1]) * (MULTIPLIERS[String(match[2]).toLowerCase()] ?? 1));
	}
	return null;
}
