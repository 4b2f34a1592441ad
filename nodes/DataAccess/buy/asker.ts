import type { Failure } from '../shared/failure';
import type { RequestState } from './pageRequest';
import { store } from './pageStore';
import type { PaidPage } from './pageStore';
import { Account } from './spending';

/** Milliseconds for which a try finds what earlier ones left, however long it takes. */
const LONGEST_TRY = 60 * 60_000;

/**
 * Who asks for pages: one run of the node over all its tries (n8n's Retry On Fail runs the whole
 * node again), or all uses of a tool in one execution, parallel ones too.
 */
export class Asker {
	/** How the previous try failed. */
	failure?: Failure;
	/** What its tries have left so far, or what its uses have been given. */
	readonly pages = new Set<PaidPage>();
	private readonly requests = new Map<string, RequestState>();
	private tries = 0;

	/**
	 * @param where execution and node; empty where n8n names no execution
	 * @param isAgent whether an agent asks, whose wishes are not the user's
	 */
	constructor(
		readonly where: string,
		readonly isAgent: boolean,
		private readonly account = new Account(),
	) {}

	/** n8n runs the node for this asker: for the first time, again, or for another use. */
	begin(): Try {
		this.tries += 1;
		// Each use of a tool has an account of its own: n8n never tries one again.
		if (this.isAgent) return { asker: this, number: this.tries, account: new Account() };
		// What an earlier try left does not grow too old while this one goes on.
		const triedAgainBy = Date.now() + LONGEST_TRY;
		for (const page of this.pages) store.change(page, { triedAgainBy });
		return { asker: this, number: this.tries, account: this.account };
	}

	stateOf(key: string): RequestState {
		const known = this.requests.get(key);
		if (known) return known;
		const state: RequestState = {};
		this.requests.set(key, state);
		return state;
	}

	/** The execution has ended: no agent asks again. */
	close(): void {
		for (const page of this.pages) store.change(page, { agentsAt: undefined });
		this.pages.clear();
		this.requests.clear();
	}
}

/** One try of a run, or one use of a tool. */
export interface Try {
	readonly asker: Asker;
	/** From 1. */
	readonly number: number;
	/** Of the run over all its tries, or of this use. */
	readonly account: Account;
}

// The input items are the same objects in every try of a run, and gone after it.
const runs = new WeakMap<object, Map<string, Asker>>();

/**
 * The next try of a run, and how to end the run once its output is delivered.
 * @param firstItem the first input item, undefined where n8n will not try again
 * @param round differs in each round of a loop
 */
export function nextTry(
	firstItem: object | undefined,
	where: string,
	round: string,
): { current: Try; close(): void } {
	if (!firstItem) return { current: new Asker(where, false).begin(), close: () => {} };
	const ofItem = runs.get(firstItem) ?? new Map<string, Asker>();
	runs.set(firstItem, ofItem);
	const name = `${where} ${round}`;
	const asker = ofItem.get(name) ?? new Asker(where, false);
	ofItem.set(name, asker);
	return { current: asker.begin(), close: () => void ofItem.delete(name) };
}

/** Milliseconds after its last use for which an agent counts as the same. */
const LONGEST_PAUSE = 60 * 60_000;

/** By execution and node: one that has waited goes on with another copy of the node's memory. */
const agents = new Map<string, { asker: Asker; usedAt: number }>();

/**
 * The next use of a tool in an execution.
 * @param where execution and node; empty where each use stands alone
 * @param onEnd takes what is to be done when the execution has ended, where n8n tells that
 */
export function nextUse(where: string, onEnd: (close: () => void) => void): Try {
	const usedAt = Date.now();
	// n8n 1 never tells that an execution has ended.
	for (const [other, agent] of agents) {
		if (agent.usedAt + LONGEST_PAUSE < usedAt) agents.delete(other);
	}
	const known = agents.get(where);
	const asker = known?.asker ?? new Asker(where, true);
	if (where === '') return asker.begin();
	agents.set(where, { asker, usedAt });
	if (!known) {
		onEnd(() => {
			agents.delete(where);
			asker.close();
		});
	}
	return asker.begin();
}
