import { isObject, trimmed } from '../../shared/values';

/** An address that was written as HTML, or as JSON twice, has these for an ampersand. */
const unescaped = (address: string) => address.replace(/\\u0026|&(?:amp;)+/gi, '&');

/** Behind the question mark. Node takes more than linear time for very many parameters, which no position has. */
const QUERY = /^[^?]*\?([^#]{0,100000})(?:#|$)/;

/** The parameters of a link. */
export const parametersIn = (link: string) => new URLSearchParams(QUERY.exec(unescaped(link))?.[1]);

/** Absolute, with nothing in it that no address has. Any other scheme could run as code if somebody follows it. */
const ADDRESS = /^https?:\/\/[^\s/?#%"<>\p{Cc}\p{Cs}][^\s"<>\p{Cc}\p{Cs}]*$/iu;

const addressIn = (written: unknown): string | undefined =>
	ADDRESS.exec(
		unescaped(trimmed(isObject(written) ? written.url : written)).replace(/^\/\//, 'https://'),
	)?.[0];

/** The absolute address, or the first one of a list of addresses or objects with one. Null where there is none; never throws. */
export function addressOf(value: unknown): string | null {
	const all: unknown[] = Array.isArray(value) ? value : [value];
	return all.map(addressIn).find((address) => address !== undefined) ?? null;
}
