import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';

/** A call that is not made because its input is known to be wrong: nothing was spent. */
export function refuseInput(what: string, field?: string): Failure {
	return failureOf('INVALID_INPUT', { what, field });
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
