import { hash } from 'node:crypto';

import type { Bought, Call } from '../gateway/gateway';
import type { ApiInput, ReadPage } from '../operations/operation';
import type { Failure } from '../shared/failure';
import { sortedJson } from '../shared/json';
import type { Payer } from './spending';

/** A call in the deployment's own words, and what it is listed at. */
export type PricedCall = Pick<Call, 'provider' | 'endpoint' | 'input'> & { price: number };

/** What makes two requests the same; `scope` is credential, gateway, and the form of its calls. */
export function requestKey(
	scope: string,
	{ endpoint, provider }: Pick<PricedCall, 'endpoint' | 'provider'>,
	input: ApiInput,
): string {
	const request = sortedJson([scope, provider, endpoint, input]);
	return hash('sha256', request, 'base64');
}

export interface PageRequest {
	key: string;
	state: RequestState;
	call: PricedCall;
	/** Before the deployment groups it. */
	input: ApiInput;
	/** Milliseconds for one call. */
	timeout: number;
	payer: Payer;
	/** Epoch milliseconds: a page whose call began before does not fit the list so far. */
	after: number;
}

type NoPage = { failure: Failure } | { ended: 'maxCost' | 'halted' | 'outOfTime' };

/** What a call comes to. */
export type CallOutcome = { bought: Bought; begunAt: number; boughtAt: number } | NoPage;

/** What an item gets when it asks for a page. */
export type PageOutcome =
	| {
			page: ReadPage;
			begunAt: number;
			boughtAt: number;
			/** The pass that bought it. */
			boughtIn?: object;
			/** Milliseconds since it was bought by another execution, or for another use of the tool. */
			age?: number;
	  }
	| NoPage;

/** All that an owner knows of one request. */
export interface RequestState {
	underWay?: { outcome: Promise<PageOutcome>; by: object };
	/** How the last call failed, and in which pass. */
	failed?: { failure: Failure; pass: object };
}

/** The rest of the way to an answer, and a link of it: it answers itself, or asks the next one. */
export type Ask<Got = CallOutcome> = (request: PageRequest) => Promise<Got>;
export type Link = (next: Ask) => Ask;
