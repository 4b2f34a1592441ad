import { createGateway } from '../gateway/gateway';
import type { Where } from '../gateway/free/freeRoute';
import type { Transport } from '../gateway/transport';
import type { ApiInput, Query } from '../operations/operation';
import { roundDollars } from '../shared/dollars';
import { moneyOf } from './executionMoney';
import { ExecutionPages } from './executionPages';
import { Halt } from './halt';
import { LostCalls } from './lostCalls';
import type { Means } from './means';
import type { Execution, Pass } from './owner';
import { paceOf } from './pace';
import { requestKey } from './pageRequest';
import type { Ask, PageOutcome, PricedCall } from './pageRequest';
import { RunPages } from './runPages';
import type { SafePages } from './runPages';
import { RunTime } from './runTime';
import { wayOf } from './way';

/** Where pages are bought, and in which words. */
export interface Seller extends Where {
	/** The same for all requests with this credential, address and provider, and for no others. */
	scope: string;
	callOf(query: Query, input: ApiInput): PricedCall;
}

interface BuyerSetup {
	query: Query;
	send: Transport;
	deployment: Seller;
	pass: Pass;
	settings: {
		/** US dollars that the execution may spend, Infinity for no cap. */
		cap: number;
		/** Minutes since their purchase for which any pages may be used, 0 for never. */
		reusePages: number;
		/** Nor what failed executions have left. */
		buysAnew: boolean;
	};
	/** Any failure ends all further calls of the run. */
	endsOnFailure: boolean;
	execution: Execution;
}

export class Buyer {
	private readonly means: Means;
	private readonly way: Ask<PageOutcome>;

	constructor(private readonly setup: BuyerSetup) {
		const { query, deployment, send, pass, settings, endsOnFailure } = setup;
		const { context, stop, deadline, patience } = setup.execution;
		const pace = paceOf(deployment.scope);
		const money = moneyOf(context, pass.owner.executionId);
		this.means = {
			query,
			pass,
			cap: settings.cap,
			money,
			pace,
			gateway: createGateway(send, deployment),
			pages: new RunPages(new ExecutionPages(context, deployment.secret), pass, settings),
			lost: new LostCalls(context),
			time: new RunTime(deadline, patience, pass),
			halt: new Halt(money, pace.changes, endsOnFailure, stop),
		};
		this.way = wayOf(this.means);
	}

	get halt(): Halt {
		return this.means.halt;
	}

	get hasWaited(): boolean {
		return this.means.time.hasWaited;
	}

	priceOf(input: ApiInput): number {
		const { query, deployment } = this.setup;
		return this.means.money.priceOf(deployment.callOf(query, input));
	}

	/** Whether Max Cost pays for so many calls. */
	covers(calls: number): boolean {
		const { cap, money } = this.means;
		return roundDollars(money.spent.most + calls * this.priceOf({})) <= cap;
	}

	/**
	 * Asks for the pages of an input item's list, one after the other.
	 * @param since epoch milliseconds: a page whose call began earlier shows an older list. Nor may a page be older
	 * than the one before it, or what was added in between would fall into the gap
	 */
	pagesFor(itemIndex: number, timeout: number, since: number) {
		const { query, deployment, pass } = this.setup;
		// By a clock that is ahead, the pages of an earlier try would be too old.
		let after = Math.min(since, pass.begunAt);
		const payer = { account: pass.account, itemIndex };
		return async (input: ApiInput): Promise<PageOutcome> => {
			const call = deployment.callOf(query, input);
			const key = requestKey(deployment.scope, call, input);
			const state = pass.owner.stateOf(key);
			const request = { key, state, call, input, timeout, payer, after };
			const outcome = await this.way(request);
			if ('page' in outcome) after = Math.max(after, outcome.boughtAt);
			return outcome;
		};
	}

	/** The pass is over: what it bought is delivered, or kept for whoever may use it. */
	async release(isDelivered: boolean): Promise<SafePages> {
		const { pass, execution } = this.setup;
		const safe = await this.means.pages.release(isDelivered);
		pass.owner.remember();
		if (isDelivered || pass.isLast || execution.stop?.aborted) pass.owner.endRun(execution.context);
		return safe;
	}
}
