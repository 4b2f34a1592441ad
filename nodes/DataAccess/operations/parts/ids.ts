import type { ZodString } from 'zod/v3';

/** An ID. A link, which has slashes as no ID does, is refused in words that say where the ID is found. */
export const noLink = (refusal: string) => (text: ZodString) => text.regex(/^[^/]*$/, refusal);

/** A link ends at a blank, or at a letter of another script that follows without one. */
const LINK = /https?:\/\/([!-~]*)/i;

/** A link whose scheme was left out. */
const BARE = /^[\w-]+(?:\.[\w-]+)+\/[!-~]*$/;

/**
 * The path of the first link in a text, as a browser or an app shares it, in its segments; undefined
 * where there is no link.
 */
export function segmentsOfLink(text: string): string[] | undefined {
	const link = LINK.exec(text)?.[1] ?? BARE.exec(text)?.[0];
	if (link === undefined) return undefined;
	const [address = ''] = link.split(/[?#]/, 1);
	return address.split('/').slice(1);
}

const NUMBER = /^\d{1,32}(?![\w%-])/;

/** Finds a numeric id in a link by the word before it; undefined where the link has none. */
export function numberBehind(words: readonly string[]): (text: string) => string | undefined {
	return (text) => {
		const segments = segmentsOfLink(text) ?? [];
		for (const [index, segment] of segments.entries()) {
			const number = words.includes(segment) && NUMBER.exec(segments[index + 1] ?? '');
			if (number) return number[0];
		}
		return undefined;
	};
}
