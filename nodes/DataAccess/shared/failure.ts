import { CODES } from './codes';
import type { FailureCode, FailureLayer } from './codes';
import { consequencesOf } from './consequences';
import type { Consequences, Evidence } from './consequences';
import { beginningOf } from './text';
import { objectOf, trimmed } from './values';

export type { FailureCode } from './codes';

/** Selects the words of a failure if its code alone does not. No decision depends on it. */
export type FailureVariant =
	// INVALID_INPUT
	| 'inputRefusedByGateway'
	| 'inputRefusedByProvider'
	| 'positionExpired'
	| 'credential'
	| 'setByModel'
	// NOT_FOUND, of a free request
	| 'notShown'
	// Any code, if the provider's own status decided it
	| 'providerStatus'
	// NOT_FINISHED
	| 'stillRunning'
	| 'noOutput'
	| 'recoveryRunning'
	// UNRECOGNISED_ANSWER
	| 'noJson'
	| 'noShape'
	| 'shapeAgain'
	// UNREACHABLE
	| 'proxyLogin'
	// UNREACHABLE, of a free request
	| 'noResponseInTime'
	// NOT_CALLED
	| 'chargedInARow'
	// UNEXPECTED
	| 'memoryUnreadable';

/** Texts that may come from the service or the user. gateway/ removes the API key from them, and shortens them. */
export interface ForeignTexts {
	/** The message of the service. */
	words: string | undefined;
	/** The input at fault. */
	field: string | undefined;
	/** The beginning of a response that could not be read. */
	excerpt: string | undefined;
	runId: string | undefined;
	/** What the node's words mention: a status, a time, or what is missing. */
	detail: string | number | undefined;
}

/** Why there is no page, and what follows. Returned, not thrown, because most callers have something to save. */
export interface Failure extends Consequences, Partial<ForeignTexts> {
	code: FailureCode;
	layer: FailureLayer;
	variant?: FailureVariant;
	/** Why an input was refused, in the words of its reader or of n8n. They replace the words of the code. */
	refusal?: string;
	httpStatus: number | null;
	/** US dollars. */
	cost?: number;
	/** Seconds. */
	retryAfter?: number;
}

/** A failure in place of a value. */
export interface Failed {
	failure: Failure;
}

/** The details of a failure, without what follows from it: `consequencesOf` decides that. */
export type FailureDetails = Omit<Partial<Failure>, 'code' | 'refusal' | keyof Consequences>;

export const failureOf = (
	code: FailureCode,
	details: FailureDetails = {},
	evidence?: Evidence,
): Failure => ({
	code,
	layer: CODES[code].layer,
	httpStatus: null,
	...details,
	...consequencesOf(code, { cost: details.cost, ...evidence }),
});

/** Returns the only failure that carries a sentence, because the reader of an input knows best why it refuses it. */
export const refusedInput = (
	refusal: string,
	details?: FailureDetails,
	evidence?: Evidence,
): Failure => ({
	...failureOf('INVALID_INPUT', details, evidence),
	refusal: refusal.replace(/\.\s*$/, ''),
});

export function wasCalled({ layer }: Pick<Failure, 'layer'>): boolean {
	return layer !== 'input' && layer !== 'node';
}

/** Returns the failure of a caught exception. One list fails, the others continue, and bought pages are kept. */
export function unexpected(error: unknown, evidence?: Evidence): Failure {
	// Only the name: the message may quote a response, and with it the API key.
	return failureOf(
		'UNEXPECTED',
		{ words: beginningOf(trimmed(objectOf(error).name), 40) },
		evidence,
	);
}
