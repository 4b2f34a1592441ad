import type { Failure } from '../shared/failure';
import { buyPage } from './buyPage';
import { decide } from './decide';
import type { Asker } from './decide';
import { lookFor } from './look';
import type { Means } from './means';
import { AGAIN, failedBy } from './outcome';
import type { Again, CallOutcome, FailedCall, NoCall, PageOutcome } from './outcome';
import { waitBeforeAgain } from './pace';
import type { UnderWay } from './row';
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
			const outcome = await doNext(means, asker);
			if (outcome.kind !== 'again') return outcome;
		}
	} finally {
		if (underWay.get(execution) === asker) underWay.delete(execution);
	}
}

async function doNext(means: Means, asker: Asker): Promise<PageOutcome | Again> {
	const decision = decide(asker, means, Date.now());
	switch (decision.kind) {
		case 'use':
			return await usePage(means, asker, decision.page);
		case 'wait':
			return await waitFor(decision.other, asker);
		case 'look':
			return await receive(means, asker, () => lookFor(means, asker, decision.lost));
		case 'refuse':
			return failedBy(decision.failure);
		case 'halt':
			return { kind: 'ended', why: 'halted' };
		case 'buy':
			return await receive(means, asker, () => buyOrWait(means, asker));
	}
}

async function waitFor({ outcome }: UnderWay, asker: Asker): Promise<Again> {
	const theirs = await outcome;
	if (theirs?.kind === 'failed') asker.sharedFailure = theirs.failure;
	return AGAIN;
}

/** Equal requests of the execution wait until it is done. */
async function receive(
	means: Means,
	asker: Asker,
	work: () => Promise<CallOutcome | NoCall | Again>,
): Promise<PageOutcome | Again> {
	asker.row.underWay.set(asker.pass.run.execution, asker);
	const answer = await work();
	if (answer.kind !== 'bought') return answer;
	const page = await keepPage(means, asker, answer);
	return await usePage(means, asker, page, answer.bought);
}

/** A call, or a wait until it may begin, or may be made again. */
async function buyOrWait(means: Means, asker: Asker): Promise<CallOutcome | NoCall | Again> {
	const answer = await buyPage(means, asker);
	if (answer.kind === 'again') return answer;
	try {
		return answer.kind === 'failed' ? await waitOrFail(means, asker, answer.failure) : answer;
	} finally {
		// Others wake up when the halt is noted, so that none of them begins.
		means.pace.wake();
	}
}

/** A call that was surely not charged may be made again, as long as there is time and patience. */
async function waitOrFail(
	{ pace, time, halt }: Means,
	asker: Asker,
	failure: Failure,
): Promise<FailedCall | Again> {
	const { row, pass } = asker;
	const wait = halt.isOver ? undefined : waitBeforeAgain(failure, asker.attempts);
	asker.attempts += 1;
	if (wait !== undefined && time.allowsWait(wait) && time.allowsCallAfter(wait)) {
		pace.wake();
		await time.wait(wait, () => halt.isOver);
		return AGAIN;
	}
	pass.run.failures.set(row.key, { failure, pass });
	halt.note(failure);
	return failedBy(failure);
}
