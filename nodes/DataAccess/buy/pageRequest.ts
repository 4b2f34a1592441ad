import { hash } from 'node:crypto';

import type { Bought } from '../gateway/gateway';
import type { ApiInput, OwnCall, ReadPage } from '../operations/operation';
import type { Failure } from '../shared/failure';
import { sortedJson } from '../shared/json';
import type { Asker, Row } from './row';
import type { Payer } from './spending';

/** What makes two requests the same; `scope` is credential, gateway, and the form of its calls. */
export function requestKey(
	scope: string,
	{ endpoint, provider }: Pick<OwnCall, 'endpoint' | 'provider'>,
	input: ApiInput,
): string {
	const request = sortedJson([scope, provider, endpoint, input]);
	return hash('sha256', request, 'base64');
}

export interface PageRequest {
	row: Row;
	asker: Asker;
	call: OwnCall;
	/** Before the deployment groups it. */
	input: ApiInput;
	/** Milliseconds for one call. */
	timeout: number;
	payer: Payer;
}

type NoPage = { failure: Failure } | { ended: 'maxCost' | 'halted' | 'outOfTime' };

/** An answer that was paid for: when its call began, and when it was there, in epoch milliseconds. */
export interface BoughtPage {
	bought: Bought;
	begunAt: number;
	boughtAt: number;
}

/** What a call comes to. */
export type CallOutcome = BoughtPage | NoPage;

/** What an item gets when it asks for a page. */
export type PageOutcome =
	| {
			page: ReadPage;
			/** Epoch milliseconds. */
			boughtAt: number;
			/** Milliseconds since its call began, where it was bought for another run, or another use of the tool. */
			age?: number;
			/** Its records are delivered if the pass is; until then, it is kept like a page of a failed run. */
			taken(): void;
	  }
	| NoPage;
