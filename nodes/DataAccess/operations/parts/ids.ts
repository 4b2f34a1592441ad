import type { TextRule } from './inputs';
import { segmentsOfLink } from './links';
import { NOT_EMPTY } from './validator';

/** No id of a platform holds a slash, and every link does. */
const NO_SLASH = '[^/]*$';

/** An id that may be empty, and is no link; the refusal says where it is found. */
export function idRule(refusal: string): TextRule {
	return { pattern: `^${NO_SLASH}`, refusal: () => refusal };
}

/** The same, where the id must not be empty. */
export function requiredIdRule(refusal: string): TextRule {
	return { pattern: `^(?=${NOT_EMPTY.source})${NO_SLASH}`, refusal: () => refusal };
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
