import { buyPage } from './buyPage';
import type { Buying } from './buyPage';
import { decide } from './decide';
import { lookFor } from './look';
import type { CallOutcome, PageOutcome, PageRequest } from './pageRequest';
import { waitBeforeAgain } from './retryPolicy';
import { keepPage, usePage } from './usePage';
import type { FreshPage } from './usePage';

/** How a page is got for the least money: decided anew after each wait, look and call. */
export async function getPage(means: Buying, request: PageRequest): Promise<PageOutcome> {
	const { row, asker } = request;
	let fresh: FreshPage | undefined;
	try {
		for (;;) {
			const decision = decide(row, asker, Date.now());
			if (decision === 'wait') await row.changes.next();
			else if (decision === 'buy') {
				row.underWay.add(asker);
				const answer = await call(means, request);
				if (answer && !('bought' in answer)) return answer;
				if (answer) fresh = await keepPage(means, request, answer);
			} else if ('lookFor' in decision) {
				row.underWay.add(asker);
				const answer = await lookFor(means, request, decision.lookFor);
				if (answer) fresh = await keepPage(means, request, answer);
			} else if ('refuse' in decision) return { failure: decision.refuse };
			else {
				const outcome = await usePage(means, request, decision.use, fresh);
				if (outcome) return outcome;
			}
		}
	} finally {
		if (row.underWay.delete(asker)) row.changes.notify();
	}
}

/**
 * One paid call. What was surely not charged may be tried again, as long as there is time and patience.
 * @returns undefined: it is to be decided anew
 */
async function call(means: Buying, request: PageRequest): Promise<CallOutcome | undefined> {
	const { pace, time, halt, pass } = means;
	const { row, asker, timeout } = request;
	const before = row.failed.get(asker.execution)?.failure;
	const answer = await buyPage(means, request);
	if (!answer) return undefined;
	try {
		if ('bought' in answer) return answer;
		// The cap is no failure, unless money went into a call that failed before it.
		if ('ended' in answer) {
			const isPaid = answer.ended === 'maxCost' && before && before.charged !== 'no';
			return isPaid ? { failure: before } : answer;
		}
		const { failure } = answer;
		const wait = halt.isOver ? undefined : waitBeforeAgain(failure, asker.attempts, Math.random());
		asker.attempts += 1;
		if (wait !== undefined) time.noteWait();
		const isAllowed = wait !== undefined && time.allowsWait(wait);
		if (isAllowed && time.forCall(timeout, wait) !== undefined) {
			pace.changes.notify();
			await time.wait(wait, () => halt.isOver);
			return undefined;
		}
		// A run that made other calls ends with what they brought, not with this failure.
		if (isAllowed && pass.account.total.calls > asker.attempts) return { ended: 'outOfTime' };
		row.failed.set(asker.execution, { failure, pass });
		halt.note(failure);
		return answer;
	} finally {
		// Others wake up when the halt is noted, so that none of them begins.
		pace.changes.notify();
	}
}
