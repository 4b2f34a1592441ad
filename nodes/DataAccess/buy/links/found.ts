import { findAnswer, isLost } from '../lostAnswer';
import type { Means } from '../means';
import type { Link } from '../pageRequest';
import { spendingFor } from '../spending';

/** An answer that is lost now is looked for. What stays unknown is written down. */
export const found =
	(
		run: Pick<
			Means,
			'lost' | 'current' | 'money' | 'patience' | 'halt' | 'gateway' | 'query' | 'pace' | 'time'
		>,
	): Link =>
	(next) =>
	async (request) => {
		const { lost, current, money, patience, pace } = run;
		const begunAt = Date.now();
		let answer = await next(request);
		if (!isLost(answer)) return answer;
		// Others may call meanwhile; its price stays reserved.
		pace.changes.notify();
		patience.noteWait();
		const times = { begunAt, endedAt: Date.now(), runId: answer.failure.runId };
		const sought = await findAnswer(run, request, times, 'patiently');
		if (sought && sought !== 'goesOn') answer = sought;
		if (!isLost(answer)) return answer;
		const { key, call, itemIndex } = request;
		const { possible } = spendingFor(money, call, answer);
		const counted = { account: current.account, itemIndex };
		lost.add(key, { ...times, possible, execution: money.mark, run: counted });
		return answer;
	};
