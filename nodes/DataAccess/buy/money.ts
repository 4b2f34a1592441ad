import { z } from 'zod/v3';

import type { Bought } from '../gateway/gateway';
import { roundDollars } from '../shared/dollars';
import type { Failure } from '../shared/failure';
import type { OwnCall } from './deployment';

/** What is added to a spending; what is left out is nothing. */
interface Sums {
	readonly calls?: number;
	readonly cost?: number;
	readonly isEstimate?: boolean;
	readonly possible?: number;
	readonly ofEarlier?: number;
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
	/** What of `cost` was charged for calls that others had lost, and whose pages were found. */
	ofEarlier = 0;

	add({ calls = 0, cost = 0, isEstimate = false, possible = 0, ofEarlier = 0 }: Sums): void {
		this.calls += calls;
		this.cost = roundDollars(this.cost + cost);
		this.isEstimate ||= isEstimate;
		this.possible = Math.max(0, roundDollars(this.possible + possible));
		this.ofEarlier = roundDollars(this.ofEarlier + ofEarlier);
	}

	get most(): number {
		return roundDollars(this.cost + this.possible);
	}

	/** No call was made, and none of an earlier execution was found. */
	get isNothing(): boolean {
		return this.calls === 0 && this.most === 0;
	}
}

/** The spending of a run over all its tries, or of one use of a tool. */
export class Account {
	readonly total = new Spending();
	/** The pages that its calls brought: any other costs nothing again. */
	readonly paidFor = new WeakSet<object>();
	private readonly items = new Map<number, Spending>();

	ofItem(itemIndex: number): Spending {
		return this.items.get(itemIndex) ?? new Spending();
	}

	record(itemIndex: number, sums: Sums): void {
		const spending = this.ofItem(itemIndex);
		spending.add(sums);
		this.items.set(itemIndex, spending);
		this.total.add(sums);
	}
}

/** Whose calls they are. */
export interface Payer {
	account: Account;
	itemIndex: number;
}

/** Where the possible cost of a lost call was counted, in US dollars. */
export interface PossibleCost {
	/** Left out where another worker counted it, before a Wait. */
	payer?: Payer;
	amount: number;
}

/** An answer, for what it tells of money. */
type PaidAnswer = Pick<Bought, 'cost' | 'price'> | { failure: Failure };

/** In US dollars. */
type Charge = Pick<Failure, 'charged' | 'cost'> & Pick<Bought, 'price'>;

const chargeOf = (answer: PaidAnswer): Charge =>
	'failure' in answer ? answer.failure : { charged: 'yes', ...answer };

/** What a call came to, in US dollars; `expected` where its answer names no cost. */
export function costOfCall(
	{ charged, cost }: Pick<Failure, 'charged' | 'cost'>,
	expected: number,
): Pick<Spending, 'cost' | 'isEstimate' | 'possible'> {
	const nothing = { cost: 0, isEstimate: false, possible: 0 };
	if (charged === 'no') return nothing;
	// A reported cost is not final: the run may still be going on.
	if (charged === 'maybe') return { ...nothing, possible: Math.max(cost ?? 0, expected) };
	return { ...nothing, cost: cost ?? expected, isEstimate: cost === undefined };
}

/** How n8n's context holds the sums of an execution; in another process they are read from there. */
const SUMS = z.object({
	calls: z.number().nonnegative().catch(0),
	cost: z.number().nonnegative().catch(0),
	costIsEstimate: z.boolean().catch(false),
	possibleCost: z.number().nonnegative().catch(0),
	/** The highest price that an answer has reported, by endpoint. */
	prices: z.record(z.number().nonnegative()).catch({}),
});

export type SumsInContext = Partial<z.infer<typeof SUMS>>;

/** The money of the node in one execution. Its sums stand in n8n's context, for later tries and nodes. */
export class ExecutionMoney {
	readonly spent = new Spending();
	private readonly reserved = new Set<OwnCall>();
	private readonly reported: Map<string, number>;

	constructor(private readonly context: SumsInContext) {
		const { calls, cost, costIsEstimate, possibleCost, prices } = SUMS.parse(context);
		this.spent.add({ calls, cost, isEstimate: costIsEstimate, possible: possibleCost });
		this.reported = new Map(Object.entries(prices));
	}

	/** US dollars that a call counts as: no less after a cheap answer, which may have come from a cache. */
	priceOf({ endpoint, price }: OwnCall): number {
		return Math.max(this.reported.get(endpoint) ?? 0, price ?? 0);
	}

	/**
	 * Whether the cap allows so many calls like this one; `later`: a call under way, whose price is reserved, may turn
	 * out to be free.
	 */
	allows(cap: number, call: OwnCall, calls = 1): 'yes' | 'no' | 'later' {
		const reserved = [...this.reserved].reduce((sum, each) => sum + this.priceOf(each), 0);
		const most = this.spent.most + reserved + calls * this.priceOf(call);
		if (roundDollars(most) <= cap) return 'yes';
		return this.reserved.size > 0 ? 'later' : 'no';
	}

	/** Sets the price of a call aside, even if that rises meanwhile. */
	reserve(call: OwnCall): void {
		this.reserved.add(call);
	}

	release(call: OwnCall): void {
		this.reserved.delete(call);
	}

	/**
	 * Writes down what a call came to: in the sums of the execution, of its run and of the input item.
	 * @returns what it came to
	 */
	settle(call: OwnCall, answer: PaidAnswer, payer: Payer): ReturnType<typeof costOfCall> {
		const sums = this.noteCharge(call, answer);
		this.count({ calls: 1, ...sums }, payer);
		return sums;
	}

	/**
	 * Writes down what a lost call came to whose answer was found. It is no further call.
	 * @param counted where this node counted it as possible cost, which it is no more
	 * @param isOfEarlier another execution made it
	 * @returns what it cost
	 */
	settleFound(
		call: OwnCall,
		answer: PaidAnswer,
		payer: Payer,
		{ counted, isOfEarlier }: { counted?: PossibleCost; isOfEarlier: boolean },
	): number {
		if (counted) this.count({ possible: -counted.amount }, counted.payer);
		const sums = this.noteCharge(call, answer);
		this.count({ ...sums, ofEarlier: isOfEarlier ? sums.cost : 0 }, payer);
		return sums.cost;
	}

	/**
	 * Notes the price that an answer reports: later calls count as that, and this one where it names no cost.
	 * @returns what the call came to
	 */
	private noteCharge(call: OwnCall, answer: PaidAnswer): ReturnType<typeof costOfCall> {
		const charge = chargeOf(answer);
		const { cost = 0, price = 0 } = charge;
		const known = this.reported.get(call.endpoint) ?? 0;
		this.reported.set(call.endpoint, Math.max(known, cost, price));
		return costOfCall(charge, this.priceOf(call));
	}

	private count(sums: Sums, payer?: Payer): void {
		payer?.account.record(payer.itemIndex, sums);
		this.spent.add(sums);
		const { calls, cost, isEstimate: costIsEstimate, possible: possibleCost } = this.spent;
		const prices = Object.fromEntries(this.reported);
		Object.assign(this.context, { calls, cost, costIsEstimate, possibleCost, prices });
	}
}
