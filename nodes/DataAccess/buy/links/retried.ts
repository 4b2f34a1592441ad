import type { Means } from '../means';
import type { Link } from '../pageRequest';
import { waitBeforeAgain } from '../retryPolicy';

/** A call that was surely not charged is made again, as long as there is time and patience. */
export const retried =
	({
		pace,
		patience,
		time,
		halt,
		current,
	}: Pick<Means, 'pace' | 'patience' | 'time' | 'halt' | 'current'>): Link =>
	(next) =>
	async (request) => {
		for (let attempt = 0; ; attempt++) {
			const answer = await next(request);
			const failure = 'failure' in answer ? answer.failure : undefined;
			const random = Math.random();
			const wait =
				failure && !halt.isOver ? waitBeforeAgain(failure, { attempt, random }) : undefined;
			if (wait !== undefined) patience.noteWait();
			const isAllowed = wait !== undefined && patience.allows(wait);
			if (isAllowed && time.forCall(request.timeout, wait) !== undefined) {
				pace.changes.notify();
				await patience.pause(wait, () => halt.isOver);
				continue;
			}
			// A run that made other calls ends with what they brought, not with this failure.
			const isOutOfTime = isAllowed && current.account.total.calls > attempt + 1;
			// Before others are woken, so that none of them begins.
			if (failure && !isOutOfTime) halt.note(failure);
			pace.changes.notify();
			return isOutOfTime ? { ended: 'outOfTime' } : answer;
		}
	};
