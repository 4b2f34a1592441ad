import { buyPage } from './buyPage';
import { decide } from './decide';
import type { Asker } from './decide';
import { lookFor } from './look';
import type { Means } from './means';
import { DECIDE_ANEW } from './outcome';
import type { DecideAnew, PageOutcome } from './outcome';
import { markUnderWay } from './pass';
import { usePage } from './usePage';

/** Gets a page at the lowest cost. Decides again after each wait, search and call. */
export async function getPage(means: Means, asker: Asker): Promise<PageOutcome> {
	for (;;) {
		const todo = decide(asker, means, Date.now());
		const outcome: PageOutcome | DecideAnew =
			todo.kind === 'use'
				? await usePage(means, asker, todo.page)
				: todo.kind === 'wait'
					? await Promise.allSettled([todo.for]).then(() => DECIDE_ANEW)
					: todo.kind === 'look'
						? await markUnderWay(asker, lookFor(means, asker, todo.lost))
						: todo.kind === 'buy'
							? await markUnderWay(asker, buyPage(means, asker))
							: todo;
		if (outcome.kind !== 'decideAnew') return outcome;
	}
}
