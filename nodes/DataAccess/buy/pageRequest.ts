import { createHash } from 'node:crypto';

import type { Bought, Call } from '../gateway/gateway';
import type { ApiInput, ReadPage } from '../operations/operation';
import type { Failure } from '../shared/failure';
import { sortedJson } from '../shared/json';

/** A call in the deployment's own words, and what it is listed at. */
export type PricedCall = Pick<Call, 'provider' | 'endpoint' | 'input'> & { price: number };

/**
 * What makes two requests the same, so that one page answers both.
 * @param scope credential, gateway, and the form in which calls are sent
 */
export function requestKey(
	scope: string,
	{ endpoint, provider }: Pick<PricedCall, 'endpoint' | 'provider'>,
	input: ApiInput,
): string {
	const request = sortedJson([scope, provider, endpoint, input]);
	return createHash('sha256').update(request).digest('base64');
}

/** A page that an input item asks for. */
export interface PageRequest {
	key: string;
	/** What its owner knows of it. */
	state: RequestState;
	call: PricedCall;
	/** Before the deployment groups it. */
	input: ApiInput;
	/** Seconds for one call. */
	timeout: number;
	itemIndex: number;
	/** Epoch milliseconds: what was asked for before says nothing of the list. */
	since: number;
}

/** Why there is no page. */
type NoPage = { failure: Failure } | { ended: 'maxCost' | 'halted' | 'outOfTime' };

/** What a call comes to: an answer that was paid for, not read yet, and when that was. */
export type Answer =
	{ bought: Bought; boughtAt: number; /** Its first way here was lost. */ isFound?: true } | NoPage;

/** What an item gets when it asks for a page. */
export type PageOutcome =
	| {
			page: ReadPage;
			/** Epoch milliseconds. */
			boughtAt: number;
			/** Milliseconds since another execution bought it, where one did. */
			age?: number;
			/** Another use of the tool in this execution asked for it before. */
			isAskedBefore?: boolean;
	  }
	| NoPage;

/** All that an owner knows of one request. */
export interface RequestState {
	/** The call under way, and the try that makes it. */
	underWay?: { outcome: Promise<PageOutcome>; by: object };
	/** How the last call failed, and in which try. */
	failed?: { failure: Failure; number: number };
}

/** The rest of the way to an answer, and a link of it: it answers itself, or asks the next one. */
export type Ask<Got = Answer> = (request: PageRequest) => Promise<Got>;
export type Link = (next: Ask) => Ask;
