import { randomUUID } from 'node:crypto';

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
	/** Milliseconds for which the run waits in all for a rate limit, Infinity for as long as it takes. */
	patience: number;
	/** Writes a line into n8n's log. */
	log?(line: string): void;
}

/** @param n8nId empty or left out where a run, or a use of a tool, stands alone */
export const identityOf = (n8nId = ''): Pick<Execution, 'id' | 'isAlone'> => ({
	id: n8nId || randomUUID(),
	isAlone: n8nId === '',
});

/** What the node has in one execution of the workflow: over all rounds of a loop, or all uses of a tool. */
export interface NodeExecution {
	readonly id: string;
	readonly context: NodeContext;
	readonly money: ExecutionMoney;
	/** By request, what it has lost, and what the retried execution has left to it. */
	readonly lost: Map<string, LostCall>;
	/** What is bought or looked for just now. */
	readonly underWay: Map<string, Promise<unknown>>;
	/** Why no call can succeed any more. */
	refusedBy?: LastFailure;
	chargedInARow: number;
	/** Left out while none is begun. */
	run?: NodeRun;
}

// The context is one object for as long as the execution lives in this process.
const executions = new WeakMap<NodeContext, NodeExecution>();

/** The one that is known, or a new one, whose first run has what n8n has kept for it. */
export function openExecution({ id, context }: Execution): NodeExecution {
	const known = executions.get(context);
	if (known?.id === id) return known;
	makeOwn(context, id);
	const { pages, lost } = storedIn(context);
	const execution: NodeExecution = {
		id,
		context,
		money: new ExecutionMoney(context),
		lost: new Map(lost.map((call) => [call.key, call])),
		underWay: new Map(),
		chargedInARow: 0,
		run: newRun(pages),
	};
	executions.set(context, execution);
	return execution;
}
