import { findAnswer, isLost } from '../lostAnswer';
import type { Searching } from '../lostAnswer';
import type { Means } from '../means';
import type { CallOutcome, Ask, PageRequest } from '../pageRequest';
import { pauseForAll } from '../retryPolicy';

/** One paid call. An answer that is lost is looked for, and what stays unknown is written down. */
export const called =
	(means: Searching & Pick<Means, 'lost' | 'money'>): Ask =>
	async (request) => {
		const begunAt = Date.now();
		let answer = await callOnce(means, request);
		if (!isLost(answer)) return answer;
		const { lost, pass, money, time, pace } = means;
		// Others may call meanwhile; its price stays reserved.
		pace.changes.notify();
		time.noteWait();
		const times = { begunAt, endedAt: Date.now(), runId: answer.failure.runId };
		const sought = await findAnswer(means, request, times, 'patiently');
		if (sought && sought !== 'running') answer = sought;
		if (!isLost(answer)) return answer;
		const { key, call, payer } = request;
		const { possible } = money.spendingFor(call, answer);
		lost.add(key, { ...times, possible, execution: pass.owner.executionId }, payer);
		return answer;
	};

/** The call itself: its end frees the place that it holds in the pace. */
async function callOnce(
	{ gateway, query, pace }: Searching,
	{ call, timeout }: PageRequest,
): Promise<CallOutcome> {
	const begunAt = Date.now();
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
