import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { roundDollars } from '../dollars';
import type { Failure } from '../failure';

/** Calls and their cost, in US dollars. */
export class Spending {
	calls = 0;
	/** What was charged, as far as it is known. */
	cost = 0;
	/** Some of `cost` is the listed price, since the answer did not tell. */
	isEstimate = false;
	/** What calls without a clear outcome may have been charged on top of `cost`. */
	possible = 0;

	add({ calls, cost, isEstimate, possible }: Readonly<Omit<Spending, 'add'>>): void {
		this.calls += calls;
		this.cost = roundDollars(this.cost + cost);
		this.isEstimate ||= isEstimate;
		this.possible = roundDollars(this.possible + possible);
	}
}

/**
 * What one execution of the node has spent, over all of its tries: under Retry On Fail n8n runs
 * the whole node again, and neither the cap nor the reported cost may begin anew.
 */
export class Account {
	readonly total = new Spending();
	private readonly items = new Map<number, Spending>();
	/**
	 * Calls by request that must not be made again in this execution: they were charged, or their
	 * answer was lost after they had probably run.
	 */
	readonly settled = new Map<string, Failure>();
	/** The refusal after which every call of this execution would fail (shapes §2). */
	endedBy?: Failure;
	/** How the last call of each request that has failed so far ended. */
	readonly lastFailures = new Map<string, Failure>();

	ofItem(itemIndex: number): Spending {
		const known = this.items.get(itemIndex);
		if (known) return known;
		const spending = new Spending();
		this.items.set(itemIndex, spending);
		return spending;
	}

	record(itemIndex: number, spending: Spending): void {
		this.ofItem(itemIndex).add(spending);
		this.total.add(spending);
	}
}

// The input items are the same objects in every try of an execution, and gone after it.
const accounts = new WeakMap<INodeExecutionData, Map<string, Account>>();

/** The account of this execution of the node, and how to close it once its output is delivered. */
export function openAccount(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): { account: Account; close(): void } {
	if (!context.getNode().retryOnFail || items.length === 0) {
		return { account: new Account(), close: () => undefined };
	}
	const run = String(context.evaluateExpression('{{ $runIndex }}', 0));
	const key = [context.getExecutionId(), context.getNode().id, run].join(':');
	const known = accounts.get(items[0]) ?? new Map<string, Account>();
	const account = known.get(key) ?? new Account();
	known.set(key, account);
	accounts.set(items[0], known);
	return { account, close: () => void known.delete(key) };
}
