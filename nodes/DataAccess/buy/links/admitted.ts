import { failureOf } from '../../shared/failure';
import type { Means } from '../means';
import type { CallOutcome, Link, PageRequest } from '../pageRequest';

type Admitting = Pick<Means, 'money' | 'pace' | 'cap' | 'time' | 'halt'>;

/** Cap, pace and time allow one more call. Its price is reserved until what it cost is known. */
export const admitted =
	(means: Admitting): Link =>
	(next) =>
	async (request) => {
		const timeout = await admit(means, request);
		if (typeof timeout !== 'number') return timeout;
		const begunAt = Date.now();
		// What an exception would leave behind.
		let answer: CallOutcome = { failure: failureOf('UNEXPECTED', { charged: 'maybe' }) };
		try {
			answer = await next({ ...request, timeout });
			return answer;
		} finally {
			means.time.noteCall(begunAt);
			means.money.settle(request.call, answer, request.payer);
		}
	};

/**
 * Waits until the call may begin. Only then is its price reserved: it may have risen meanwhile.
 * @returns milliseconds for the call, which now holds a place of the pace, or why it may not begin
 */
async function admit(
	{ money, pace, cap, time, halt }: Admitting,
	{ call, timeout: most }: PageRequest,
): Promise<number | CallOutcome> {
	for (;;) {
		if (halt.isOver) return { ended: 'halted' };
		const allowed = money.allows(cap, call);
		if (allowed === 'no') return { ended: 'maxCost' };
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
		} else if (allowed === 'yes' && pace.hasPlace) {
			pace.begin();
			money.reserve(call);
			return timeout;
		} else {
			await pace.changes.next();
		}
	}
}
