import type { Means } from '../means';
import type { Link } from '../pageRequest';
import { waitBeforeAgain } from '../retryPolicy';

/** A call that was surely not charged is made again, as long as there is time and patience. */
export const retried =
	({ pace, time, halt, pass }: Pick<Means, 'pace' | 'time' | 'halt' | 'pass'>): Link =>
	(next) =>
	async (request) => {
		try {
			for (let attempt = 0; ; attempt++) {
				const answer = await next(request);
				if (!('failure' in answer)) return answer;
				const { failure } = answer;
				const by = { attempt, random: Math.random() };
				const wait = halt.isOver ? undefined : waitBeforeAgain(failure, by);
				if (wait !== undefined) time.noteWait();
				const isAllowed = wait !== undefined && time.allowsWait(wait);
				if (isAllowed && time.forCall(request.timeout, wait) !== undefined) {
					pace.changes.notify();
					await time.wait(wait, () => halt.isOver);
					continue;
				}
				// A run that made other calls ends with what they brought, not with this failure.
				const madeOthers = pass.account.total.calls > attempt + 1;
				if (isAllowed && madeOthers) return { ended: 'outOfTime' };
				halt.note(failure);
				return answer;
			}
		} finally {
			// Others wake up when the halt is noted, so that none of them begins.
			pace.changes.notify();
		}
	};
