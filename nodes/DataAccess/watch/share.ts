import { roundDollars } from '../shared/dollars';

export interface Spent {
	/** Its own pages. */
	pages: number;
	/** US dollars for one more. */
	price: number;
	/** US dollars that the execution may spend. */
	cap: number;
	/** All that the run reads. */
	lists: number;
}

/**
 * Whether a list has had its share of Max Cost: its pages and one more cost more than the cap divided
 * by the lists, which is taken as at least two calls and at most the cap.
 */
export function hasSpentShare({ pages, price, cap, lists }: Spent): boolean {
	const share = Math.min(cap, Math.max(2 * price, cap / lists));
	return roundDollars((pages + 1) * price) > roundDollars(share);
}
