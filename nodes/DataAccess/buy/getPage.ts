import { buyPage } from './buyPage';
import { decide } from './decide';
import type { Decision, PageRequest } from './decide';
import { recoverResponse } from './recover';
import type { Means } from './means';
import { DECIDE_AGAIN } from './outcome';
import type { DecideAgain, PageOutcome } from './outcome';
import { markInFlight } from './pass';
import { usePage } from './usePage';

/** Gets a page at the lowest cost. Decides again after each wait, search and call. */
export async function getPage(means: Means, request: PageRequest): Promise<PageOutcome> {
	for (;;) {
		const outcome = await carryOut(decide(request, means, Date.now()), means, request);
		if (outcome.kind !== 'decideAgain') return outcome;
	}
}

async function carryOut(
	todo: Decision,
	means: Means,
	request: PageRequest,
): Promise<PageOutcome | DecideAgain> {
	switch (todo.kind) {
		case 'use':
			return await usePage(means, request, todo.page);
		case 'wait':
			await Promise.allSettled([todo.for]);
			return DECIDE_AGAIN;
		case 'recover':
			return await markInFlight(request, recoverResponse(means, request, todo.lost));
		case 'buy':
			return await markInFlight(request, buyPage(means, request));
		default:
			return todo;
	}
}
