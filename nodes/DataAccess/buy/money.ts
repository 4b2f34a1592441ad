import { z } from 'zod/v3';

import type { Bought } from '../gateway/gateway';
import { roundDollars } from '../shared/dollars';
import type { Failed, Failure } from '../shared/failure';
import type { OwnCall } from './deployment';

/** Amounts to add to a `Spending`. Omitted amounts are zero. */
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
	/** What was certainly charged. */
	cost = 0;
	/** Part of `cost` is the listed price, because a response did not state its cost. */
	isEstimate = false;
	/** What calls of unknown outcome may have cost in addition to `cost`. */
	possible = 0;
	/** The part of `cost` charged for calls of other executions whose pages were recovered. */
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

	/** No call was made, and none of an earlier execution was recovered. */
	get isNothing(): boolean {
		return this.calls === 0 && this.most === 0;
	}
}

/** The spending of a run over all its tries, or of one use of a tool. */
export class Expenses {
	readonly total = new Spending();
	/** The pages that its own calls returned. Any other page is reused for free. */
	readonly paidFor = new WeakSet<object>();
	private readonly items = new Map<number, Spending>();

	ofItem(itemIndex: number): Spending {
		return this.items.get(itemIndex) ?? new Spending();
	}

	add(itemIndex: number, sums: Sums): void {
		const spending = this.ofItem(itemIndex);
		spending.add(sums);
		this.items.set(itemIndex, spending);
		this.total.add(sums);
	}
}

/** The input item that pays for a call. */
export interface Payer {
	expenses: Expenses;
	itemIndex: number;
}

/** Where the possible cost of a lost call was counted, in US dollars. */
export interface PossibleCost {
	/** Omitted if another worker counted it, before a Wait. */
	payer?: Payer;
	amount: number;
}

/** Set for a lost call whose response was recovered. */
interface RecoveredCall {
	/** It was counted as a call before. */
	calls?: 0 | 1;
	/** The possible cost that this node had counted for it, which is now subtracted. */
	counted?: PossibleCost;
	/** Another execution made it. */
	isOfEarlier?: boolean;
}

/** The part of a call's result that concerns money. */
type PricedResult = Pick<Bought, 'cost' | 'price'> | Failed;

/** In US dollars. */
type Charge = Pick<Failure, 'charged' | 'cost'> & Pick<Bought, 'price'>;

const chargeOf = (result: PricedResult): Charge =>
	'failure' in result ? result.failure : { charged: 'yes', ...result };

/** Returns what a call cost, in US dollars: `expected` if its response states no cost. */
export function costOfCall(
	{ charged, cost }: Pick<Failure, 'charged' | 'cost'>,
	expected: number,
): Pick<Spending, 'cost' | 'isEstimate' | 'possible'> {
	const nothing = { cost: 0, isEstimate: false, possible: 0 };
	if (charged === 'no') return nothing;
	// A reported cost is not final, because the gateway may still be working on the call.
	if (charged === 'maybe') return { ...nothing, possible: Math.max(cost ?? 0, expected) };
	return { ...nothing, cost: cost ?? expected, isEstimate: cost === undefined };
}

/** The sums of an execution in n8n's context. Another process, such as a worker after a Wait, reads them there. */
const SUMS = z.object({
	calls: z.number().nonnegative().catch(0),
	cost: z.number().nonnegative().catch(0),
	costIsEstimate: z.boolean().catch(false),
	possibleCost: z.number().nonnegative().catch(0),
	/** The highest price that a response has reported, by endpoint. */
	prices: z.record(z.number().nonnegative()).catch({}),
});

export type SumsInContext = Partial<z.infer<typeof SUMS>>;

/** What the node spends in one execution. n8n's context holds the sums for later tries and for other nodes. */
export class ExecutionMoney {
	readonly spent = new Spending();
	private readonly reserved = new Set<OwnCall>();
	private readonly reported: Map<string, number>;

	constructor(private readonly context: SumsInContext) {
		const { calls, cost, costIsEstimate, possibleCost, prices } = SUMS.parse(context);
		this.spent.add({ calls, cost, isEstimate: costIsEstimate, possible: possibleCost });
		this.reported = new Map(Object.entries(prices));
	}

	/** US dollars that a call counts as. A cheap response does not lower it: it may have come from a cache. */
	priceOf({ endpoint, price = 0 }: OwnCall): number {
		return Math.max(this.reported.get(endpoint) ?? 0, price);
	}

	/**
	 * Whether the cap allows this many calls like this one. `later` means that a call in flight holds a reserved price
	 * and may turn out to be free.
	 */
	allows(cap: number, call: OwnCall, calls = 1): 'yes' | 'no' | 'later' {
		const reserved = [...this.reserved].reduce((sum, each) => sum + this.priceOf(each), 0);
		const most = this.spent.most + reserved + calls * this.priceOf(call);
		if (roundDollars(most) <= cap) return 'yes';
		return this.reserved.size > 0 ? 'later' : 'no';
	}

	/** Reserves the price of a call. If the price rises in the meantime, the reservation rises, too. */
	reserve(call: OwnCall): void {
		this.reserved.add(call);
	}

	release(call: OwnCall): void {
		this.reserved.delete(call);
	}

	/**
	 * Adds the cost of a call to the sums of the execution, the run and the input item. Later calls count as the price
	 * that its response reports, and so does this one if the response states no cost.
	 * @returns what the call cost
	 */
	settle(
		call: OwnCall,
		result: PricedResult,
		payer: Payer,
		{ calls = 1, counted, isOfEarlier }: RecoveredCall = {},
	): ReturnType<typeof costOfCall> {
		const charge = chargeOf(result);
		const { cost = 0, price = 0 } = charge;
		const highest = this.reported.get(call.endpoint) ?? 0;
		this.reported.set(call.endpoint, Math.max(highest, cost, price));
		const sums = costOfCall(charge, this.priceOf(call));
		if (counted) this.count({ possible: -counted.amount }, counted.payer);
		const ofEarlier = isOfEarlier ? sums.cost : 0;
		this.count({ ...sums, calls, ofEarlier }, payer);
		return sums;
	}

	private count(sums: Sums, payer?: Payer): void {
		payer?.expenses.add(payer.itemIndex, sums);
		this.spent.add(sums);
		const { calls, cost, isEstimate: costIsEstimate, possible: possibleCost } = this.spent;
		const prices = Object.fromEntries(this.reported);
		Object.assign(this.context, { calls, cost, costIsEstimate, possibleCost, prices });
	}
}
