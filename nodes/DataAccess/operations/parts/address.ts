import { entriesOf } from '../../shared/entries';
import { withoutFormat } from '../../shared/text';
import { isObject } from '../../shared/values';
import { shownText } from './plainText';

/** A sign of an address that was written as JSON twice, or as HTML. */
const ESCAPED = /\\u00([2-7][\da-f])|\\(\/)|&(?:(?:amp|#0*38|#x0*26);)+/gi;

/** The address that was meant, where it was written so. */
export const unescaped = (address: string) =>
	address.replace(ESCAPED, (_, code?: string, slash?: string) =>
		code === undefined ? (slash ?? '&') : String.fromCharCode(Number(`0x${code}`)),
	);

const ABSOLUTE = /^[a-z][a-z\d+.-]{0,30}:\/\/[^\s/?#%]/i;

/** As browsers read it: without what is around it, breaks and invisible signs. Of several in one text, the first. */
function asBrowsersRead(text: string): string | null {
	const [first = ''] = text
		.replace(/^[\s"'[<(]+/, '')
		.split(/["<>]|(?<![\s,;])[\s,;]+(?=https?:\/\/)/i, 1);
	const unbroken = withoutFormat(first).replace(/[\t\n]/g, '');
	const address = unescaped(unbroken.trim())
		.replace(/^\/\//, 'https://')
		.replace(/\s/g, encodeURIComponent);
	return ABSOLUTE.test(address) ? shownText(address) : null;
}

const each = (value: unknown) => entriesOf(value) ?? [value];

const urlOf = (value: unknown) => (isObject(value) ? value.url : value);

/** The absolute address, or the first one of a list of addresses or objects with one. Null where there is none; never throws. */
export function addressOf(value: unknown): string | null {
	const addresses = each(value).map(urlOf).flatMap(each);
	return addresses.map((one) => asBrowsersRead(shownText(one) ?? '')).find(Boolean) ?? null;
}
