import { failureOf } from '../../shared/failure';
import type { Means } from '../means';
import type { CallOutcome, Link, PageRequest } from '../pageRequest';
import type { Spending } from '../spending';

type Admitting = Pick<Means, 'money' | 'pace' | 'cap' | 'time' | 'halt' | 'pass'>;

/** Cap, pace and time allow one more call. Its price is reserved until what it cost is known. */
export const admitted =
	(means: Admitting): Link =>
	(next) =>
	async (request) => {
		const admission = await admit(means, request);
		if (!('settle' in admission)) return admission;
		const { timeout, settle } = admission;
		const begunAt = Date.now();
		// What an exception would leave behind.
		let answer: CallOutcome = { failure: failureOf('UNEXPECTED', { charged: 'maybe' }) };
		try {
			answer = await next({ ...request, timeout });
			return answer;
		} finally {
			means.time.noteCall(begunAt);
			means.money.learnFrom(request.call, answer);
			const spending = means.money.spendingFor(request.call, answer);
			means.pass.account.record(request.itemIndex, spending);
			settle(spending);
		}
	};

/** A call that may begin: seconds for it, and what takes its cost. It holds a place of the pace. */
interface Admission {
	timeout: number;
	settle(spending: Spending): void;
}

/** Waits until the call may begin. Only then is its price reserved: it may have risen meanwhile. */
async function admit(
	{ money, pace, cap, time, halt }: Admitting,
	{ call, timeout: most }: PageRequest,
): Promise<Admission | CallOutcome> {
	const { endpoint, price: listed } = call;
	for (;;) {
		if (halt.isOver) return { ended: 'halted' };
		const isAllowed = money.allows(cap, money.priceOf(endpoint, listed));
		if (isAllowed === false) return { ended: 'maxCost' };
		const { wait } = pace;
		if (wait > 0 || !pace.hasPlace) time.noteWait();
		const timeout = time.forCall(most, wait);
		if (timeout === undefined) return { ended: 'outOfTime' };
		if (!time.allowsWait(wait)) {
			return { failure: failureOf('RATE_LIMITED', { retryAfter: Math.ceil(wait / 1000) }) };
		}
		if (wait > 0) {
			const isTooLate = () => time.forCall(most, 0) === undefined;
			await time.wait(wait, () => halt.isOver || isTooLate());
		} else if (isAllowed && pace.hasPlace) {
			pace.begin();
			return { timeout, settle: money.reserve(endpoint, listed) };
		} else {
			await pace.changes.next();
		}
	}
}
