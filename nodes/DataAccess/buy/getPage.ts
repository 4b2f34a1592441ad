import { buyPage } from './buyPage';
import { decide } from './decide';
import type { Asker } from './decide';
import { lookFor } from './look';
import type { Means } from './means';
import type { PageOutcome } from './outcome';
import { usePage } from './usePage';

/** How a page is got for the least money: decided anew after each wait, look and call. */
export async function getPage(means: Means, asker: Asker): Promise<PageOutcome> {
	const { key, pass } = asker;
	const { underWay } = pass.run;
	try {
		for (;;) {
			const decision = decide(asker, means, Date.now());
			if (decision === 'buy' || 'lookFor' in decision) {
				const work =
					decision === 'buy' ? buyPage(means, asker) : lookFor(means, asker, decision.lookFor);
				// Equal requests of the run wait until there is an outcome.
				underWay.set(key, { by: asker, work });
				const ended = await work;
				if (ended) return ended;
			} else if ('waitFor' in decision) {
				await Promise.allSettled([decision.waitFor.work]);
			} else if ('use' in decision) {
				const read = await usePage(means, asker, decision.use);
				if (read) return read;
			} else return decision.refuse;
		}
	} finally {
		if (underWay.get(key)?.by === asker) underWay.delete(key);
	}
}
