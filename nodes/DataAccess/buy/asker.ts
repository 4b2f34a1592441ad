import type { Failure } from '../shared/failure';
import type { NodeMemory } from './nodeMemory';
import type { RequestState } from './pageRequest';
import { store } from './pageStore';
import type { PaidPage } from './pageStore';
import { Account, Spending } from './spending';

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
		for (const state of this.requests.values()) {
			state.unreported.add(state.reported);
			state.reported = new Spending();
		}
		return { asker: this, number: this.tries, account: this.account };
	}

	stateOf(key: string): RequestState {
		const known = this.requests.get(key);
		if (known) return known;
		const state: RequestState = { unreported: new Spending(), reported: new Spending() };
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

// The memory is one object for as long as the execution lives in this process.
const agents = new WeakMap<NodeMemory, { executionId: string; asker: Asker }>();

/**
 * The next use of a tool in this execution.
 * @param onEnd takes what is to be done when the execution has ended, where n8n tells that
 */
export function nextUse(
	memory: NodeMemory,
	executionId: string,
	where: string,
	onEnd: (close: () => void) => void,
): Try {
	const known = agents.get(memory);
	if (known?.executionId === executionId) return known.asker.begin();
	const asker = new Asker(where, true);
	agents.set(memory, { executionId, asker });
	onEnd(() => asker.close());
	return asker.begin();
}
