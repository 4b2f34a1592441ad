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
	for (;;) {
		const decision = decide(asker, means, Date.now());
		if (decision === 'wait') {
			await Promise.allSettled([underWay.get(key)]);
		} else if (decision === 'buy' || 'lookFor' in decision) {
			const begun =
				decision === 'buy' ? buyPage(means, asker) : lookFor(means, asker, decision.lookFor);
			const work = begun.finally(() => underWay.delete(key));
			underWay.set(key, work);
			const ended = await work;
			if (ended) return ended;
		} else if ('use' in decision) {
			const read = await usePage(means, asker, decision.use);
			if (read) return read;
		} else return decision.refuse;
	}
}
