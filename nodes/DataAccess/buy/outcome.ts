import type { Bought } from '../gateway/gateway';
import type { ReadPage } from '../operations/operation';
import type { Failure } from '../shared/failure';

/** An answer that was paid for: when its call began, and when it was there, in epoch milliseconds. */
export interface BoughtPage {
	bought: Bought;
	begunAt: number;
	boughtAt: number;
}

/** There is no outcome yet: what is to be done is decided once more. */
export type Again = 'again';

/** What a call, or a look for it, brought. */
export type CallOutcome = BoughtPage | { failure: Failure };

type Lost = { failure: Failure & { charged: 'maybe' } };

/** The call may have been charged, and brought no page. */
export function isLost(answer: CallOutcome): answer is Lost {
	return 'failure' in answer && answer.failure.charged === 'maybe';
}

/** Why no call begins. */
export interface NoCall {
	ended: 'maxCost' | 'halted' | 'outOfTime';
}

/** What an item gets when it asks for a page. */
export type PageOutcome =
	| {
			page: ReadPage;
			/** Epoch milliseconds. */
			boughtAt: number;
			/** Milliseconds since its call began, where it was bought for another run, or another use of the tool. */
			age?: number;
			/** Its records are delivered if the pass is; else it is kept like a page of a failed run. */
			taken(): void;
	  }
	| { failure: Failure }
	| NoCall;
