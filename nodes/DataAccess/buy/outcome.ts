import type { Bought } from '../gateway/gateway';
import type { ReadPage } from '../operations/operation';
import type { Failure } from '../shared/failure';

/** An answer that was paid for: when its call began, and when it was there, in epoch milliseconds. */
export interface BoughtPage {
	kind: 'bought';
	bought: Bought;
	begunAt: number;
	boughtAt: number;
}

export interface FailedCall {
	kind: 'failed';
	failure: Failure;
}

/** What a call, or a look for it, brought. */
export type CallOutcome = BoughtPage | FailedCall;

/** Why no call begins. */
export interface NoCall {
	kind: 'ended';
	why: 'maxCost' | 'halted' | 'outOfTime';
}

/** There is no outcome yet: what is to be done is decided once more. */
export interface Again {
	kind: 'again';
}

/** A page that was bought, perhaps in an earlier run, and can be read. */
export interface GivenPage {
	kind: 'page';
	page: ReadPage;
	/** Epoch milliseconds. */
	boughtAt: number;
	/** Milliseconds since its call began, where it was bought for another run, or another use of the tool. */
	age?: number;
	/** Its records are delivered if the pass is; else it is kept like a page of a failed run. */
	taken(): void;
}

/** What an item gets when it asks for a page. */
export type PageOutcome = GivenPage | FailedCall | NoCall;

export const AGAIN: Again = { kind: 'again' };

export const failedBy = (failure: Failure): FailedCall => ({ kind: 'failed', failure });

/** The call may have been charged, and brought no page. */
export const isLost = (
	answer: CallOutcome,
): answer is FailedCall & { failure: { charged: 'maybe' } } =>
	answer.kind === 'failed' && answer.failure.charged === 'maybe';
