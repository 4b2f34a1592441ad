import { NotTold } from '../gateway/free/informant';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';

export function refuseInput(what: string, field?: string): Failure {
	return failureOf('INVALID_INPUT', { what, field });
}

export function refusable<T extends object>(read: () => T): T | { failure: Failure } {
	try {
		return read();
	} catch (error) {
		return { failure: failureThrown(error) };
	}
}

/** What was thrown where parameters were read, or a look-up was answered. */
export function failureThrown(error: unknown): Failure {
	if (error instanceof NotTold) return error.failure;
	const { message } = error as { message?: unknown };
	const what = typeof message === 'string' ? message : 'A parameter cannot be read';
	return refuseInput(what.replace(/\.\s*$/, ''));
}
