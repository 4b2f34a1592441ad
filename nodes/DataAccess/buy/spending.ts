import { roundDollars } from '../shared/dollars';
import type { Failure } from '../shared/failure';

/** Whose calls they are, in one pass of n8n. */
export interface Payer {
	account: Account;
	itemIndex: number;
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

	add(other: Readonly<Omit<Spending, 'add' | 'takeBack' | 'most'>>): void {
		this.calls += other.calls;
		this.cost = roundDollars(this.cost + other.cost);
		this.isEstimate ||= other.isEstimate;
		this.possible = roundDollars(this.possible + other.possible);
	}

	/** A call that was counted as possible has its answer. */
	takeBack(possible: number): void {
		this.possible = roundDollars(this.possible - possible);
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
		// A reported cost of 0 is not final: the run may still be going on.
		spending.possible = cost || expected;
	}
	return spending;
}

export class Account {
	readonly total = new Spending();
	private readonly items = new Map<number, Spending>();

	ofItem(itemIndex: number): Spending {
		const spending = this.items.get(itemIndex) ?? new Spending();
		this.items.set(itemIndex, spending);
		return spending;
	}

	record(itemIndex: number, spending: Spending): void {
		this.ofItem(itemIndex).add(spending);
		this.total.add(spending);
	}

	takeBack(itemIndex: number, possible: number): void {
		this.ofItem(itemIndex).takeBack(possible);
		this.total.takeBack(possible);
	}
}
