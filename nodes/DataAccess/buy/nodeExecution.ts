import { ExecutionMoney } from './money';
import { newRun } from './nodeRun';
import type { LastFailure, NodeRun } from './nodeRun';
import type { LostCall } from './pages';
import { makeOwn, storedIn } from './stored';
import type { NodeContext } from './stored';

/** The execution of the workflow, and the time that it has. */
export interface Execution {
	id: string;
	/** Each run of the node, or use of a tool, counts as an execution of its own. */
	isAlone: boolean;
	context: NodeContext;
	stop?: AbortSignal;
	/** Epoch milliseconds from which no call begins, Infinity for none. */
	callsUntil: number;
	/** Milliseconds for which it waits for the service in a row without a page. */
	patience: number;
	/** Writes a line into n8n's log. */
	log?(line: string): void;
}

/** What the node has in one execution of the workflow: over all rounds of a loop, or all uses of a tool. */
export interface NodeExecution {
	readonly id: string;
	readonly context: NodeContext;
	readonly money: ExecutionMoney;
	/** By request, what it has lost, and what the retried execution has left to it. */
	readonly lost: Map<string, LostCall>;
	/** What is bought or looked for just now. */
	readonly underWay: Map<string, Promise<unknown>>;
	/** Why no call can succeed any more; in the pass that has met it, another item tells that. */
	refusedBy?: LastFailure;
	chargedInARow: number;
	/** Left out while none is begun. */
	run?: NodeRun;
}

// The context is one object for as long as the execution lives in this process.
const executions = new WeakMap<NodeContext, NodeExecution>();

/** The one that is known, or a new one, whose first run has what n8n has kept for it. */
export function openExecution({ id, context }: Execution): NodeExecution {
	const opened = executions.get(context);
	if (opened?.id === id) return opened;
	makeOwn(context, id);
	const { pages, lost } = storedIn(context);
	const run = newRun(pages);
	const execution: NodeExecution = {
		id,
		context,
		money: new ExecutionMoney(context),
		// What this execution itself has lost, before a Wait, is an earlier round's.
		lost: new Map(
			lost.map((call) => [
				call.key,
				call.execution === id ? call : { ...call, counted: undefined, run },
			]),
		),
		underWay: new Map(),
		chargedInARow: 0,
		run,
	};
	executions.set(context, execution);
	return execution;
}
