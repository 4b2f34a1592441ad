import type { ZodTypeAny } from 'zod/v3';

import type { Failure } from '../failure';

/** A parameter that cannot be used, in words for the user. */
export class Refusal extends Error {}

/** A call that is not made because its input is known to be wrong: nothing was spent. */
export function refuseInput(what: string, field?: string): Failure {
	return {
		code: 'INVALID_INPUT',
		layer: 'input',
		httpStatus: null,
		what,
		field,
		charged: 'no',
		retry: 'never',
		advice: 'Correct it and run again: nothing was spent on it.',
	};
}

/** "Limit" and "Must be a whole number" as one clause. */
export function clauseOf(label: string, message: string): string {
	return `${label} ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

/**
 * A parameter as its validator reads it.
 * @throws Refusal where it cannot be read: that is never taken for its default
 */
export function valueOf<T>(schema: ZodTypeAny, value: unknown, label: string): T {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data as T;
	throw new Refusal(clauseOf(label, parsed.error.issues[0]?.message ?? 'Cannot be read'));
}

/** Runs a reading of parameters; what is refused comes back as the failure of a call not made. */
export function refusable<T extends object>(read: () => T): T | { failure: Failure } {
	try {
		return read();
	} catch (error) {
		const { message } = error as { message?: unknown };
		const what = typeof message === 'string' ? message : 'A parameter cannot be read';
		return { failure: refuseInput(what.replace(/\.\s*$/, '')) };
	}
}
