import type { Failure } from '../shared/failure';
import { buyPage } from './buyPage';
import { decide } from './decide';
import type { Asker, Decision } from './decide';
import { lookFor } from './look';
import type { Means } from './means';
import type { CallOutcome, NoCall, PageOutcome } from './outcome';
import { waitBeforeAgain } from './pace';
import { keepPage, usePage } from './usePage';

/** How a page is got for the least money. */
export async function getPage(means: Means, asker: Asker): Promise<PageOutcome> {
	asker.outcome = decideAndDo(means, asker);
	return await asker.outcome;
}

/** Decided anew after each wait, look and call. */
async function decideAndDo(means: Means, asker: Asker): Promise<PageOutcome> {
	const { underWay } = asker.row;
	const { execution } = asker.pass.run;
	try {
		for (;;) {
			const outcome = await follow(decide(asker, Date.now()), means, asker);
			if (outcome) return outcome;
		}
	} finally {
		if (underWay.get(execution) === asker) underWay.delete(execution);
	}
}

/** @returns undefined where it is to be decided anew */
async function follow(
	decision: Decision,
	means: Means,
	asker: Asker,
): Promise<PageOutcome | undefined> {
	if (decision === 'buy' || 'lookFor' in decision) {
		asker.row.underWay.set(asker.pass.run.execution, asker);
		const answer = await (decision === 'buy'
			? buyOrWait(means, asker)
			: lookFor(means, asker, decision.lookFor));
		if (!answer || !('bought' in answer)) return answer;
		const page = await keepPage(means, asker, answer);
		return await usePage(means, asker, page, answer.bought);
	}
	if ('use' in decision) return await usePage(means, asker, decision.use);
	if ('refuse' in decision) return { failure: decision.refuse };
	const outcome = await decision.waitFor.outcome;
	if (outcome && 'failure' in outcome) asker.sharedFailure = outcome.failure;
	return undefined;
}

/** @returns undefined where it has waited, and is to be decided anew */
async function buyOrWait(means: Means, asker: Asker): Promise<CallOutcome | NoCall | undefined> {
	const { row, pass } = asker;
	const earlier = pass.run.failed.get(row.key)?.failure;
	const answer = await buyPage(means, asker);
	if (!answer) return undefined;
	try {
		if ('bought' in answer) return answer;
		if ('failure' in answer) return await waitOrFail(means, asker, answer.failure);
		// The cap is no failure, unless money went into a call that failed before it.
		const isPaid = answer.ended === 'maxCost' && earlier && earlier.charged !== 'no';
		return isPaid ? { failure: earlier } : answer;
	} finally {
		// Others wake up when the halt is noted, so that none of them begins.
		means.pace.wake();
	}
}

/**
 * A call that was surely not charged may be made again, as long as there is time and patience.
 * @returns undefined where it has waited for that
 */
async function waitOrFail(
	{ pace, time, halt }: Means,
	asker: Asker,
	failure: Failure,
): Promise<{ failure: Failure } | NoCall | undefined> {
	const { row, pass, timeout } = asker;
	const wait = halt.isOver ? undefined : waitBeforeAgain(failure, asker.attempts);
	asker.attempts += 1;
	if (wait !== undefined && time.allowsWait(wait)) {
		if (time.forCall(timeout, wait) !== undefined) {
			pace.wake();
			await time.wait(wait, () => halt.isOver);
			return undefined;
		}
		// A run that made other calls ends with what they brought, not with this failure.
		if (pass.account.total.calls > asker.attempts) return { ended: 'outOfTime' };
	}
	pass.run.failed.set(row.key, { failure, pass });
	halt.note(failure);
	return { failure };
}
