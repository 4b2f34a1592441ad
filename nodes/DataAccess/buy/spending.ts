import { roundDollars } from '../shared/dollars';
import type { Failure } from '../shared/failure';

/** Calls and their cost, in US dollars. */
export class Spending {
	calls = 0;
	/** What was charged, as far as it is known. */
	cost = 0;
	/** Some of `cost` is the listed price, since the answer did not tell. */
	isEstimate = false;
	/** Answers that were lost on the way and found again at the gateway. */
	found = 0;
	/** What calls without a clear outcome may have been charged on top of `cost`. */
	possible = 0;

	add(other: Readonly<Omit<Spending, 'add' | 'most'>>): void {
		this.calls += other.calls;
		this.cost = roundDollars(this.cost + other.cost);
		this.isEstimate ||= other.isEstimate;
		this.found += other.found;
		this.possible = roundDollars(this.possible + other.possible);
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

/** The spending of a call that was counted as possible before its answer was found. */
export function spendingOfFound(spending: Spending, possible: number): Spending {
	return Object.assign(new Spending(), spending, { calls: 0, found: 1, possible: -possible });
}

export class Account {
	readonly total = new Spending();
	private readonly items = new Map<number, Spending>();

	ofItem(itemIndex: number): Spending {
		const spending = this.items.get(itemIndex) ?? new Spending();
		this.items.set(itemIndex, spending);
		return spending;
	}

	/** What a call may have been charged is known now, and counted as a cost. */
	forgetPossible(itemIndex: number, possible: number): void {
		this.record(itemIndex, Object.assign(new Spending(), { possible: -possible }));
	}

	record(itemIndex: number, spending: Spending): void {
		this.ofItem(itemIndex).add(spending);
		this.total.add(spending);
	}
}
