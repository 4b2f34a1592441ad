import { findAnswer, isLost } from '../lostAnswer';
import type { Searching } from '../lostAnswer';
import type { Means } from '../means';
import type { Link } from '../pageRequest';

/** An answer that is lost now is looked for. What stays unknown is written down. */
export const found =
	(run: Searching & Pick<Means, 'lost' | 'money'>): Link =>
	(next) =>
	async (request) => {
		const begunAt = Date.now();
		let answer = await next(request);
		if (!isLost(answer)) return answer;
		const { lost, pass, money, time, pace } = run;
		// Others may call meanwhile; its price stays reserved.
		pace.changes.notify();
		time.noteWait();
		const times = { begunAt, endedAt: Date.now(), runId: answer.failure.runId };
		const sought = await findAnswer(run, request, times, 'patiently');
		if (sought && sought !== 'goesOn') answer = sought;
		if (!isLost(answer)) return answer;
		const { key, call, itemIndex } = request;
		const { possible } = money.spendingFor(call, answer);
		const unknown = { ...times, possible, execution: pass.owner.executionId };
		lost.add(key, unknown, { account: pass.account, itemIndex });
		return answer;
	};
