import type { OwnCall } from '../operations/operation';
import { roundDollars } from '../shared/dollars';
import type { Failure } from '../shared/failure';
import type { NodeContext, UnknownCall } from './nodeContext';
import type { CallOutcome } from './pageRequest';
import { Spending, spendingOf } from './spending';
import type { Payer } from './spending';

/** What the context holds of one execution alone. */
const OF_ONE_EXECUTION = [
	...['calls', 'cost', 'costIsEstimate', 'possibleCost', 'prices'],
	...['records', 'reusedPages', 'reason'],
] as const;

/** The money of one execution. Its sums stand in n8n's context of the node, for later tries, runs and nodes. */
export class ExecutionMoney {
	/** The refusal after which every call of the execution would fail. */
	refusedBy?: Failure;
	private readonly total = new Spending();
	private readonly underWay = new Set<OwnCall>();
	private readonly reported: Map<string, number>;

	constructor(private readonly context: NodeContext) {
		Object.assign(this.total, {
			calls: context.calls ?? 0,
			cost: context.cost ?? 0,
			isEstimate: context.costIsEstimate ?? false,
			possible: context.possibleCost ?? 0,
		});
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

	/** What an answer cost. */
	spendingFor(call: OwnCall, answer: CallOutcome): Spending {
		const expected = this.priceOf(call);
		if ('ended' in answer) return new Spending();
		if ('failure' in answer) return spendingOf(answer.failure, expected);
		return spendingOf({ charged: 'yes', ...answer.bought }, expected);
	}

	/** Whether the cap allows a call of this price; `later`: the end of a call under way tells. */
	allows(cap: number, call: OwnCall): 'yes' | 'no' | 'later' {
		if (cap === Infinity) return 'yes';
		const prices = [...this.underWay].map((call) => this.priceOf(call));
		const reserved = prices.reduce((sum, each) => sum + each, 0);
		if (roundDollars(this.total.most + reserved + this.priceOf(call)) <= cap) return 'yes';
		// A call under way may turn out to be free.
		return prices.length > 0 ? 'later' : 'no';
	}

	/** Sets the price of a call aside until it is settled. */
	reserve(call: OwnCall): void {
		this.underWay.add(call);
	}

	/**
	 * Writes down what an answer cost: in the sums of the execution, of its run and of the input item.
	 * @param lost the call, where it was counted as possible before its answer was found: that becomes cost
	 */
	settle(
		call: OwnCall,
		answer: CallOutcome,
		{ account, itemIndex }: Payer,
		lost?: UnknownCall & { payer?: Payer },
	): void {
		this.underWay.delete(call);
		this.learnFrom(call, answer);
		const spending = this.spendingFor(call, answer);
		if (lost) {
			spending.calls = 0;
			const { payer, possible, execution } = lost;
			if (payer?.account === account) account.takeBack(payer.itemIndex, possible);
			if (execution === this.context.execution) this.total.takeBack(possible);
		}
		account.record(itemIndex, spending);
		this.total.add(spending);
		this.write();
	}

	/** A price that is higher than any before. */
	private learnFrom({ endpoint, price }: OwnCall, answer: CallOutcome): void {
		let reported = 0;
		if ('bought' in answer) {
			reported = Math.max(answer.bought.cost ?? 0, answer.bought.price ?? 0);
		} else if ('failure' in answer && price > 0 && answer.failure.charged !== 'no') {
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

/** The money of this execution: begun anew where the context is that of another one. */
export function moneyOf(context: NodeContext, executionId: string): ExecutionMoney {
	const known = live.get(context);
	if (known && context.execution === executionId) return known;
	if (context.execution !== executionId) {
		for (const name of OF_ONE_EXECUTION) delete context[name];
		context.execution = executionId;
	}
	const money = new ExecutionMoney(context);
	live.set(context, money);
	return money;
}
