import { entriesOf } from '../shared/entries';
import { opened } from '../shared/json';
import { objectOf, textOf } from '../shared/values';

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

/** What stands in a body itself: the validation errors of its `detail`, or its message. */
function ownWordsOf(body: Record<string, unknown>): Words | undefined {
	const { detail } = body;
	if (Array.isArray(detail) && detail.length > 0) return wordsOfDetail(detail);
	const names = ['message', ...Object.keys(body).filter((name) => WORDS.test(name))];
	const text = names.map((name) => textOf(body[name])).find(Boolean);
	return text === undefined ? undefined : { text };
}

/** The words in an error, in one of the forms of docs/development/gateway.md, Failures. Never throws. */
export function wordsIn(error: unknown): Words {
	let inner = error;
	let asText: string | undefined;
	for (let depth = 0; depth < DEEPEST_ERROR; depth++) {
		if (typeof inner === 'string') asText = textOf(inner) ?? asText;
		// Providers hand on their own error body as text.
		const body = objectOf(opened(inner));
		const words = ownWordsOf(body);
		if (words) return { ...words, text: words.text ?? asText };
		inner = body.error ?? entriesOf(body.errors)?.[0];
	}
	return { text: asText };
}

/** Why a refusal was made, for a pattern to read: its codes in words, and its words. */
export function reasonIn(body: unknown): string {
	const coded = [objectOf(body), objectOf(objectOf(body).error)];
	const codes = coded.flatMap(({ code, type, status }) => [code, type, status].map(textOf));
	return [...codes, wordsIn(body).text].filter(Boolean).join('. ');
}
