import { ExecutionMoney } from './money';
import { newRun } from './nodeRun';
import type { LastFailure, NodeRun } from './nodeRun';
import type { LostCall } from './pages';
import { adoptContext, readStored } from './stored';
import type { NodeContext } from './stored';

/** What n8n says about the current execution of the workflow, and the time that it has. */
export interface ExecutionSetup {
	id: string;
	/** Each run of the node, and each use of a tool, counts as an execution of its own. */
	isAlone: boolean;
	context: NodeContext;
	stop?: AbortSignal;
	/** Epoch milliseconds from which no call may begin, Infinity for no limit. */
	callsUntil: number;
	/** Milliseconds that it may wait for the service between two pages. */
	patience: number;
	/** Writes a line into n8n's log. */
	log?(line: string): void;
}

/** The node during one execution. It holds one run at a time; a loop starts several. */
export interface NodeExecution {
	readonly id: string;
	readonly context: NodeContext;
	readonly money: ExecutionMoney;
	/** Lost calls by request key: its own, and those of the execution that it retries. */
	readonly lost: Map<string, LostCall>;
	/** The purchase or search in flight, by request key. */
	readonly inFlight: Map<string, Promise<unknown>>;
	/** Why no call can succeed any more. In its own pass, only the item that met it reports it. */
	refusedBy?: LastFailure;
	chargedInARow: number;
	/** Omitted between two runs. */
	run?: NodeRun;
}

// n8n keeps the context as one object for as long as the execution lives in this process.
const executions = new WeakMap<NodeContext, NodeExecution>();

/** Returns the node's state for this execution. A new one starts with the pages and calls that n8n stored for it. */
export function executionFor({ id, context }: ExecutionSetup): NodeExecution {
	const existing = executions.get(context);
	if (existing?.id === id) return existing;
	adoptContext(context, id);
	const { pages, lost } = readStored(context);
	const run = newRun(pages);
	const execution: NodeExecution = {
		id,
		context,
		money: new ExecutionMoney(context),
		// A call that this execution lost before a Wait counts as one of an earlier round.
		lost: new Map(
			lost.map((call) => [
				call.key,
				call.execution === id ? call : { ...call, counted: undefined, run },
			]),
		),
		inFlight: new Map(),
		chargedInARow: 0,
		run,
	};
	executions.set(context, execution);
	return execution;
}
