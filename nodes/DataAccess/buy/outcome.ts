import type { Bought } from '../gateway/gateway';
import type { ReadPage } from '../operations/operation';
import type { Failed, Failure } from '../shared/failure';

/** What a call returned, or the search for a lost one. */
export type CallResult = Bought | Failed;

/** Whether the call may have been charged, although it returned no page. */
export const isLost = (result: CallResult): result is { failure: Failure & { charged: 'maybe' } } =>
	'failure' in result && result.failure.charged === 'maybe';

/** A readable page, bought now or earlier. */
export interface GivenPage {
	kind: 'page';
	page: ReadPage;
	/** Epoch milliseconds. */
	boughtAt: number;
	/** Another run, or another use of the tool, bought it, so it costs nothing now. */
	isReused: boolean;
	/** Milliseconds since its call began, if the page is reused or older than the run; otherwise 0. */
	age: number;
	/** Marks its records as delivered if the pass succeeds. An unmarked page is kept like one of a failed run. */
	markDelivered(): void;
}

export interface FailedCall {
	kind: 'failed';
	failure: Failure;
}

/** Why no call may begin. */
export interface NoCall {
	kind: 'ended';
	why: 'maxCost' | 'halted' | 'outOfTime';
}

/** The answer to a page request. */
export type PageOutcome = GivenPage | FailedCall | NoCall;

/** There is no outcome yet: more is known about the request now, so `decide` must run again. */
export interface DecideAgain {
	kind: 'decideAgain';
}

export const DECIDE_AGAIN: DecideAgain = { kind: 'decideAgain' };

export const failedBy = (failure: Failure): FailedCall => ({ kind: 'failed', failure });

export const endedBy = (why: NoCall['why']): NoCall => ({ kind: 'ended', why });
