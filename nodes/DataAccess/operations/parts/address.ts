import { isObject } from '../../shared/values';

/** An address that was written as HTML, or as JSON twice, has these for an ampersand. */
const unescaped = (address: string) => address.replace(/\\u0026|&(?:amp;)+/gi, '&');

/** Node takes more than linear time for a link with very many parameters: a longer one leads nowhere. */
const LONGEST_LINK = 100_000;

/** The parameters of a link. */
export function parametersIn(link: string): URLSearchParams {
	const [, query = ''] = (link.length <= LONGEST_LINK && /\?([^#]*)/.exec(unescaped(link))) || [];
	return new URLSearchParams(query);
}

/** Absolute, with nothing in it that no address has. */
const ADDRESS = /^[a-z][a-z\d+.-]{0,30}:\/\/[^\s/?#%"<>\p{Cc}\p{Cs}][^\s"<>\p{Cc}\p{Cs}]*$/iu;

function addressIn(written: unknown): string | null {
	const text = isObject(written) ? written.url : written;
	if (typeof text !== 'string') return null;
	const address = unescaped(text.trim()).replace(/^\/\//, 'https://');
	return ADDRESS.test(address) ? address : null;
}

/** The absolute address, or the first one of a list of addresses or objects with one. Null where there is none; never throws. */
export function addressOf(value: unknown): string | null {
	const all: unknown[] = Array.isArray(value) ? value : [value];
	for (const each of all) {
		const address = addressIn(each);
		if (address !== null) return address;
	}
	return null;
}
