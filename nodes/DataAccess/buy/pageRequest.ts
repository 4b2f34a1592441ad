import { createHash } from 'node:crypto';

import type { Call } from '../gateway/gateway';
import type { ApiInput, ReadPage } from '../operations/operation';
import type { Failure } from '../shared/failure';
import { sortedJson } from '../shared/json';

/** A call in the deployment's own words, and what it is listed at. */
export type PricedCall = Pick<Call, 'provider' | 'endpoint' | 'input'> & { price: number };

/**
 * What makes two requests the same, so that one page answers both: a digest, since an input may be
 * long.
 * @param scope credential, gateway, and the form in which calls are sent
 * @param input the operation's input, before the deployment groups it
 */
export function requestKey(
	scope: string,
	{ endpoint, provider }: Pick<PricedCall, 'endpoint' | 'provider'>,
	input: ApiInput,
): string {
	const request = sortedJson([scope, provider, endpoint, input]);
	return createHash('sha256').update(request).digest('base64');
}

type NoPage = { failure: Failure } | { ended: 'maxCost' | 'halted' | 'outOfTime' };

/** What a call comes to, with its retries. */
export type CallOutcome = { page: ReadPage } | NoPage;

/** What an item gets when it asks for a page. */
export type PageOutcome =
	| {
			page: ReadPage;
			/** Epoch milliseconds at which it was bought; left out, it was just now. */
			boughtAt?: number;
			/** Milliseconds since another execution bought it, where one did. */
			age?: number;
			/** Another use of the tool in this execution asked for it before. */
			isAskedBefore?: boolean;
	  }
	| NoPage;

/**
 * Why a try must not make a request whose last call has failed; undefined where it may. Within one
 * try, all items share the failure. A later try repeats a request that was not charged, and one whose
 * outcome is unknown if `repeatsUncertain`: turning on Retry On Fail is the user's consent to that,
 * and an agent never has it.
 * @param failed how it failed, and in which try
 * @param number of the try that asks
 */
export function verdictOn(
	failed: { failure: Failure; number: number } | undefined,
	number: number,
	repeatsUncertain: boolean,
): Failure | undefined {
	if (!failed) return undefined;
	const { failure } = failed;
	if (failed.number === number) return failure;
	const mayRepeat = failure.charged === 'no' || (failure.charged === 'maybe' && repeatsUncertain);
	return mayRepeat ? undefined : failure;
}
