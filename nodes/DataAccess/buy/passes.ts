import type { Failure } from '../shared/failure';
import type { NodeContext } from './nodeContext';
import type { Holder, LostCall, PaidPage, Row } from './row';
import { Account } from './spending';

/** The execution of the workflow, and the time that it has. */
export interface Execution {
	id: string;
	/** Each run, or use of a tool, is an execution of its own, whatever n8n calls it. */
	isAlone: boolean;
	context: NodeContext;
	stop?: AbortSignal;
	/** Epoch milliseconds from which no further call begins, Infinity for never. */
	callsUntil: number;
	/** Milliseconds for which the run waits in all for a rate limit, Infinity for as long as it takes. */
	patience: number;
	/** What is to be done when it has ended; n8n 1 never does it. */
	onEnd(handler: () => void): void;
}

let alone = 0;

/** @param n8nId left out where a run, or a use of a tool, stands alone */
export function identityOf(n8nId?: string): Pick<Execution, 'id' | 'isAlone'> {
	if (n8nId) return { id: n8nId, isAlone: false };
	alone += 1;
	return { id: `alone ${alone}`, isAlone: true };
}

/** Who runs the node. */
export interface Runner {
	isTool: boolean;
	/** n8n runs the node so many times at most. */
	maxTries: number;
}

interface LastFailure {
	failure: Failure;
	pass: Pass;
}

/** A run of the node over all its tries, or all uses of a tool in one execution. */
export interface Run {
	/** Its id. */
	readonly execution: string;
	/** In the pages that it has bought, and those that it holds. */
	readonly holder: Holder;
	/** What it has asked for, by key. */
	readonly rows: Map<string, Row>;
	/** How the last call of a request failed, by the key of its row. */
	readonly failures: Map<string, LastFailure>;
	readonly account: Account;
	/** Epoch milliseconds. */
	readonly begunAt: number;
	passes: number;
	isOver: boolean;
}

/** One pass of n8n through the node: a try of a run, or a use of a tool. Its run holds the pages that it has used. */
export interface Pass {
	readonly run: Run;
	readonly isTool: boolean;
	/** A model may ask for the same again until the execution has ended. */
	readonly isAskedAgain: boolean;
	/** n8n does not try the run again. */
	readonly isLast: boolean;
	/** n8n's Retry On Fail is the user's word for calls whose outcome is unknown. */
	readonly mayRepeatUnknown: boolean;
	/** Of the run over all its tries, or of this use. */
	readonly account: Account;
	/** Epoch milliseconds at which it began, in the same sense. */
	readonly begunAt: number;
	/** What it has asked for, by key. */
	readonly rows: Map<string, Row>;
	/** The pages that it has bought. */
	readonly bought: WeakSet<PaidPage>;
	/** Those that it has used, whoever bought them. */
	readonly used: Set<PaidPage>;
	/** Those of them whose records are delivered if the pass is. */
	readonly taken: Set<PaidPage>;
	/** The lost calls that it has looked for, and what is told where one was seen under way. */
	readonly sought: Map<LostCall, Failure | undefined>;
	/** Of the pages that it has bought, as they came. */
	bytes: number;
}

// The context is one object for as long as the execution lives in this process.
const runs = new WeakMap<NodeContext, Run>();

/** The next pass of n8n through the node: a try of the run that is not over, or of another one. */
export function nextPass(execution: Execution, { isTool, maxTries }: Runner): Pass {
	const isAskedAgain = isTool && !execution.isAlone;
	const run = runOf(execution, isAskedAgain);
	run.passes += 1;
	// Each use of a tool has an account of its own: n8n never tries one again.
	const { account, begunAt } = isTool ? { account: new Account(), begunAt: Date.now() } : run;
	return {
		run,
		isTool,
		isAskedAgain,
		account,
		begunAt,
		isLast: run.passes >= maxTries,
		mayRepeatUnknown: maxTries > 1,
		rows: new Map(),
		bought: new WeakSet(),
		used: new Set(),
		taken: new Set(),
		sought: new Map(),
		bytes: 0,
	};
}

function runOf({ id, context, onEnd }: Execution, isAskedAgain: boolean): Run {
	const known = runs.get(context);
	if (known && !known.isOver && known.execution === id) return known;
	const run = newRun(id);
	runs.set(context, run);
	if (isAskedAgain) onEnd(() => forget(run));
	return run;
}

const newRun = (execution: string): Run => ({
	account: new Account(),
	begunAt: Date.now(),
	execution,
	holder: { execution },
	rows: new Map(),
	failures: new Map(),
	passes: 0,
	isOver: false,
});

/** The run is over, unless a model may ask on. */
export function leaveRun({ run, isAskedAgain }: Pass): void {
	if (!isAskedAgain) forget(run);
}

/** Its failures and its pages are those of nobody any more. */
function forget(run: Run): void {
	run.isOver = true;
	run.failures.clear();
	for (const { pages } of run.rows.values()) {
		for (const { holders } of pages) holders.delete(run.holder);
	}
}
