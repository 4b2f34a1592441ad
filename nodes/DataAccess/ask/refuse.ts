import { Refusal } from '../operations/parts/refusal';
import { refusedInput, unexpected } from '../shared/failure';
import type { Failed } from '../shared/failure';
import { objectOf, textOf } from '../shared/values';

/**
 * Runs a reader of parameters, and returns what it throws as a failure. A Refusal is the user's mistake. Anything else is
 * a defect of this node.
 */
export async function refusable<T extends object>(read: () => T | Promise<T>): Promise<T | Failed> {
	try {
		return await read();
	} catch (error) {
		const isRefusal = error instanceof Refusal;
		return {
			failure: isRefusal ? refusedInput(error.message, { field: error.field }) : unexpected(error),
		};
	}
}

/** Returns the message of what n8n threw. It may not be an Error, because an expression can throw anything. */
export const wordsThrown = (error: unknown): string | undefined => textOf(objectOf(error).message);
