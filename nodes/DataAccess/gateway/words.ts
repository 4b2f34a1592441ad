import { opened } from '../shared/json';
import { entriesOf } from '../shared/entries';
import { isObject, objectOf, textOf } from '../shared/values';

export interface Words {
	text?: string;
	/** The input at fault, from a validation error's `loc`. */
	field?: string;
}

// Errors were seen three deep: a body as text, its `error`, and the message in that.
const DEEPEST_ERROR = 8;

/** What a service calls its words. */
const WORDS = /msg$|message$|^reason$|^details?$/i;

/** A person reads the first ones; a service may send a million. */
const MOST_DETAILS = 10;

function fieldOf(loc: unknown): string | undefined {
	if (!Array.isArray(loc)) return undefined;
	return textOf(loc.findLast((part) => typeof part === 'string'));
}

function wordsOfDetail(detail: unknown[]): Words {
	const entries = detail.slice(0, MOST_DETAILS).map(objectOf);
	const text = entries
		.map(({ loc, msg }) => [fieldOf(loc), textOf(msg)].filter(Boolean).join(': '))
		.filter(Boolean)
		.join('; ');
	return { text: text || undefined, field: fieldOf(entries[0]?.loc) };
}

/** The words in an error, in one of the forms of docs/development/gateway.md, Failures. Never throws. */
export function wordsIn(error: unknown): Words {
	let told = error;
	let asText: string | undefined;
	for (let depth = 0; depth < DEEPEST_ERROR; depth++) {
		if (typeof told === 'string') {
			// Providers hand on their own error body as text.
			const inside = opened(told);
			asText = textOf(told) ?? asText;
			if (!isObject(inside)) break;
			told = inside;
		}
		const body = objectOf(told);
		const { detail, error: inner, message } = body;
		if (Array.isArray(detail) && detail.length > 0) {
			const words = wordsOfDetail(detail);
			return { ...words, text: words.text ?? asText };
		}
		const named = Object.keys(body).filter((name) => WORDS.test(name));
		for (const candidate of [message, ...named.map((name) => body[name])]) {
			const text = textOf(candidate);
			if (text !== undefined) return { text };
		}
		told = inner ?? entriesOf(body.errors)?.[0];
	}
	return { text: asText };
}

/** Why a refusal was made, for a pattern to read: its codes in words, and its words. */
export function reasonIn(body: unknown): string {
	const coded = [objectOf(body), objectOf(objectOf(body).error)];
	const codes = coded.flatMap(({ code, type, status }) => [code, type, status].map(textOf));
	return [...codes, wordsIn(body).text].filter(Boolean).join('. ');
}
