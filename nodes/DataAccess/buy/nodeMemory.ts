import type { Failure } from '../shared/failure';
import { Budget } from './budget';
import { Spending } from './spending';

/**
 * What n8n keeps for the node with the execution: over all tries of Retry On Fail, all rounds of a
 * loop, all uses by an agent, and in what n8n's Retry starts from. Later nodes read what stands
 * before `possibleCost`, such as `{{ $('Data Access').context.cost }}`.
 */
export interface NodeMemory {
	calls?: number;
	/** US dollars, and whether some of it is an estimate. */
	cost?: number;
	costIsEstimate?: boolean;
	records?: number;
	reusedPages?: number;
	/** Why the last run ended. */
	reason?: string;
	/** US dollars that calls without a clear outcome may have cost on top. */
	possibleCost?: number;
	/** The execution that these sums belong to: n8n's Retry is another one, and starts at zero. */
	execution?: string;
	/** Pages that a failed run bought and could not deliver, by request. */
	pages?: Record<string, StoredPage>;
}

/** A page as it stands in the stored execution. */
export interface StoredPage {
	/** The answer's text, compressed, as base64. */
	packed: string;
	/** Epoch milliseconds. */
	boughtAt: number;
	/** When a run first failed to deliver it. */
	leftAt: number;
}

/**
 * The money of one execution of the workflow. Its sums are written to the node's memory with every
 * call, so that a later round, try or use goes on with them, and later nodes can read them.
 */
export class ExecutionMoney {
	readonly budget: Budget;
	/** The refusal after which every call of the execution would fail (docs/gateway.md, Failures). */
	endedBy?: Failure;
	private readonly total = new Spending();

	constructor(private readonly memory: NodeMemory) {
		Object.assign(this.total, {
			calls: memory.calls ?? 0,
			cost: memory.cost ?? 0,
			isEstimate: memory.costIsEstimate ?? false,
			possible: memory.possibleCost ?? 0,
		});
		this.budget = new Budget(this.total.most);
		this.record(new Spending());
	}

	record(spending: Spending): void {
		this.total.add(spending);
		const { calls, cost, isEstimate, possible } = this.total;
		Object.assign(this.memory, { calls, cost, costIsEstimate: isEstimate, possibleCost: possible });
	}

	/** What the execution has spent so far. */
	get spent(): Readonly<Spending> {
		return this.total;
	}

	/** Adds what a run delivered to the sums that later nodes read. */
	report(records: number, reusedPages: number, reason: string): void {
		this.memory.records = (this.memory.records ?? 0) + records;
		this.memory.reusedPages = (this.memory.reusedPages ?? 0) + reusedPages;
		this.memory.reason = reason;
	}

	/** The sums of the execution so far, US dollars for the cost. */
	sums(): { calls: number; cost: number; records: number; reason: string } {
		const { calls = 0, cost = 0, records = 0, reason = '' } = this.memory;
		return { calls, cost, records, reason };
	}
}

// The memory is one object for as long as the execution lives in this process.
const live = new WeakMap<NodeMemory, ExecutionMoney>();

const SUMS = ['calls', 'cost', 'costIsEstimate', 'records', 'reusedPages', 'reason'] as const;

/** The money of this execution: begun anew where the memory is that of another one. */
export function moneyOf(memory: NodeMemory, executionId: string): ExecutionMoney {
	const known = live.get(memory);
	if (known && memory.execution === executionId) return known;
	if (memory.execution !== executionId) {
		for (const name of [...SUMS, 'possibleCost'] as const) delete memory[name];
		memory.execution = executionId;
	}
	const money = new ExecutionMoney(memory);
	live.set(memory, money);
	return money;
}
