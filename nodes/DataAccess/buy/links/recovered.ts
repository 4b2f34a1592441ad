import { failureOf } from '../../shared/failure';
import type { Failure } from '../../shared/failure';
import { findAnswer, isLost } from '../lostAnswer';
import type { Searching } from '../lostAnswer';
import type { Means } from '../means';
import type { Link } from '../pageRequest';

/** The answer of an earlier call was lost: it is looked for first, once in a pass of n8n. */
export const recovered =
	(means: Searching & Pick<Means, 'lost' | 'money'>): Link =>
	(next) =>
	async (request) => {
		const { lost, pass, money, halt } = means;
		const { key, state, call, payer, after } = request;
		const wasSoughtInThisPass = state.failed?.pass === pass;
		let running: { runId?: string } | undefined;
		let charged: { failure: Failure } | undefined;
		for (const known of wasSoughtInThisPass ? [] : lost.of(key)) {
			if (halt.isOver) break;
			// An old page must not follow a newer one.
			if (known.begunAt < after) continue;
			const answer = await findAnswer(means, request, known, 'once');
			if (answer === 'running') {
				running = known;
				continue;
			}
			if (!answer || isLost(answer)) continue;
			money.settle(call, answer, payer, known);
			if (!('failure' in answer)) {
				lost.forget(key);
				return answer;
			}
			lost.forget(key, known);
			if (answer.failure.charged === 'yes') charged = answer;
		}
		if (running) {
			const { runId } = running;
			return {
				failure: failureOf('NOT_FINISHED', { particular: 'earlierGoesOn', retry: 'safe', runId }),
			};
		}
		if (charged) {
			state.failed = { ...charged, pass };
			return charged;
		}
		const answer = await next(request);
		if ('bought' in answer) lost.forget(key);
		return answer;
	};
