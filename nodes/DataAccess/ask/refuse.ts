import { Refusal } from '../operations/parts/refusal';
import { refusedInput } from '../shared/failure';
import type { Failure } from '../shared/failure';

/** What reads parameters throws a Refusal, or n8n's own error where it evaluates an expression: here it is returned. */
export function refusable<T extends object>(read: () => T): T | { failure: Failure } {
	try {
		return read();
	} catch (error) {
		return { failure: failureThrown(error) };
	}
}

/** The same of what was thrown in a promise. */
export function failureThrown(error: unknown): Failure {
	const { message } = error as { message?: unknown };
	const words = typeof message === 'string' ? message : 'A parameter cannot be read';
	const field = error instanceof Refusal ? error.field : undefined;
	return refusedInput(words, { field });
}
