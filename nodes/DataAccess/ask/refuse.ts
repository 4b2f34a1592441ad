import { Refusal } from '../operations/parts/refusal';
import { refusedInput, unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { objectOf, textOf } from '../shared/values';

/** What reads parameters throws a Refusal: here it is returned. */
export function refusable<T extends object>(read: () => T): T | { failure: Failure } {
	try {
		return read();
	} catch (error) {
		return { failure: failureThrown(error) };
	}
}

/** Anything but a Refusal is a defect of ours, and none of the user's. */
export const failureThrown = (error: unknown): Failure =>
	error instanceof Refusal
		? refusedInput(error.message, { field: error.field })
		: unexpected(error);

/** n8n's own words where it gives no value; an expression can have it throw anything. */
export const wordsThrown = (error: unknown): string | undefined => textOf(objectOf(error).message);
