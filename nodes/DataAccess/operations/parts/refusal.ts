import type { Validator } from './inputs';

/** Thrown if a parameter cannot be used, with words for the user. `ask/` returns it as a failure. */
export class Refusal extends Error {
	/** @param field the input at fault, by its API name */
	constructor(
		words: string,
		readonly field?: string,
	) {
		super(words);
	}
}

/** Returns a clause such as "'Limit' must be a whole number". */
export function clauseOf(label: string, message: string): string {
	return `'${label}' ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

/** @throws Refusal if the value cannot be read: the default never replaces such a value */
export function valueOf<T>(validator: Validator<T>, value: unknown, label: string): T {
	const parsed = validator.safeParse(value);
	if (parsed.success) return parsed.data;
	throw new Refusal(clauseOf(label, parsed.error.issues[0]?.message ?? 'Cannot be read'));
}
