import { failureOf, unexpected } from '../shared/failure';
import type { Asker } from './decide';
import { findAnswer } from './look';
import type { Means } from './means';
import type { StoredCall } from './nodeContext';
import { AGAIN, failedBy, isLost } from './outcome';
import type { Again, CallOutcome, FailedCall, NoCall } from './outcome';
import { addLost } from './row';

/**
 * One paid call. Its price is reserved, and its place in the pace taken, until it is known what it cost. An answer
 * that is lost is looked for, and what stays unknown is written down. Where it has to wait, it is decided anew:
 * somebody else may have bought the page.
 */
export async function buyPage(means: Means, asker: Asker): Promise<CallOutcome | NoCall | Again> {
	const admitted = await admit(means, asker);
	if (admitted !== 'admitted') return admitted;
	const { gateway, money, pace } = means;
	const begunAt = Date.now();
	const came = await callOnce(means, asker);
	const endedAt = Date.now();
	const lead = gateway.clockLead;
	let answer: CallOutcome =
		'failure' in came
			? failedBy(came.failure)
			: { kind: 'bought', bought: came, begunAt, boughtAt: endedAt };
	if (isLost(answer)) {
		// Others may call meanwhile.
		pace.wake();
		const lost = { begunAt, endedAt, runId: answer.failure.runId, lead };
		const howLong = { runningFor: asker.timeout, isListed: false };
		const found = await findAnswer(means, asker, lost, howLong);
		if (typeof found === 'object') answer = found;
	}
	const { possible } = money.settle(asker.call, answer, asker.payer);
	if (isLost(answer)) {
		const { execution } = asker.pass.run;
		const { runId } = answer.failure;
		noteLost(means, asker, { begunAt, endedAt, runId, lead, possible, execution });
	}
	return answer;
}

/** Whether cap, pace and time allow the call. Only then is its price reserved: it may rise while it waits. */
async function admit(
	{ money, pace, cap, time, halt }: Means,
	asker: Asker,
): Promise<'admitted' | FailedCall | NoCall | Again> {
	const { call } = asker;
	if (!time.allowsCallAfter(0)) return { kind: 'ended', why: 'outOfTime' };
	const allowed = money.allows(cap, call);
	if (allowed === 'no') return paidFailureOf(asker) ?? { kind: 'ended', why: 'maxCost' };
	const { wait } = pace;
	// Until another call ends it takes a moment at least.
	const paced = pace.hasPlace ? wait : Math.max(wait, 1);
	if (!time.allowsWait(paced)) {
		return failedBy(failureOf('RATE_LIMITED', { retryAfter: Math.ceil(paced / 1000) }));
	}
	if (paced === 0 && allowed === 'yes') {
		pace.begin();
		money.reserve(call);
		return 'admitted';
	}
	const isOver = () => halt.isOver || !time.allowsCallAfter(0);
	if (wait > 0) await time.wait(wait, isOver);
	else await time.waitFor(pace.change(), !pace.hasPlace, isOver);
	return AGAIN;
}

/** The cap is no failure, unless money went into a call that failed before it. */
function paidFailureOf({ row, pass }: Asker): FailedCall | undefined {
	const failure = pass.run.failures.get(row.key)?.failure;
	return failure && failure.charged !== 'no' ? failedBy(failure) : undefined;
}

/** The call itself: its end frees the place that it holds in the pace. */
async function callOnce(
	{ gateway, query, pace }: Means,
	{ call, timeout }: Asker,
): ReturnType<Means['gateway']['buy']> {
	let isPage = false;
	try {
		const answer = await gateway.buy({ ...call, timeout, query });
		isPage = !('failure' in answer);
		if ('failure' in answer && answer.failure.code === 'RATE_LIMITED') {
			pace.slowDown(answer.failure);
		}
		return answer;
	} catch (error) {
		return { failure: { ...unexpected(error), charged: 'maybe' } };
	} finally {
		pace.end(isPage);
	}
}

/** Whoever asks for the same looks for its answer first, but for this pass, which has. */
function noteLost({ stored }: Means, { row, pass, payer }: Asker, call: StoredCall): void {
	const lost = { ...call, payer, holders: new Set([pass.run.holder]) };
	pass.sought.set(lost, undefined);
	addLost(row, lost);
	stored.addLost(row, call);
}
