import { randomUUID } from 'node:crypto';

import { failureOf, unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { pause } from '../shared/pause';
import type { Asker } from './decide';
import { findAnswer } from './look';
import type { Means } from './means';
import { endedBy, failedBy, isLost } from './outcome';
import type { Answer, FailedCall, NoCall } from './outcome';
import { LONGEST_WAIT, waitBeforeAgain } from './pace';
import { addFailure, addLost, keepPage } from './run';
import type { Pass } from './run';

/**
 * One paid call, once cap, time and pace let it begin.
 * @returns why there is none; nothing where all is to be decided anew: after a wait somebody else may have bought the
 * page, and after the call its page is there, or its failure known
 */
export async function buyPage(
	means: Means,
	asker: Asker,
): Promise<NoCall | FailedCall | undefined> {
	const { pace, halt, cap } = means;
	const { call, pass } = asker;
	const { money } = pass.run;
	const allowed = money.allows(cap, call);
	if (allowed === 'no') return atCap(asker);
	if (Date.now() >= means.callsUntil) return endedBy('outOfTime');
	if (!pace.isFree) {
		if (pace.wait > pass.patience || pass.patience <= 0) {
			return failedBy(failureOf('RATE_LIMITED', { retryAfter: Math.ceil(pace.wait / 1000) || 1 }));
		}
		await waitPatiently(pass, pass.patience, () => pace.isFree || halt.isOver);
	} else if (allowed === 'later') {
		// A call under way, whose price is reserved, may turn out to be free.
		await pause(Infinity, () => money.allows(cap, call) !== 'later' || halt.isOver);
	} else {
		const failure = await callAndSettle(means, asker);
		if (failure) await failOrWait(means, asker, failure);
	}
	return undefined;
}

/** The cap is no failure, unless money went into a call that failed before it. */
function atCap({ key, pass }: Asker): NoCall | FailedCall {
	const failure = pass.run.failures.get(key)?.failure;
	return failure && failure.charged !== 'no' ? failedBy(failure) : endedBy('maxCost');
}

/**
 * The call: its price is reserved until it is known what it cost, and its place in the pace taken until it has ended.
 * An answer that is lost is looked for, and what stays unknown is written down.
 * @returns its failure
 */
async function callAndSettle(means: Means, asker: Asker): Promise<Failure | undefined> {
	const { gateway, query, pace } = means;
	const { call, pass, payer, key, timeout, after } = asker;
	const { money } = pass.run;
	// By a clock that was set back, it would be older than the page before it.
	const begunAt = Math.max(Date.now(), after);
	money.reserve(call);
	const end = pace.begin();
	try {
		const came = await gateway.buy({ ...call, timeout, query }).catch(failed);
		if ('failure' in came && came.failure.code === 'RATE_LIMITED') pace.slowDown(came.failure);
		end(!('failure' in came));
		const traits = { begunAt, endedAt: Date.now(), lead: gateway.clockLead };
		const lost = isLost(came) && { ...traits, runId: came.failure.runId };
		const found = lost && (await findAnswer(means, asker, lost, false));
		const answer = typeof found === 'object' ? found : came;
		const { cost, possible } = money.settle(call, answer, payer);
		const what = answer === came ? 'bought' : 'found again';
		means.log({ what, ...call, answer, cost, since: begunAt });
		if (!('failure' in answer)) {
			await keepPage(pass, key, { begunAt, ...answer });
			return undefined;
		}
		if (lost && isLost(answer)) {
			const counted = { money, payer, amount: possible };
			addLost(pass, { id: randomUUID(), key, ...lost, counted });
		}
		return answer.failure;
	} finally {
		money.free(call);
	}
}

const failed = (error: unknown): Answer => ({
	failure: { ...unexpected(error), charged: 'maybe' },
});

/** A call that was surely not charged is made again after a while. */
async function failOrWait(
	{ halt, callsUntil }: Means,
	asker: Asker,
	failure: Failure,
): Promise<void> {
	const { pass, key } = asker;
	const wait = waitBeforeAgain(failure, asker.attempts);
	asker.attempts += 1;
	if (!halt.isOver && wait <= Math.min(LONGEST_WAIT, pass.patience, callsUntil - Date.now())) {
		return await waitPatiently(pass, wait, () => halt.isOver);
	}
	addFailure(pass, key, failure);
	halt.note(failure);
}

/** Waits for the service, which takes patience. */
async function waitPatiently(pass: Pass, most: number, isOver: () => boolean): Promise<void> {
	const begun = Date.now();
	await pause(most, isOver);
	pass.patience -= Date.now() - begun;
}
