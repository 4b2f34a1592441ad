import type { Bought } from '../gateway/gateway';
import type { ReadPage } from '../operations/operation';
import type { Failure } from '../shared/failure';

/** What a call brought, or a look for it. */
export type Answer = Bought | { failure: Failure };

/** The call may have been charged, and brought no page. */
export const isLost = (answer: Answer): answer is { failure: Failure & { charged: 'maybe' } } =>
	'failure' in answer && answer.failure.charged === 'maybe';

/** A page that was bought, perhaps in an earlier run, and can be read. */
export interface GivenPage {
	kind: 'page';
	page: ReadPage;
	/** Epoch milliseconds. */
	boughtAt: number;
	/** It was bought for another run, or another use of the tool, and costs nothing again. */
	isReused: boolean;
	/** Milliseconds since its call began, if it began before the run or was bought for another; else 0. */
	age: number;
	/** Its records are delivered if the pass is; else it is kept like a page of a failed run. */
	markDelivered(): void;
}

export interface FailedCall {
	kind: 'failed';
	failure: Failure;
}

/** Why no call begins. */
export interface NoCall {
	kind: 'ended';
	why: 'maxCost' | 'halted' | 'outOfTime';
}

/** What an item gets when it asks for a page. */
export type PageOutcome = GivenPage | FailedCall | NoCall;

/** There is no outcome yet: more is known of the request now, and what is done is decided anew. */
export interface DecideAnew {
	kind: 'decideAnew';
}

export const DECIDE_ANEW: DecideAnew = { kind: 'decideAnew' };

export const failedBy = (failure: Failure): FailedCall => ({ kind: 'failed', failure });

export const endedBy = (why: NoCall['why']): NoCall => ({ kind: 'ended', why });
