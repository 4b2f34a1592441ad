import type { TextRule } from './inputs';
import { NOT_EMPTY } from './validator';

/** Every link has a slash, and no ID does. */
const NO_SLASH = '[^/]*$';

/** An optional ID. A link is refused, with the reason that says where the ID is found. */
export function idRule(refusal: string): TextRule {
	return { pattern: `^${NO_SLASH}`, refusal: () => refusal };
}

/** A required ID, likewise. */
export function requiredIdRule(refusal: string): TextRule {
	return { pattern: `^(?=${NOT_EMPTY.source})${NO_SLASH}`, refusal: () => refusal };
}

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
