import { failureOf } from '../../shared/failure';
import { findAnswer, isLost } from '../lostAnswer';
import type { UnknownCall } from '../lostCalls';
import type { Means } from '../means';
import type { Link } from '../pageRequest';
import { spendingFor, spendingOfFound } from '../spending';

const STILL_GOES_ON = {
	as: 'earlierGoesOn',
	retry: 'safe',
} as const;

/**
 * The answer of an earlier call was lost: it is looked for first, once in a try. What is found was counted
 * as possible, where it was counted at all, and now is a cost; it adds no call.
 */
export const recovered =
	(
		run: Pick<Means, 'lost' | 'current' | 'money' | 'halt' | 'gateway' | 'query' | 'pace' | 'time'>,
	): Link =>
	(next) =>
	async (request) => {
		const { lost, current, money, halt } = run;
		const { key, state, call, itemIndex, since } = request;
		const isSought = state.failed?.number === current.number;
		let goesOn: UnknownCall | undefined;
		for (const known of isSought ? [] : lost.of(key)) {
			if (halt.isOver) break;
			// An old page must not follow a newer one.
			if (known.begunAt <= since) continue;
			const answer = await findAnswer(run, request, known, 'once');
			if (answer === 'goesOn') goesOn = known;
			if (answer === 'goesOn' || !answer || isLost(answer)) continue;
			const spending = spendingFor(money, call, answer);
			const { possible, execution, run: counted } = known;
			money.add(spendingOfFound(spending, execution === money.mark ? possible : 0));
			if (counted?.account === current.account) {
				current.account.forgetPossible(counted.itemIndex, possible);
			}
			current.account.record(itemIndex, spendingOfFound(spending, 0));
			lost.forget(key);
			if (!('failure' in answer)) return answer;
			if (answer.failure.charged === 'no') continue;
			state.failed = { ...answer, number: current.number };
			return answer;
		}
		if (goesOn) {
			return { failure: failureOf('NOT_FINISHED', { ...STILL_GOES_ON, runId: goesOn.runId }) };
		}
		const answer = await next(request);
		if ('bought' in answer) lost.forget(key);
		return answer;
	};
