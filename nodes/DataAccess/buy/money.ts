import type { Bought } from '../gateway/gateway';
import { roundDollars } from '../shared/dollars';
import type { Failure } from '../shared/failure';
import type { OwnCall } from './deployment';
import type { NodeContext, StoredCall } from './nodeContext';

/** What is added to a spending; what is left out is nothing. */
interface Sums {
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

/** What an answer tells of money. */
type Charge = { bought: Pick<Bought, 'cost' | 'price'> } | { failure: Failure };

/** The money of one execution. Its sums stand in n8n's context of the node, for later tries, runs and nodes. */
export class ExecutionMoney {
	/** The refusal after which every call of the execution would fail. */
	refusedBy?: Failure;
	private readonly total = new Spending();
	private readonly reserved = new Set<OwnCall>();
	private readonly reported: Map<string, number>;

	constructor(private readonly context: NodeContext) {
		const { calls, cost, costIsEstimate: isEstimate, possibleCost: possible } = context;
		this.total.add({ calls, cost, isEstimate, possible });
		this.reported = new Map(Object.entries(context.prices ?? {}));
		this.write();
	}

	get spent(): Readonly<Spending> {
		return this.total;
	}

	/** US dollars that a call counts as: one cheap answer, as of a cached page, makes no next one cheap. */
	priceOf({ endpoint, price }: OwnCall): number {
		return Math.max(this.reported.get(endpoint) ?? 0, price);
	}

	private spendingFor(call: OwnCall, answer: Charge): Spending {
		const told =
			'failure' in answer ? answer.failure : ({ charged: 'yes', ...answer.bought } as const);
		return spendingOf(told, this.priceOf(call));
	}

	/** Whether the cap allows a call of this price; `later`: the end of a call under way tells. */
	allows(cap: number, call: OwnCall): 'yes' | 'no' | 'later' {
		if (cap === Infinity) return 'yes';
		const prices = [...this.reserved].map((call) => this.priceOf(call));
		const reserved = prices.reduce((sum, each) => sum + each, 0);
		if (roundDollars(this.total.most + reserved + this.priceOf(call)) <= cap) return 'yes';
		// A call under way may turn out to be free.
		return prices.length > 0 ? 'later' : 'no';
	}

	/** Sets the price of a call aside until it is settled. */
	reserve(call: OwnCall): void {
		this.reserved.add(call);
	}

	/**
	 * Writes down what an answer cost: in the sums of the execution, of its run and of the input item.
	 * @param lost the call, where it was counted as possible before its answer was found: that becomes cost
	 * @returns what it cost
	 */
	settle(
		call: OwnCall,
		answer: Charge,
		{ account, itemIndex }: Payer,
		lost?: Pick<StoredCall, 'possible' | 'execution'> & { payer?: Payer },
	): Spending {
		this.reserved.delete(call);
		this.learnFrom(call, answer);
		const spending = this.spendingFor(call, answer);
		if (lost) {
			spending.calls = 0;
			const counted = { possible: -lost.possible };
			if (lost.payer?.account === account) account.record(lost.payer.itemIndex, counted);
			if (lost.execution === this.context.execution) this.total.add(counted);
		}
		account.record(itemIndex, spending);
		this.total.add(spending);
		this.write();
		return spending;
	}

	/** A price that is higher than any before. */
	private learnFrom({ endpoint, price }: OwnCall, answer: Charge): void {
		let reported = 0;
		if ('bought' in answer) {
			reported = Math.max(answer.bought.cost ?? 0, answer.bought.price ?? 0);
		} else if (price > 0 && answer.failure.charged !== 'no') {
			// Where no price is known, a partial cost would be taken for it.
			reported = answer.failure.cost ?? 0;
		}
		if (reported <= (this.reported.get(endpoint) ?? 0)) return;
		this.reported.set(endpoint, reported);
		this.context.prices = Object.fromEntries(this.reported);
	}

	report(records: number, reusedPages: number, reason: string): void {
		this.context.records = (this.context.records ?? 0) + records;
		this.context.reusedPages = (this.context.reusedPages ?? 0) + reusedPages;
		this.context.reason = reason;
	}

	sums(): { calls: number; cost: number; records: number; reason: string } {
		const { calls = 0, cost = 0, records = 0, reason = '' } = this.context;
		return { calls, cost, records, reason };
	}

	private write(): void {
		const { calls, cost, isEstimate: costIsEstimate, possible: possibleCost } = this.total;
		Object.assign(this.context, { calls, cost, costIsEstimate, possibleCost });
	}
}

// The context is one object for as long as the execution lives in this process.
const live = new WeakMap<NodeContext, ExecutionMoney>();

/** The money of this execution. Of another one's context, only pages and lost calls are kept. */
export function moneyOf(context: NodeContext, executionId: string): ExecutionMoney {
	const known = live.get(context);
	if (known && context.execution === executionId) return known;
	if (context.execution !== executionId) {
		const { pages, lost } = context;
		for (const name of Object.keys(context)) delete context[name as keyof NodeContext];
		Object.assign(context, pages && { pages }, lost && { lost });
		context.execution = executionId;
	}
	const money = new ExecutionMoney(context);
	live.set(context, money);
	return money;
}
