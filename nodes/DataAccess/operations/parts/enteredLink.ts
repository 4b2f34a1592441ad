import { bare, SEVERAL, tidied } from './entered';
import type { Misread } from './entered';
import { enteredId } from './enteredId';

/** Its host may be in any script; behind it, other text begins where no address goes on. */
const LINK = /https?:\/\/[\p{L}\p{M}\p{N}.-]*[!#-;=?-[\]_a-z~]*/giu;

/** A link whose scheme was left out. */
const BARE = /^[\w-]+(?:\.[\w-]+)+\/[!-~]*$/;

/** The links in a text, as a browser or an app shares them, each once. */
function linksIn(written: string): string[] {
	const text = tidied(written);
	const found = text.match(LINK) ?? BARE.exec(text) ?? [];
	// An address may have another one in its query.
	const links = found.flatMap((link) => link.split(/(?<![=&?/#%])(?=https?:\/\/)/i));
	return [...new Set(links.map(bare))];
}

/** A text without an address stays as it is. */
export function addressIn(written: string): string | Misread {
	const links = linksIn(written);
	if (links.length > 1) return SEVERAL;
	return (links[0] ?? tidied(written)).replace(/^https?:/i, (scheme) => scheme.toLowerCase());
}

/** A text with one link in it, as an app shares it. */
export function linkIn(text: string): string | Misread {
	if (linksIn(text).length > 1) return SEVERAL;
	return /^https?%/i.test(text) || !/\s/.test(text) ? addressIn(text) : text;
}

const NUMBER = /^(\d{1,32})(?:\.0+)?(?:&.*)?$/;

/** Reads a numeric ID, also in a link, behind this word or its plural. */
export const idBehind =
	(word: string) =>
	(text: string): string | Misread => {
		const [link, ...others] = linksIn(text);
		if (link === undefined) return enteredId(word)(text);
		if (others.length > 0) return SEVERAL;
		const [address = ''] = link.split(/[?#]/, 1);
		const segments = address.split('/');
		const numbers = segments.flatMap((segment, index) =>
			[word, `${word}s`].includes(segment)
				? (NUMBER.exec(segments[index + 1] ?? '')?.[1] ?? [])
				: [],
		);
		return numbers[0] ?? link;
	};
