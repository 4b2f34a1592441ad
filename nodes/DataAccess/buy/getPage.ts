import { buyPage } from './buyPage';
import { decide } from './decide';
import { lookFor } from './look';
import type { Means } from './means';
import { waitBeforeAgain } from './pace';
import type { Asker, CallOutcome, NoCall, PageOutcome } from './row';
import { keepPage, usePage } from './usePage';

/** How a page is got for the least money. */
export async function getPage(means: Means, asker: Asker): Promise<PageOutcome> {
	asker.outcome = outcomeOf(means, asker);
	return await asker.outcome;
}

/** Decided anew after each wait, look and call. */
async function outcomeOf(means: Means, asker: Asker): Promise<PageOutcome> {
	const { underWay } = asker.row;
	const { execution } = asker.pass.run;
	/** What failed while it waited: it looks and calls no more, but a page that is there it reads in its own way. */
	let failed: PageOutcome | undefined;
	try {
		for (;;) {
			const decision = decide(asker, Date.now());
			let outcome: PageOutcome | undefined;
			if (decision === 'buy' || 'lookFor' in decision) {
				if (failed) return failed;
				underWay.set(execution, asker);
				const answer = await (decision === 'buy'
					? call(means, asker)
					: lookFor(means, asker, decision.lookFor));
				outcome =
					answer && 'bought' in answer
						? await usePage(means, asker, await keepPage(means, asker, answer), answer.bought)
						: answer;
			} else if ('waitFor' in decision) {
				const waited = await decision.waitFor.outcome;
				if (waited && 'failure' in waited) failed = waited;
			} else if ('refuse' in decision) outcome = { failure: decision.refuse };
			else outcome = await usePage(means, asker, decision.use);
			if (outcome) return outcome;
		}
	} finally {
		if (underWay.get(execution) === asker) underWay.delete(execution);
	}
}

/**
 * One paid call. What was surely not charged may be tried again, as long as there is time and patience.
 * @returns undefined: it is to be decided anew
 */
async function call(means: Means, asker: Asker): Promise<CallOutcome | NoCall | undefined> {
	const { pace, time, halt } = means;
	const { row, pass, timeout } = asker;
	const { failed } = pass.run;
	const before = failed.get(row.key)?.failure;
	const answer = await buyPage(means, asker);
	if (!answer) return undefined;
	try {
		if ('bought' in answer) return answer;
		// The cap is no failure, unless money went into a call that failed before it.
		if ('ended' in answer) {
			const isPaid = answer.ended === 'maxCost' && before && before.charged !== 'no';
			return isPaid ? { failure: before } : answer;
		}
		const { failure } = answer;
		const wait = halt.isOver ? undefined : waitBeforeAgain(failure, asker.attempts);
		asker.attempts += 1;
		if (wait !== undefined) time.hasWaited = true;
		const isAllowed = wait !== undefined && time.allowsWait(wait);
		if (isAllowed && time.forCall(timeout, wait) !== undefined) {
			pace.wake();
			await time.wait(wait, () => halt.isOver);
			return undefined;
		}
		// A run that made other calls ends with what they brought, not with this failure.
		if (isAllowed && pass.account.total.calls > asker.attempts) return { ended: 'outOfTime' };
		failed.set(row.key, { failure, pass });
		halt.note(failure);
		return answer;
	} finally {
		// Others wake up when the halt is noted, so that none of them begins.
		pace.wake();
	}
}
