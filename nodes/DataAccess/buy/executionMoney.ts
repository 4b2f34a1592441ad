import { roundDollars } from '../shared/dollars';
import type { Failure } from '../shared/failure';
import type { NodeContext } from './nodeContext';
import type { CallOutcome, PricedCall } from './pageRequest';
import { Spending, spendingOf } from './spending';

const SUMS = ['calls', 'cost', 'costIsEstimate', 'records', 'reusedPages', 'reason'] as const;

/** The money of one execution. Its sums stand in n8n's context of the node, for later rounds, tries and nodes. */
export class ExecutionMoney {
	/** The refusal after which every call of the execution would fail. */
	refusedBy?: Failure;
	private readonly total = new Spending();
	private readonly underWay = new Set<{ endpoint: string; listed: number }>();
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
	priceOf(endpoint: string, listed: number): number {
		return Math.max(this.reported.get(endpoint) ?? 0, listed);
	}

	learn(endpoint: string, price: number): void {
		if (price <= this.priceOf(endpoint, 0)) return;
		this.reported.set(endpoint, price);
		this.context.prices = Object.fromEntries(this.reported);
	}

	/** Learns a higher price from an answer. */
	learnFrom({ endpoint, price }: PricedCall, answer: CallOutcome): void {
		if ('bought' in answer) {
			this.learn(endpoint, Math.max(answer.bought.cost ?? 0, answer.bought.price ?? 0));
		} else if ('failure' in answer && price > 0 && answer.failure.charged !== 'no') {
			// Where no price is known, a partial cost would be taken for it.
			this.learn(endpoint, answer.failure.cost ?? 0);
		}
	}

	/** What an answer cost. */
	spendingFor({ endpoint, price }: PricedCall, answer: CallOutcome): Spending {
		const expected = this.priceOf(endpoint, price);
		if ('ended' in answer) return new Spending();
		if ('failure' in answer) return spendingOf(answer.failure, expected);
		const spending = spendingOf({ charged: 'yes', ...answer.bought }, expected);
		return Object.assign(spending, { found: answer.isFound ? 1 : 0 });
	}

	/** Whether the cap allows a call of this price; undefined where only the end of another call tells. */
	allows(cap: number, price: number): boolean | undefined {
		if (cap === Infinity) return true;
		const prices = [...this.underWay].map(({ endpoint, listed }) => this.priceOf(endpoint, listed));
		const reserved = prices.reduce((sum, each) => sum + each, 0);
		if (roundDollars(this.total.most + reserved + price) <= cap) return true;
		// A call under way may turn out to be free.
		return prices.length > 0 ? undefined : false;
	}

	/** Sets the price of a call aside until the function that it gives takes what the call cost. */
	reserve(endpoint: string, listed: number): (spending: Spending) => void {
		const call = { endpoint, listed };
		this.underWay.add(call);
		return (spending) => {
			this.underWay.delete(call);
			this.add(spending);
		};
	}

	add(spending: Spending): void {
		this.total.add(spending);
		this.write();
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
		for (const name of [...SUMS, 'possibleCost', 'prices'] as const) delete context[name];
		context.execution = executionId;
	}
	const money = new ExecutionMoney(context);
	live.set(context, money);
	return money;
}
