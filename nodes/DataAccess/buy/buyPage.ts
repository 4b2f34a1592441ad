import type { Bought } from '../gateway/gateway';
import { failureOf, unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { pause } from '../shared/pause';
import type { Asker } from './decide';
import type { Means } from './means';
import { DECIDE_ANEW, endedBy, failedBy, isLost } from './outcome';
import type { Answer, DecideAnew, PageOutcome } from './outcome';
import { renewedPace, waitBeforeAgain } from './pace';
import type { Pace } from './pace';
import type { PaidPage } from './pages';
import {
	addFailure,
	addLost,
	addPage,
	countAttempts,
	forgetLost,
	patienceLeft,
	waitPatiently,
} from './pass';
import { usePage } from './usePage';

/**
 * One paid call, once cap, time and pace let it begin. Its page is read at once: whoever waits for it must know whether
 * that can be done. After a wait and after a failure all is decided anew: somebody else may have bought the page, or the
 * lost answer is to be looked for.
 */
export async function buyPage(means: Means, asker: Asker): Promise<PageOutcome | DecideAnew> {
	const { halt, cap, callsUntil, scope } = means;
	const { call, pass, key } = asker;
	const { money } = pass.execution;
	const pace = renewedPace(scope);

	const allowed = money.allows(cap, call);
	if (allowed === 'no') {
		// The cap is no failure, unless the money went into an earlier try of this call.
		const before = pass.run.failures.get(key)?.failure;
		return before?.charged === 'maybe' ? failedBy(before) : endedBy('maxCost');
	}
	if (Date.now() >= callsUntil) return endedBy('outOfTime');
	const mayWait = (ms: number) => ms <= Math.min(patienceLeft(pass), callsUntil - Date.now());
	if (!pace.mayBegin) {
		if (!mayWait(pace.asked)) {
			return failedBy(
				failureOf('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(pace.asked / 1000)) }),
			);
		}
		await waitPatiently(pass, () => pace.mayBegin || halt.isOver || !mayWait(pace.asked));
		return DECIDE_ANEW;
	}
	if (allowed === 'later') {
		// A call under way, whose price is reserved, may turn out to be free.
		await pause(Infinity, () => money.allows(cap, call) !== 'later' || halt.isOver);
		return DECIDE_ANEW;
	}

	const came = await callOnce(means, asker, pace);
	if ('page' in came) {
		forgetLost(pass, came.page);
		return await usePage(means, asker, came.page, came.answer);
	}
	const part = came.failure.code === 'RATE_LIMITED' ? came.limitCounts : 1;
	const wait = waitBeforeAgain(came.failure, countAttempts(pass, key, part));
	const isAgain = mayWait(wait);
	if (isAgain) await waitPatiently(pass, () => halt.isOver, wait);
	if (!isAgain || halt.isOver) addFailure(pass, key, came.failure);
	return DECIDE_ANEW;
}

/**
 * Makes the call. Its price is reserved until it is known what it cost, and its place in the pace taken until it has
 * ended. A page that came is the run's, and a call whose answer is lost is written down.
 */
async function callOnce(
	means: Means,
	asker: Asker,
	pace: Pace,
): Promise<{ page: PaidPage; answer: Bought } | { failure: Failure; limitCounts: number }> {
	const { gateway, query } = means;
	const { call, pass, payer, key, timeout, after } = asker;
	const { money } = pass.execution;
	// By a clock that was set back, it would be older than the page before it.
	const begunAt = Math.max(Date.now(), after);
	money.reserve(call);
	const limitCounts = pace.begin();
	try {
		const answer = await gateway.buy({ ...call, timeout, query }).catch(asLost);
		pace.end(answer, pass.patience);
		const { cost, possible } = money.settle(call, answer, payer);
		if (isLost(answer)) {
			addLost(pass, {
				key,
				begunAt,
				runId: answer.failure.runId,
				lead: gateway.clockLead,
				counted: { payer, amount: possible },
			});
		}
		const came =
			'failure' in answer
				? { failure: answer.failure, limitCounts }
				: { answer, page: await addPage(pass, { key, begunAt, text: answer.text }) };
		means.log({ how: 'bought', ...call, answer, cost, begunAt });
		return came;
	} finally {
		money.release(call);
	}
}

/** What came of a call that threw, nobody knows. */
const asLost = (error: unknown): Answer => ({
	failure: unexpected(error, { row: { charged: 'maybe' } }),
});
