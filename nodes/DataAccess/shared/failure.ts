import { CODES } from './codes';
import type { FailureCode, FailureLayer } from './codes';
import { consequencesOf } from './consequences';
import type { Consequences, Evidence } from './consequences';
import { beginningOf } from './text';
import { objectOf, trimmed } from './values';

export type { FailureCode } from './codes';

/** Chooses the words of a failure, if its code alone does not. It decides nothing. */
export type FailureVariant =
	// INVALID_INPUT
	| 'inputRefusedByGateway'
	| 'inputRefusedByProvider'
	| 'positionExpired'
	| 'credential'
	| 'setByModel'
	// NOT_FOUND, of a free question
	| 'notShown'
	// What the provider's status stands for
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
	// NOT_CALLED
	| 'chargedInARow'
	// UNEXPECTED
	| 'memoryUnreadable';

/** What may be the service's or the user's own text: the gateway takes the API key out of it, and cuts it. */
export interface ForeignTexts {
	/** The service's own words. */
	words: string | undefined;
	/** The input at fault. */
	field: string | undefined;
	/** The beginning of an answer that could not be read. */
	excerpt: string | undefined;
	runId: string | undefined;
	/** What the node's words name: a status, a time, what is missing. */
	detail: string | number | undefined;
}

/** A call that brought no page, and what follows from it. Returned, not thrown: most callers have something to save. */
export interface Failure extends Consequences, Partial<ForeignTexts> {
	code: FailureCode;
	layer: FailureLayer;
	variant?: FailureVariant;
	/** Why an input was refused, in the words of its reader or of n8n: said instead of the code's. */
	refusal?: string;
	httpStatus: number | null;
	/** US dollars. */
	cost?: number;
	/** Seconds. */
	retryAfter?: number;
}

/** What is said of a failure beside its code. What follows from it is decided by `consequencesOf`. */
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

/** The one failure with a sentence: what people enter is refused by whoever reads it. */
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

/** Made where an exception was caught: one list fails, the others go on, and what was bought is kept. */
export function unexpected(error: unknown, evidence?: Evidence): Failure {
	// Its message may quote a response, and so the API key.
	return failureOf(
		'UNEXPECTED',
		{ words: beginningOf(trimmed(objectOf(error).name), 40) },
		evidence,
	);
}
