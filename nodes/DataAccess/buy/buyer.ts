import { createGateway } from '../gateway/gateway';
import type { Transport } from '../gateway/transport';
import type { ApiInput, Query } from '../operations/operation';
import type { Failure } from '../shared/failure';
import { RunTime } from './deadline';
import { moneyOf } from './executionMoney';
import { ExecutionPages } from './executionPages';
import { Halt } from './halt';
import { LostCalls } from './lostCalls';
import type { Means } from './means';
import type { NodeContext } from './nodeContext';
import type { Try } from './owner';
import { paceOf, Patience } from './pace';
import { requestKey } from './pageRequest';
import type { Ask, PageOutcome, PricedCall } from './pageRequest';
import { RunPages } from './runPages';
import type { SafePages } from './runPages';
import type { Spending } from './spending';
import { wayOf } from './way';

export { NO_PAGES } from './runPages';
export type { SafePages } from './runPages';

interface BuyerSetup {
	query: Query;
	transport: { send: Transport; close(): void };
	/** The gateway, what tells its requests from others, and a call in its own form. */
	deployment: {
		url: string;
		secret: string;
		scope: string;
		callOf(query: Query, input: ApiInput): PricedCall;
	};
	current: Try;
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	/** Minutes since their purchase for which any pages may be used, 0 for never. */
	reusePages: number;
	/** Those of earlier rounds of this execution, too. */
	reusesOwn: boolean;
	/** Whether a failure ends all further calls of the run. */
	endsOnFailure: boolean;
	nodeContext: NodeContext;
	executionId: string;
	/** Aborted when the execution is stopped. */
	stop?: AbortSignal;
	/** Epoch milliseconds at which whoever waits for the run gives it up, Infinity for never. */
	deadline: number;
	/** Milliseconds for which the run waits in all for a rate limit, Infinity for as long as it takes. */
	patience: number;
}

/** Buys the pages of one run. */
export class Buyer {
	private readonly means: Means;
	private readonly way: Ask<PageOutcome>;
	private readonly wake: () => void;

	constructor(private readonly setup: BuyerSetup) {
		const { query, deployment, transport, nodeContext, executionId, current, stop, cap } = setup;
		const pace = paceOf(deployment.scope);
		this.wake = () => pace.changes.notify();
		stop?.addEventListener('abort', this.wake);
		const money = moneyOf(nodeContext, executionId);
		const stored = new ExecutionPages(nodeContext, deployment.secret);
		this.means = {
			...{ query, current, cap, money, pace },
			gateway: createGateway(transport.send, deployment),
			pages: new RunPages(stored, current, setup),
			lost: new LostCalls(nodeContext, executionId, money.mark),
			patience: new Patience(setup.patience),
			time: new RunTime(setup.deadline, current.account, current.owner.isAgent),
			halt: new Halt(money, setup.endsOnFailure, stop, this.wake),
		};
		this.way = wayOf(this.means);
	}

	/** What the execution has spent so far. */
	get spent(): Readonly<Spending> {
		return this.means.money.spent;
	}

	/** No further call may begin. */
	isHalted(): boolean {
		return this.means.halt.isOver;
	}

	/** An input item has failed, which may end the calls of the others. */
	noteFailure(failure: Failure): void {
		this.means.halt.note(failure);
	}

	/** The run has waited for something else than its own calls. */
	get hasWaited(): boolean {
		return this.means.patience.hasWaited;
	}

	/** US dollars that a call with this input counts as. */
	priceOf(input: ApiInput): number {
		const { query, deployment } = this.setup;
		const { endpoint, price } = deployment.callOf(query, input);
		return this.means.money.priceOf(endpoint, price);
	}

	/**
	 * Asks for the pages of an input item's list, one after the other.
	 * @param since epoch milliseconds: what others bought before says nothing of it, and no page may be older
	 * than the one before, behind which it would hide what has come in between
	 */
	pagesFor(itemIndex: number, timeout: number, since?: number) {
		const { query, deployment, current } = this.setup;
		let after = since ?? 0;
		return async (input: ApiInput): Promise<PageOutcome> => {
			const call = deployment.callOf(query, input);
			const key = requestKey(deployment.scope, call, input);
			const state = current.owner.stateOf(key);
			const request = { key, state, call, input, timeout, itemIndex, since: after };
			const outcome = await this.way(request);
			if (since !== undefined && 'page' in outcome) {
				after = Math.max(after, outcome.boughtAt - 1);
			}
			return outcome;
		};
	}

	/** The run is over, or this try of it: what it bought is delivered, or kept for whoever may use it. */
	async release(isDelivered: boolean): Promise<SafePages> {
		const safe = await this.means.pages.release(isDelivered);
		this.setup.current.owner.remember();
		if (!isDelivered) this.means.lost.store();
		return safe;
	}

	/** No page is asked for any more. */
	close(): void {
		this.setup.stop?.removeEventListener('abort', this.wake);
		this.setup.transport.close();
	}
}
