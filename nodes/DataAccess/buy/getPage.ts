import { buyPage } from './buyPage';
import { decide } from './decide';
import type { Asker, Decision } from './decide';
import { lookFor } from './look';
import type { Means } from './means';
import { DECIDE_ANEW } from './outcome';
import type { DecideAnew, PageOutcome } from './outcome';
import { markUnderWay } from './pass';
import { usePage } from './usePage';

/** How a page is got for the least money: decided anew after each wait, look and call. */
export async function getPage(means: Means, asker: Asker): Promise<PageOutcome> {
	for (;;) {
		const outcome = await follow(decide(asker, means, Date.now()), means, asker);
		if (outcome.kind !== 'decideAnew') return outcome;
	}
}

/** Does what was decided. */
async function follow(
	decision: Decision,
	means: Means,
	asker: Asker,
): Promise<PageOutcome | DecideAnew> {
	const { pass, key } = asker;
	switch (decision.kind) {
		case 'use':
			return await usePage(means, asker, decision.page);
		case 'wait':
			await Promise.allSettled([decision.for]);
			return DECIDE_ANEW;
		case 'look':
			return await markUnderWay(pass, key, lookFor(means, asker, decision.lost));
		case 'buy':
			return await markUnderWay(pass, key, buyPage(means, asker));
		default:
			return decision;
	}
}
