import { failureOf, unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { pause, stopwatch } from '../shared/pause';
import type { Asker } from './decide';
import type { Means } from './means';
import { endedBy, failedBy, isLost } from './outcome';
import type { Answer, PageOutcome } from './outcome';
import { LONGEST_WAIT, paceOf, waitBeforeAgain } from './pace';
import type { PaidPage } from './pages';
import { addFailure, addLost, addPage } from './run';
import type { Pass } from './run';
import { usePage } from './usePage';

/**
 * One paid call, once cap, time and pace let it begin. Its page is read at once: whoever waits for it must know whether
 * that can be done.
 * @returns nothing where all is to be decided anew: after a wait somebody else may have bought the page, and after a
 * failure its answer is perhaps looked for
 */
export async function buyPage(means: Means, asker: Asker): Promise<PageOutcome | void> {
	const { halt, cap, callsUntil, scope } = means;
	const { call, pass, key } = asker;
	const { money, failures } = pass.run;
	const pace = paceOf(scope);

	const allowed = money.allows(cap, call);
	if (allowed === 'no') {
		// The cap is no failure, unless the money went into an earlier try of this call.
		const before = failures.get(key)?.failure;
		return before?.charged === 'maybe' ? failedBy(before) : endedBy('maxCost');
	}
	if (Date.now() >= callsUntil) return endedBy('outOfTime');
	if (!pace.isFree) {
		if (pace.wait >= pass.patience) {
			return failedBy(
				failureOf('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(pace.wait / 1000)) }),
			);
		}
		return await waitPatiently(pass, pass.patience, () => pace.isFree || halt.isOver);
	}
	if (allowed === 'later') {
		// A call under way, whose price is reserved, may turn out to be free.
		return await pause(Infinity, () => money.allows(cap, call) !== 'later' || halt.isOver);
	}

	const came = await callOnce(means, asker);
	if (!('failure' in came)) return await usePage(means, asker, came);
	const { failure } = came;
	const wait = waitBeforeAgain(failure, asker.attempts);
	asker.attempts += 1;
	const mayWait = wait <= Math.min(LONGEST_WAIT, pass.patience, callsUntil - Date.now());
	if (mayWait && !halt.isOver) return await waitPatiently(pass, wait, () => halt.isOver);
	addFailure(pass, key, failure);
}

/**
 * Makes the call. Its price is reserved until it is known what it cost, and its place in the pace taken until it has
 * ended. A page that came is the run's, and a call whose answer is lost is written down.
 */
async function callOnce(means: Means, asker: Asker): Promise<PaidPage | { failure: Failure }> {
	const { gateway, query, scope } = means;
	const { call, pass, payer, key, timeout, after } = asker;
	const { money } = pass.run;
	const pace = paceOf(scope);
	// By a clock that was set back, it would be older than the page before it.
	const begunAt = Math.max(Date.now(), after);
	money.reserve(call);
	const end = pace.begin();
	try {
		const answer = await gateway.buy({ ...call, timeout, query }).catch(failed);
		pace.heed(answer);
		end(!('failure' in answer));
		const { cost, possible } = money.settle(call, answer, payer);
		const came =
			'failure' in answer ? answer : await addPage(pass, key, { begunAt, ...answer }, answer);
		if (isLost(answer)) {
			addLost(pass, {
				...{ key, begunAt, runId: answer.failure.runId, lead: gateway.clockLead },
				counted: { payer, amount: possible },
			});
		}
		means.log({ what: 'bought', ...call, answer, cost, since: begunAt });
		return came;
	} finally {
		money.free(call);
	}
}

const failed = (error: unknown): Answer => ({
	failure: { ...unexpected(error), charged: 'maybe' },
});

/** Waits for the service, which takes patience. */
async function waitPatiently(pass: Pass, most: number, isOver: () => boolean): Promise<void> {
	const passed = stopwatch();
	await pause(most, isOver);
	pass.patience -= passed();
}
