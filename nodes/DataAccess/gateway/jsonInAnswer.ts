import { jsonIn } from '../shared/json';

/** A web page, which may have data of its own in it. */
const PAGE = /<(?:!doctype|html|head|body|script)\b/i;

/** The JSON of an answer, also where a server has put lines around its one object, such as PHP its warnings. */
export function jsonInAnswer(text: string): unknown {
	const json = jsonIn(text);
	if (json !== undefined) return json;
	const end = text.lastIndexOf('}') + 1;
	// A warning may have braces of its own.
	for (const beginning of [/\{\s*"/, /^[ \t]{0,99}\{\s*"/m]) {
		const from = text.search(beginning);
		const before = text.slice(0, Math.max(from, 0));
		const isWhole = from <= 0 && end === text.length;
		// An entry of a list is not all.
		if (isWhole || before.trimEnd().endsWith('[') || PAGE.test(before)) return undefined;
		const found = jsonIn(text.slice(from, end));
		if (found !== undefined) return found;
	}
	return undefined;
}
