import { roundDollars } from '../shared/dollars';
import type { Failure } from '../shared/failure';

/** What is added to a spending; what is left out is nothing. */
export interface Sums {
	readonly calls?: number;
	readonly cost?: number;
	readonly isEstimate?: boolean;
	readonly possible?: number;
}

/** Calls and their cost, in US dollars. */
export class Spending {
	calls = 0;
	/** What was charged, as far as it is known. */
	cost = 0;
	/** Some of `cost` is the listed price, since the answer did not tell. */
	isEstimate = false;
	/** What calls without a clear outcome may have been charged on top of `cost`. */
	possible = 0;

	add({ calls = 0, cost = 0, isEstimate = false, possible = 0 }: Sums): void {
		this.calls += calls;
		this.cost = roundDollars(this.cost + cost);
		this.isEstimate ||= isEstimate;
		this.possible = roundDollars(this.possible + possible);
	}

	get most(): number {
		return roundDollars(this.cost + this.possible);
	}
}

export function spendingOf(
	{ charged, cost }: Pick<Failure, 'charged' | 'cost'>,
	expected: number,
): Spending {
	const spending = new Spending();
	spending.calls = 1;
	if (charged === 'yes') {
		spending.cost = cost ?? expected;
		spending.isEstimate = cost === undefined;
	} else if (charged === 'maybe') {
		// A reported cost is not final: the run may still be going on.
		spending.possible = Math.max(cost ?? 0, expected);
	}
	return spending;
}

/** The spending of a run over all its tries, or of one use of a tool. */
export class Account {
	readonly total = new Spending();
	private readonly items = new Map<number, Spending>();

	ofItem(itemIndex: number): Spending {
		const spending = this.items.get(itemIndex) ?? new Spending();
		this.items.set(itemIndex, spending);
		return spending;
	}

	record(itemIndex: number, spending: Sums): void {
		this.ofItem(itemIndex).add(spending);
		this.total.add(spending);
	}
}

/** Whose calls they are. */
export interface Payer {
	account: Account;
	itemIndex: number;
}
