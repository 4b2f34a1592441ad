import { isObject, trimmed } from '../../shared/values';

/** Restores the ampersands of an address that was written as HTML, or as JSON twice. */
const unescaped = (address: string) => address.replace(/\\u0026|&(?:amp;)+/gi, '&');

/** The query string, up to a length that no position has: Node takes more than linear time for very many parameters. */
const QUERY = /^[^?]*\?([^#]{0,100000})(?:#|$)/;

/** Returns the query parameters of a link. */
export const parametersIn = (link: string) => new URLSearchParams(QUERY.exec(unescaped(link))?.[1]);

/** An absolute address, with no character that addresses lack. Any other scheme could run as code if a user opened it. */
const ADDRESS = /^https?:\/\/[^\s/?#%"<>\p{Cc}\p{Cs}][^\s"<>\p{Cc}\p{Cs}]*$/iu;

const addressIn = (written: unknown): string | undefined =>
	ADDRESS.exec(
		unescaped(trimmed(isObject(written) ? written.url : written)).replace(/^\/\//, 'https://'),
	)?.[0];

/**
 * Returns an absolute address, or the first one in a list of addresses, or of objects with a `url`. Null if there is
 * none. Never throws.
 */
export const addressOf = (value: unknown): string | null =>
	[value].flat().map(addressIn).find(Boolean) ?? null;
