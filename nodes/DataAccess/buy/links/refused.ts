import type { Failure } from '../../shared/failure';
import type { Means } from '../means';
import type { Link, RequestState } from '../pageRequest';
import { waitBeforeAgain } from '../retryPolicy';
import type { Pass } from '../owner';

/** The request must not be made, or not again. */
export const refused =
	({ money, halt, pass }: Pick<Means, 'money' | 'halt' | 'pass'>): Link =>
	(next) =>
	async (request) => {
		const { state } = request;
		const { failed } = state;
		// An earlier pass or round was refused for all calls (401, 402, 403, BLOCKED); of this one, the halt knows.
		const refusal = (halt.isOver ? undefined : money.refusedBy) ?? failureAgain(failed, pass);
		if (refusal) return { failure: refusal };
		const answer = await next(request);
		if ('failure' in answer) state.failed = { ...answer, pass };
		// The cap is no failure, unless money went into a call that failed before it.
		const isCapped = 'ended' in answer && answer.ended === 'maxCost';
		return isCapped && failed && failed.failure.charged !== 'no'
			? { failure: failed.failure }
			: answer;
	};

/** The failure that all items of a try share, and that a later one must not repeat. */
function failureAgain(failed: RequestState['failed'], pass: Pass): Failure | undefined {
	if (!failed) return undefined;
	const by = pass.owner.isAgent ? 'next use' : 'next try';
	const mayRepeat = failed.pass !== pass && waitBeforeAgain(failed.failure, by) !== undefined;
	return mayRepeat ? undefined : failed.failure;
}
