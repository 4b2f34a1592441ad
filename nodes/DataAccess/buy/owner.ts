import type { Failure } from '../shared/failure';
import type { PaidPage } from './pageStore';
import type { PageOutcome } from './pageRequest';
import { Account } from './spending';

/** All that an owner knows of one request. */
export interface RequestState {
	/** The call under way, and the try that makes it. */
	underWay?: { outcome: Promise<PageOutcome>; by: object };
	/** How the last call failed, and in which try. */
	failed?: { failure: Failure; number: number };
}

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

/**
 * Whose pages are whose: one run of the node over all its tries (n8n's Retry On Fail runs the whole
 * node again), or all uses of a tool in one execution, parallel ones too.
 */
export class Owner {
	/** Pages that were bought for it, or that it has taken over, by request. */
	readonly pages = new Map<string, PaidPage>();
	private readonly requests = new Map<string, RequestState>();
	private readonly account = new Account();
	private tries = 0;

	/** @param isAgent whether an agent asks, whose wishes are not the user's */
	constructor(readonly isAgent: boolean) {}

	/** n8n runs the node for this owner: for the first time, again, or for another use. */
	begin(): Try {
		this.tries += 1;
		// Each use of a tool has an account of its own: n8n never tries one again.
		const account = this.isAgent ? new Account() : this.account;
		return { owner: this, number: this.tries, account };
	}

	stateOf(key: string): RequestState {
		const known = this.requests.get(key);
		if (known) return known;
		const state: RequestState = {};
		this.requests.set(key, state);
		return state;
	}

	/** The owner asks no more. */
	end(): void {
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

/** Milliseconds after which an agent that has not asked again is forgotten: n8n 1 tells of no end. */
const FORGOTTEN_AFTER = 60 * 60_000;

const owners = new Map<string, { owner: Owner; usedAt: number }>();

/**
 * The next try of a run, or use of a tool, and how to end its owner. It is the same over a wait of the
 * execution in this process.
 */
export function nextTry({ executionId, nodeId, isAgent, round }: Asker): {
	current: Try;
	isNew: boolean;
	end(): void;
} {
	const usedAt = Date.now();
	for (const [name, { owner, usedAt: last }] of owners) {
		if (owner.isAgent && last + FORGOTTEN_AFTER <= usedAt) owners.delete(name);
	}
	const name = `${executionId}:${nodeId}:${isAgent ? 'tool' : round}`;
	const known = executionId === '' ? undefined : owners.get(name);
	const owner = known?.owner ?? new Owner(isAgent);
	if (executionId !== '') owners.set(name, { owner, usedAt });
	const end = () => {
		owners.delete(name);
		owner.end();
	};
	return { current: owner.begin(), isNew: known === undefined, end };
}
