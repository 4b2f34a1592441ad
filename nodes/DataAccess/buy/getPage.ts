import { buyPage } from './buyPage';
import { decide } from './decide';
import type { PageRequest } from './decide';
import { recoverResponse } from './recover';
import type { Means } from './means';
import { DECIDE_AGAIN } from './outcome';
import type { DecideAgain, PageOutcome } from './outcome';
import { markInFlight } from './pass';
import { usePage } from './usePage';

/** Gets a page at the lowest cost. Decides again after each wait, search and call. */
export async function getPage(means: Means, request: PageRequest): Promise<PageOutcome> {
	for (;;) {
		const todo = decide(request, means, Date.now());
		const outcome: PageOutcome | DecideAgain =
			todo.kind === 'use'
				? await usePage(means, request, todo.page)
				: todo.kind === 'wait'
					? await Promise.allSettled([todo.for]).then(() => DECIDE_AGAIN)
					: todo.kind === 'recover'
						? await markInFlight(request, recoverResponse(means, request, todo.lost))
						: todo.kind === 'buy'
							? await markInFlight(request, buyPage(means, request))
							: todo;
		if (outcome.kind !== 'decideAgain') return outcome;
	}
}
