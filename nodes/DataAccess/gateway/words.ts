import type { IDataObject } from 'n8n-workflow';

/** What a service says about a failure, found in the forms that shapes §2 lists. */
export interface Words {
	text?: string;
	/** The input at fault, from a validation error's `loc`. */
	field?: string;
}

function asObject(value: unknown): IDataObject {
	return typeof value === 'object' && value !== null ? (value as IDataObject) : {};
}

function fieldOf(loc: unknown): string | undefined {
	if (!Array.isArray(loc)) return undefined;
	const names = loc.filter((part) => typeof part === 'string');
	return names.length > 0 ? String(names[names.length - 1]) : undefined;
}

function wordsOfDetail(detail: unknown[]): Words {
	const entries = detail.map(asObject);
	const text = entries
		.map(({ loc, msg }) => [fieldOf(loc), msg].filter(Boolean).join(': '))
		.filter(Boolean)
		.join('; ');
	return { text: text || undefined, field: fieldOf(entries[0]?.loc) };
}

/** The words in an error body: text, `{message}`, `{error: {message}}` or `{detail: [{loc, msg}]}`. */
export function wordsOf(error: unknown): Words {
	if (typeof error === 'string') {
		// Providers hand on their own error body as text.
		if (error.trimStart().startsWith('{')) {
			try {
				return wordsOf(JSON.parse(error));
			} catch {
				return { text: error };
			}
		}
		return { text: error || undefined };
	}
	const { detail, error: inner, message, msg, reason, error_msg: errorMsg } = asObject(error);
	if (Array.isArray(detail) && detail.length > 0) return wordsOfDetail(detail);
	for (const candidate of [message, msg, reason, errorMsg, detail]) {
		if (typeof candidate === 'string' && candidate !== '') return { text: candidate };
	}
	return inner ? wordsOf(inner) : {};
}
