import { roundDollars } from '../dollars';

/** US dollars that are set aside for a call under way. */
export interface Reservation {
	/**
	 * Ends the reservation.
	 * @param charged what the call cost, or the most that it may have cost
	 */
	settle(charged: number): void;
}

/** The cap on what one execution of the node may spend, over all input items and pages. */
export interface Budget {
	/** What the next call is expected to cost, in US dollars. */
	readonly price: number;
	/** Sets aside the price of one call; undefined where the cap does not allow it. */
	reserve(): Promise<Reservation | undefined>;
	/** Takes over the price that an answer reports. */
	learn(price: number | undefined): void;
}

/**
 * @param maxCost US dollars, 0 for no cap
 * @param listedPrice US dollars per call until an answer reports its own
 * @param alreadySpent US dollars that earlier tries of the same execution spent
 */
export function createBudget(maxCost: number, listedPrice: number, alreadySpent: number): Budget {
	const cap = maxCost === 0 ? Infinity : maxCost;
	let spent = alreadySpent;
	let reserved = 0;
	let reported: number | undefined;
	const waiting: Array<() => void> = [];

	const budget: Budget = {
		get price() {
			return reported ?? listedPrice;
		},
		async reserve() {
			for (;;) {
				const { price } = budget;
				if (roundDollars(spent + reserved + price) <= cap) return hold(price);
				// A call under way may turn out to be free, so only its end decides.
				if (reserved === 0) return undefined;
				await new Promise<void>((resolve) => waiting.push(resolve));
			}
		},
		learn(price) {
			if (price !== undefined && price > 0) reported = Math.max(reported ?? 0, price);
		},
	};

	function hold(price: number): Reservation {
		reserved = roundDollars(reserved + price);
		return {
			settle(charged) {
				reserved = roundDollars(reserved - price);
				spent = roundDollars(spent + charged);
				for (const wake of waiting.splice(0)) wake();
			},
		};
	}

	return budget;
}
