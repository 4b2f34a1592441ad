import { Refusal } from '../operations/parts/refusal';
import { refusedInput, unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { objectOf, textOf } from '../shared/values';

/**
 * What reads parameters throws a Refusal: here alone it is returned, as a failure. Anything else that is thrown is a
 * defect of ours, and no mistake of the user.
 */
export async function refusable<T extends object>(
	read: () => T | Promise<T>,
): Promise<T | { failure: Failure }> {
	try {
		return await read();
	} catch (error) {
		const isRefusal = error instanceof Refusal;
		return {
			failure: isRefusal ? refusedInput(error.message, { field: error.field }) : unexpected(error),
		};
	}
}

/** n8n's own words where it gives no value; an expression can have it throw anything. */
export const wordsThrown = (error: unknown): string | undefined => textOf(objectOf(error).message);
