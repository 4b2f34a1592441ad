import { remembered } from '../shared/remembered';
import type { NodeContext } from './nodeContext';
import type { RequestState } from './pageRequest';
import type { PaidPage } from './pageStore';
import { Account } from './spending';

const owners = remembered<Owner>('owners');

/** Whose pages are whose: one run over all its tries, or all uses of a tool in one execution. */
export class Owner {
	/** Pages that were bought for it, or that it has taken over, by request. */
	readonly pages = new Map<string, PaidPage>();
	private readonly requests = new Map<string, RequestState>();
	readonly account = new Account();
	readonly begunAt = Date.now();

	/** @param name by which it is found again; empty where it stands alone */
	constructor(
		readonly isAgent: boolean,
		readonly executionId: string,
		private readonly name: string,
	) {}

	remember(): void {
		if (this.name !== '') owners.note(this.name, this);
	}

	begin(context: NodeContext, maxTries: number): Pass {
		this.remember();
		// n8n's Retry of an execution counts anew.
		const before = context.execution === this.executionId ? context.tries : 0;
		const tries = (before ?? 0) + 1;
		if (maxTries > 1) context.tries = tries;
		// Each use of a tool has an account of its own: n8n never tries one again.
		const own = this.isAgent ? { account: new Account(), begunAt: Date.now() } : this;
		const { account, begunAt } = own;
		return { owner: this, isLast: tries >= maxTries, account, begunAt };
	}

	stateOf(key: string): RequestState {
		const state = this.requests.get(key) ?? {};
		this.requests.set(key, state);
		return state;
	}

	/** Its run is over. An agent may ask again until its execution has ended. */
	endRun(context: NodeContext): void {
		delete context.tries;
		if (!this.isAgent) this.forget();
	}

	forget(): void {
		owners.forget(this.name);
		this.pages.clear();
		this.requests.clear();
	}
}

/** One pass of n8n through the node: a try of a run, or a use of a tool. */
export interface Pass {
	readonly owner: Owner;
	/** n8n does not try the run again. */
	readonly isLast: boolean;
	/** Of the run over all its tries, or of this use. */
	readonly account: Account;
	/** Epoch milliseconds at which it began, in the same sense. */
	readonly begunAt: number;
}

/** The execution of the workflow, and the time that it has. */
export interface Execution {
	/** Empty where n8n names none: then each run, or use of a tool, stands alone. */
	id: string;
	context: NodeContext;
	stop?: AbortSignal;
	/** Epoch milliseconds at which whoever waits for the run gives it up, Infinity for never. */
	deadline: number;
	/** Milliseconds for which the run waits in all for a rate limit, Infinity for as long as it takes. */
	patience: number;
	/** What is to be done when it has ended; n8n 1 never does it. */
	onEnd(handler: () => void): void;
}

/** Who runs the node. */
export interface Runner {
	nodeId: string;
	isTool: boolean;
	/** n8n runs the node so many times at most. */
	maxTries: number;
}

/** The next pass of its owner, which is the same over a wait of the execution. */
export function nextPass({ id, context, onEnd }: Execution, runner: Runner): Pass {
	const { nodeId, isTool, maxTries } = runner;
	const name = id && `${id}:${nodeId}`;
	const known = owners.get(name);
	const owner = known ?? new Owner(isTool, id, name);
	if (isTool && !known) onEnd(() => owner.forget());
	return owner.begin(context, maxTries);
}
