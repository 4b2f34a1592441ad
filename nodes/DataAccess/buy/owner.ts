import { remembered } from '../shared/remembered';
import type { RequestState } from './pageRequest';
import type { PaidPage } from './pageStore';
import { Account } from './spending';

/** Who asks for pages, as n8n tells them apart. */
export interface Asker {
	/** Empty where n8n names no execution: then each run, or use, stands alone. */
	executionId: string;
	nodeId: string;
	/** An agent uses the node as its tool. */
	isAgent: boolean;
	/** Differs in each round of a loop. */
	round: string;
}

const owners = remembered<Owner>('owners');

/**
 * Whose pages are whose: one run over all its tries (n8n's Retry On Fail runs the whole node again), or all
 * uses of a tool in one execution, parallel ones too.
 */
export class Owner {
	/** Pages that were bought for it, or that it has taken over, by request. */
	readonly pages = new Map<string, PaidPage>();
	private readonly requests = new Map<string, RequestState>();
	private readonly account = new Account();
	private tries = 0;

	/** @param name by which it is found again; empty where it stands alone */
	constructor(
		readonly isAgent: boolean,
		readonly executionId: string,
		private readonly name: string,
	) {}

	/** It may ask again for a while from now on. */
	remember(): void {
		if (this.name !== '') owners.note(this.name, this);
	}

	/** n8n runs the node for it: for the first time, again, or for another use. */
	begin(): Try {
		this.remember();
		this.tries += 1;
		// Each use of a tool has an account of its own: n8n never tries one again.
		const account = this.isAgent ? new Account() : this.account;
		return { owner: this, number: this.tries, account };
	}

	stateOf(key: string): RequestState {
		const state = this.requests.get(key) ?? {};
		this.requests.set(key, state);
		return state;
	}

	/** It asks no more. */
	end(): void {
		owners.forget(this.name);
		this.pages.clear();
		this.requests.clear();
	}
}

/** One try of a run, or one use of a tool. */
export interface Try {
	readonly owner: Owner;
	/** From 1. */
	readonly number: number;
	/** Of the run over all its tries, or of this use. */
	readonly account: Account;
}

/** The next try of a run, or use of a tool; its owner is the same over a wait of the execution. */
export function nextTry({ executionId, nodeId, isAgent, round }: Asker): {
	current: Try;
	isNew: boolean;
	end(): void;
} {
	const name = executionId && `${executionId}:${nodeId}:${isAgent ? 'tool' : round}`;
	const known = owners.get(name);
	const owner = known ?? new Owner(isAgent, executionId, name);
	return { current: owner.begin(), isNew: known === undefined, end: () => owner.end() };
}
