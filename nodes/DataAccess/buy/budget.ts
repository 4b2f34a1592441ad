import { roundDollars } from '../shared/dollars';

/** US dollars that are set aside for a call under way. */
interface Reservation {
	/**
	 * Ends the reservation.
	 * @param charged US dollars that the call cost, or the most that it may have cost
	 */
	settle(charged: number): void;
}

/**
 * What one execution of the workflow may still spend: over all input items and pages, tries of
 * Retry On Fail, rounds of a loop and parallel uses by an agent.
 */
export class Budget {
	private spent: number;
	private reserved = 0;
	/** Calls. */
	private underWay = 0;
	/** Those of them whose price is unknown. */
	private open = 0;
	/** The highest price that answers have reported, by endpoint. */
	private readonly reported = new Map<string, number>();
	private waiting: Array<() => void> = [];

	/** @param alreadySpent US dollars that this execution has spent before */
	constructor(alreadySpent: number) {
		this.spent = alreadySpent;
	}

	/**
	 * US dollars that a call of this endpoint counts as, 0 while unknown. One cheap answer, such as that
	 * of a cached page, does not make the next one cheap.
	 */
	priceOf(endpoint: string, listed: number): number {
		return Math.max(this.reported.get(endpoint) ?? 0, listed);
	}

	/** Takes over the price that an answer reports. */
	learn(endpoint: string, price: number): void {
		this.reported.set(endpoint, Math.max(this.reported.get(endpoint) ?? 0, price));
	}

	/**
	 * Sets aside the price of one call; undefined where the cap does not allow it. Under a cap, a call
	 * of unknown price is made alone: only its end tells what is left.
	 * @param cap US dollars that the execution may spend, Infinity for no cap
	 * @param listed US dollars, 0 where unknown
	 */
	async reserve(cap: number, endpoint: string, listed: number): Promise<Reservation | undefined> {
		for (;;) {
			const amount = this.priceOf(endpoint, listed);
			if (cap === Infinity) return this.hold(amount);
			const isKnown = amount > 0;
			const isAllowed = isKnown
				? roundDollars(this.spent + this.reserved + amount) <= cap
				: this.spent < cap;
			const isAlone = this.underWay === 0;
			if (isAllowed && this.open === 0 && (isKnown || isAlone)) return this.hold(amount);
			// A call under way may turn out to be free, so only its end decides.
			if (isAlone) return undefined;
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
	}

	private hold(amount: number): Reservation {
		this.reserved = roundDollars(this.reserved + amount);
		const open = amount === 0 ? 1 : 0;
		this.underWay += 1;
		this.open += open;
		return {
			settle: (charged) => {
				this.reserved = roundDollars(this.reserved - amount);
				this.underWay -= 1;
				this.open -= open;
				this.spent = roundDollars(this.spent + charged);
				const { waiting } = this;
				this.waiting = [];
				for (const wake of waiting) wake();
			},
		};
	}
}
