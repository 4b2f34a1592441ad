import { failureOf, unexpected } from '../shared/failure';
import { findAnswer, isLost } from './look';
import type { Looking, Times } from './look';
import type { CallOutcome, PageRequest } from './pageRequest';
import { pauseForAll } from './retryPolicy';
import { rows } from './rows';

/** What a call needs. */
export interface Buying extends Looking {
	cap: number;
}

/**
 * One paid call. Its price is reserved, and its place in the pace taken, until it is known what it cost. An answer
 * that is lost is looked for, and what stays unknown is written down.
 * @returns undefined where it had to wait, and is to be decided anew: somebody else may have bought the page
 */
export async function buyPage(
	means: Buying,
	request: PageRequest,
): Promise<CallOutcome | undefined> {
	const timeout = await admit(means, request);
	if (typeof timeout !== 'number') return timeout;
	const begunAt = Date.now();
	let answer: CallOutcome;
	try {
		answer = await answerOf(means, request, timeout, begunAt);
	} catch (error) {
		answer = { failure: { ...unexpected(error), charged: 'maybe' } };
	}
	means.time.noteCall(begunAt);
	means.money.settle(request.call, answer, request.payer);
	return answer;
}

/**
 * Whether cap, pace and time allow the call. Only then is its price reserved: it may rise while it waits.
 * @returns milliseconds for the call, or why it may not begin; undefined where it has waited
 */
async function admit(
	{ money, pace, cap, time, halt }: Buying,
	{ call, timeout: most }: PageRequest,
): Promise<number | CallOutcome | undefined> {
	if (halt.isOver) return { ended: 'halted' };
	const allowed = money.allows(cap, call);
	if (allowed === 'no') return { ended: 'maxCost' };
	const { wait } = pace;
	// Until another call ends it takes a moment at least.
	const paced = pace.hasPlace ? wait : Math.max(wait, 1);
	if (paced > 0) time.noteWait();
	const soonest = allowed === 'later' ? Math.max(paced, 1) : paced;
	const timeout = time.forCall(most, soonest);
	if (timeout === undefined) return { ended: 'outOfTime' };
	if (!time.allowsWait(paced)) {
		return { failure: failureOf('RATE_LIMITED', { retryAfter: Math.ceil(paced / 1000) }) };
	}
	if (soonest === 0) {
		pace.begin();
		money.reserve(call);
		return timeout;
	}
	const isOver = () => halt.isOver || time.forCall(most, 1) === undefined;
	if (wait > 0) await time.wait(wait, isOver);
	else await time.waitFor(pace.changes.next(), !pace.hasPlace, isOver);
	return undefined;
}

async function answerOf(
	means: Buying,
	request: PageRequest,
	timeout: number,
	begunAt: number,
): Promise<CallOutcome> {
	const { pace, time } = means;
	const answer = await callOnce(means, request, timeout, begunAt);
	if (!isLost(answer)) return answer;
	// Others may call meanwhile.
	pace.changes.notify();
	time.noteWait();
	const times = { begunAt, endedAt: Date.now(), runId: answer.failure.runId };
	const sought = await findAnswer(means, { ...request, timeout }, times, 'patiently');
	const found = sought && sought !== 'running' ? sought : answer;
	if (isLost(found)) noteLost(means, request, times, found);
	return found;
}

/** The call itself: its end frees the place that it holds in the pace. */
async function callOnce(
	{ gateway, query, pace }: Buying,
	{ call }: PageRequest,
	timeout: number,
	begunAt: number,
): Promise<CallOutcome> {
	let isPage = false;
	try {
		const answer = await gateway.buy({ ...call, timeout, query });
		isPage = !('failure' in answer);
		if (!('failure' in answer)) return { bought: answer, begunAt, boughtAt: Date.now() };
		const { failure } = answer;
		if (failure.code === 'RATE_LIMITED') pace.slowDown(pauseForAll(failure, Math.random()));
		return answer;
	} finally {
		pace.end(isPage);
	}
}

/** Whoever asks for the same looks for its answer first, but for this pass, which has. */
function noteLost(
	{ money, pass, stored }: Buying,
	{ row, asker, call, payer }: PageRequest,
	times: Times,
	answer: CallOutcome,
): void {
	const { possible } = money.spendingFor(call, answer);
	const unknown = { ...times, possible, execution: asker.execution };
	const lost = { ...unknown, payer, holders: new Set([asker.execution]) };
	pass.sought.set(lost, undefined);
	rows.addLost(row, lost);
	stored.addLost(row, unknown);
}
