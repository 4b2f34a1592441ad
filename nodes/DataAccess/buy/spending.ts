import { roundDollars } from '../shared/dollars';
import type { Failure } from '../shared/failure';

/** Calls and their cost, in US dollars. */
export class Spending {
	calls = 0;
	/** What was charged, as far as it is known. */
	cost = 0;
	/** Some of `cost` is the listed price, since the answer did not tell. */
	isEstimate = false;
	/** What calls without a clear outcome may have been charged on top of `cost`. */
	possible = 0;

	add({ calls, cost, isEstimate, possible }: Readonly<Omit<Spending, 'add' | 'most'>>): void {
		this.calls += calls;
		this.cost = roundDollars(this.cost + cost);
		this.isEstimate ||= isEstimate;
		this.possible = roundDollars(this.possible + possible);
	}

	/** The most that may have been charged. */
	get most(): number {
		return roundDollars(this.cost + this.possible);
	}
}

/** What an answer, or a failure, says of the money for one call. */
export interface CallCharge {
	charged: Failure['charged'];
	/** US dollars as the answer reports them. */
	cost?: number;
	/** US dollars at which the answer lists a call. */
	price?: number;
}

/**
 * The spending of one call.
 * @param expected US dollars that such a call is expected to cost where the answer does not tell
 */
export function spendingOf({ charged, cost, price }: CallCharge, expected: number): Spending {
	const spending = new Spending();
	spending.calls = 1;
	if (charged === 'yes') {
		spending.cost = cost ?? price ?? expected;
		spending.isEstimate = cost === undefined;
	} else if (charged === 'maybe') {
		// A cost of nothing so far is not the last word of a run that goes on.
		spending.possible = cost || (price ?? expected);
	}
	return spending;
}
