import type { Bought } from '../gateway/gateway';
import { failureOf, unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { pause } from '../shared/pause';
import type { PageRequest } from './decide';
import type { Means } from './means';
import { DECIDE_AGAIN, endedBy, failedBy, isLost } from './outcome';
import type { CallResult, DecideAgain, PageOutcome } from './outcome';
import { paceFor, waitBeforeAgain } from './pace';
import type { Pace } from './pace';
import type { PaidPage } from './pages';
import {
	addFailure,
	addLost,
	addPage,
	countAttempts,
	forgetLost,
	packIfMany,
	patienceLeft,
	waitPatiently,
} from './pass';
import { usePage } from './usePage';

/**
 * Makes one paid call as soon as cap, time and pace allow it. The page is read at once, because equal requests that
 * wait for it must know whether it is readable. After a wait or a failure, `decide` runs again: another item may have
 * bought the page, or a lost response must be searched for.
 */
export async function buyPage(
	means: Means,
	request: PageRequest,
): Promise<PageOutcome | DecideAgain> {
	const { halt, cap, callsUntil, scope } = means;
	const { call, pass, key } = request;
	const { money } = pass.execution;
	const pace = paceFor(scope);

	const allowed = money.allows(cap, call);
	if (allowed === 'no') {
		// Reaching the cap is no failure, unless an earlier try of this call may have used up the money.
		const before = pass.run.failures.get(key)?.failure;
		return before?.charged === 'maybe' ? failedBy(before) : endedBy('maxCost');
	}
	if (Date.now() >= callsUntil) return endedBy('outOfTime');
	const mayWait = (ms: number) => ms <= Math.min(patienceLeft(pass), callsUntil - Date.now());
	if (!pace.mayBegin) {
		if (!mayWait(pace.requested)) {
			return failedBy(
				failureOf('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(pace.requested / 1000)) }),
			);
		}
		await waitPatiently(pass, () => pace.mayBegin || halt.isOver || !mayWait(pace.requested));
		return DECIDE_AGAIN;
	}
	if (allowed === 'later') {
		// A call in flight holds a reserved price, and may turn out to be free.
		await pause(Infinity, () => money.allows(cap, call) !== 'later' || halt.isOver);
		return DECIDE_AGAIN;
	}

	const outcome = await callOnce(means, request, pace);
	if ('page' in outcome) {
		forgetLost(pass, outcome.page);
		await packIfMany(pass, outcome.page);
		return await usePage(means, request, outcome.page, outcome.bought);
	}
	const part = outcome.failure.code === 'RATE_LIMITED' ? outcome.limitCounts : 1;
	const wait = waitBeforeAgain(outcome.failure, countAttempts(pass, key, part));
	if (mayWait(wait)) {
		await waitPatiently(pass, () => halt.isOver, wait);
		if (!halt.isOver) return DECIDE_AGAIN;
	}
	addFailure(pass, key, outcome.failure);
	// If another execution has bought the page by now, this item would use it, and no item would report the failure.
	return outcome.failure.endsExecution ? failedBy(outcome.failure) : DECIDE_AGAIN;
}

/**
 * Makes the call. Its price stays reserved until its cost is known, and it counts as in flight until it has ended. The
 * run gets the page, or the call is recorded as lost.
 */
async function callOnce(
	means: Means,
	request: PageRequest,
	pace: Pace,
): Promise<{ page: PaidPage; bought: Bought } | { failure: Failure; limitCounts: number }> {
	const { gateway, query } = means;
	const { call, pass, payer, key, timeout, previousPageAt } = request;
	const { money } = pass.execution;
	// If the clock was set back, the call would otherwise seem older than the previous page.
	const begunAt = Math.max(Date.now(), previousPageAt);
	money.reserve(call);
	const limitCounts = pace.begin();
	try {
		const result = await gateway.buy({ ...call, timeout, query }).catch(asLost);
		const outcome =
			'failure' in result
				? { failure: result.failure, limitCounts }
				: { bought: result, page: addPage(pass, { key, begunAt, text: result.text }) };
		pace.end(result, pass.patience);
		const { cost, possible } = money.settle(call, result, payer);
		if (isLost(result)) {
			addLost(pass, {
				key,
				begunAt,
				runId: result.failure.runId,
				lead: gateway.clockLead,
				counted: { payer, amount: possible },
			});
		}
		means.log({ how: 'bought', ...call, result, cost, begunAt });
		return outcome;
	} finally {
		money.release(call);
	}
}

/** The outcome of a call that threw is unknown, so it may have been charged. */
const asLost = (error: unknown): CallResult => ({
	failure: unexpected(error, { unusual: { charged: 'maybe' } }),
});
