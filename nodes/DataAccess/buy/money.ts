import type { Bought } from '../gateway/gateway';
import { roundDollars } from '../shared/dollars';
import type { Failure } from '../shared/failure';
import type { OwnCall } from './deployment';
import { makeOwn } from './nodeContext';
import type { NodeContext, StoredCall } from './nodeContext';
import { Spending, spendingOf } from './spending';
import type { Payer, Sums } from './spending';

/** What an answer tells of money. */
type Charge = { bought: Pick<Bought, 'cost' | 'price'> } | { failure: Failure };

/** The money of one execution. Its sums stand in n8n's context of the node, for later tries and nodes. */
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
	}

	get spent(): Readonly<Spending> {
		return this.total;
	}

	/** US dollars that a call counts as: one cheap answer, as of a cached page, makes no next one cheap. */
	priceOf({ endpoint, price }: OwnCall): number {
		return Math.max(this.reported.get(endpoint) ?? 0, price ?? 0);
	}

	private spendingFor(call: OwnCall, answer: Charge): Spending {
		const told =
			'failure' in answer ? answer.failure : ({ charged: 'yes', ...answer.bought } as const);
		return spendingOf(told, this.priceOf(call));
	}

	/** Whether the cap allows a call of this price; `later`: the end of a call under way tells. */
	allows(cap: number, call: OwnCall): 'yes' | 'no' | 'later' {
		if (cap === Infinity) return 'yes';
		const prices = [...this.reserved].map((each) => this.priceOf(each));
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
	 * @returns what it cost
	 */
	settle(call: OwnCall, answer: Charge, payer: Payer): Spending {
		this.reserved.delete(call);
		this.learnFrom(call, answer);
		const spending = this.spendingFor(call, answer);
		this.count(spending, payer);
		return spending;
	}

	/** The answer of a lost call was found: what counted as possible becomes cost, and no call is added. */
	settleFound(
		call: OwnCall,
		answer: Charge,
		payer: Payer,
		lost: Pick<StoredCall, 'possible' | 'execution'> & { payer?: Payer },
	): void {
		this.learnFrom(call, answer);
		const counted = { possible: -lost.possible };
		const isOfRun = lost.payer?.account === payer.account;
		if (lost.payer && isOfRun) payer.account.record(lost.payer.itemIndex, counted);
		if (lost.execution === this.context.execution) this.total.add(counted);
		const { cost, isEstimate, possible } = this.spendingFor(call, answer);
		this.count({ cost, isEstimate, possible }, payer);
	}

	private count(sums: Sums, { account, itemIndex }: Payer): void {
		account.record(itemIndex, sums);
		this.total.add(sums);
		this.write();
	}

	/** A price that is higher than any before. */
	private learnFrom({ endpoint, price }: OwnCall, answer: Charge): void {
		let reported = 0;
		if ('bought' in answer) {
			reported = Math.max(answer.bought.cost ?? 0, answer.bought.price ?? 0);
		} else if (price && answer.failure.charged !== 'no') {
			// Where no price is known, a partial cost would be taken for it.
			reported = answer.failure.cost ?? 0;
		}
		if (reported <= (this.reported.get(endpoint) ?? 0)) return;
		this.reported.set(endpoint, reported);
		this.context.prices = Object.fromEntries(this.reported);
	}

	private write(): void {
		const { calls, cost, isEstimate: costIsEstimate, possible: possibleCost } = this.total;
		Object.assign(this.context, { calls, cost, costIsEstimate, possibleCost });
	}
}

// The context is one object for as long as the execution lives in this process.
const live = new WeakMap<NodeContext, ExecutionMoney>();

/** The money of this execution. */
export function moneyOf(context: NodeContext, executionId: string): ExecutionMoney {
	const known = context.execution === executionId ? live.get(context) : undefined;
	if (known) return known;
	makeOwn(context, executionId);
	const money = new ExecutionMoney(context);
	live.set(context, money);
	return money;
}
