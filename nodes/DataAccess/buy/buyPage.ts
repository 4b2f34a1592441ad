import { randomUUID } from 'node:crypto';

import { failureOf, unexpected } from '../shared/failure';
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
 * One paid call, once cap, time and pace let it begin. Its price is reserved until it is known what it cost, and its
 * place in the pace taken until it has ended. An answer that is lost is looked for; what stays unknown is written down.
 * @returns why there is none; nothing where all is to be decided anew: after a wait somebody else may have bought the
 * page, and after the call its page is there, or its failure known
 */
export async function buyPage(means: Means, asker: Asker): Promise<NoCall | FailedCall | void> {
	const { gateway, query, pace, halt, cap, callsUntil } = means;
	const { call, pass, payer, key, timeout, after } = asker;
	const { money, failures } = pass.run;

	const allowed = money.allows(cap, call);
	if (allowed === 'no') {
		const before = failures.get(key)?.failure;
		// The cap is no failure, unless money went into a call that failed before it.
		return before && before.charged !== 'no' ? failedBy(before) : endedBy('maxCost');
	}
	if (Date.now() >= callsUntil) return endedBy('outOfTime');
	if (!pace.isFree) {
		if (pace.wait > pass.patience || pass.patience <= 0) {
			return failedBy(failureOf('RATE_LIMITED', { retryAfter: Math.ceil(pace.wait / 1000) || 1 }));
		}
		return await waitPatiently(pass, pass.patience, () => pace.isFree || halt.isOver);
	}
	if (allowed === 'later') {
		// A call under way, whose price is reserved, may turn out to be free.
		return await pause(Infinity, () => money.allows(cap, call) !== 'later' || halt.isOver);
	}

	// By a clock that was set back, it would be older than the page before it.
	const begunAt = Math.max(Date.now(), after);
	let answer: Answer;
	money.reserve(call);
	const end = pace.begin();
	try {
		const came = await gateway.buy({ ...call, timeout, query }).catch(failed);
		if ('failure' in came && came.failure.code === 'RATE_LIMITED') pace.slowDown(came.failure);
		end(!('failure' in came));
		const traits = { begunAt, endedAt: Date.now(), lead: gateway.clockLead };
		const lost = isLost(came) && { ...traits, runId: came.failure.runId };
		const found = lost && (await findAnswer(means, asker, lost, false));
		answer = typeof found === 'object' ? found : came;
		const { cost, possible } = money.settle(call, answer, payer);
		const what = answer === came ? 'bought' : 'found again';
		means.log({ what, ...call, answer, cost, since: begunAt });
		if (lost && isLost(answer)) {
			const counted = { money, payer, amount: possible };
			addLost(pass, { id: randomUUID(), key, ...lost, counted });
		}
	} finally {
		money.free(call);
	}

	if (!('failure' in answer)) return await keepPage(pass, key, { begunAt, ...answer }, answer);
	const wait = waitBeforeAgain(answer.failure, asker.attempts);
	asker.attempts += 1;
	const mayWait = wait <= Math.min(LONGEST_WAIT, pass.patience, callsUntil - Date.now());
	if (mayWait && !halt.isOver) return await waitPatiently(pass, wait, () => halt.isOver);
	addFailure(pass, key, answer.failure);
}

const failed = (error: unknown): Answer => ({
	failure: { ...unexpected(error), charged: 'maybe' },
});

/** Waits for the service, which takes patience. */
async function waitPatiently(pass: Pass, most: number, isOver: () => boolean): Promise<void> {
	const begun = Date.now();
	await pause(most, isOver);
	pass.patience -= Date.now() - begun;
}
