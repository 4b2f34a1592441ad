import { Gateway } from '../gateway/gateway';
import type { Transport } from '../gateway/transport';
import type { ApiInput, Query } from '../operations/operation';
import { roundDollars } from '../shared/dollars';
import type { Deployment } from './deployment';
import { endPass } from './endPass';
import type { SafePages } from './endPass';
import { getPage } from './getPage';
import { Halt } from './halt';
import type { Means } from './means';
import { moneyOf } from './money';
import type { PageOutcome } from './outcome';
import { paceOf } from './pace';
import type { Execution, Pass } from './passes';
import type { Row } from './row';
import { requestKey, rows } from './rows';
import { RunTime } from './runTime';
import { Stored } from './stored';

const MINUTE = 60_000;

interface BuyerSetup {
	query: Query;
	send: Transport;
	deployment: Deployment;
	pass: Pass;
	settings: {
		/** US dollars that the execution may spend, Infinity for no cap. */
		cap: number;
		/** Minutes for which any pages may be used, 0 for never. */
		reusePages: number;
		/** Nor are pages used that other executions have left, or lost. */
		buysAnew: boolean;
	};
	/** Any failure ends all further calls of the run. */
	endsOnFailure: boolean;
	execution: Execution;
}

interface WantedList {
	itemIndex: number;
	/** Milliseconds for a call. */
	timeout: number;
	/**
	 * Epoch milliseconds: a page whose call began earlier shows an older list. Nor may a page be older than the one
	 * before it, or what was added in between would fall into the gap.
	 */
	since: number;
}

/** Buys the pages of one pass. */
export class Buyer {
	private readonly means: Means;

	constructor(private readonly setup: BuyerSetup) {
		const { query, deployment, send, settings, endsOnFailure } = setup;
		const { id, context, stop, callsUntil, patience } = setup.execution;
		const pace = paceOf(deployment.scope);
		const money = moneyOf(context, id);
		this.means = {
			query,
			cap: settings.cap,
			reuse: settings.reusePages * MINUTE,
			buysAnew: settings.buysAnew,
			money,
			pace,
			gateway: new Gateway(send, deployment),
			stored: new Stored(context, deployment.secret),
			time: new RunTime(callsUntil, patience),
			halt: new Halt(money, pace, endsOnFailure, stop),
		};
	}

	get halt(): Halt {
		return this.means.halt;
	}

	/** US dollars that a call counts as. */
	get price(): number {
		const { query, deployment } = this.setup;
		return this.means.money.priceOf(deployment.callOf(query, {}));
	}

	/** Whether Max Cost pays for so many calls. */
	covers(calls: number): boolean {
		const { cap, money } = this.means;
		return roundDollars(money.spent.most + calls * this.price) <= cap;
	}

	/** Minutes for which all pages that it was given may be used again, in whole. */
	get minutesOfReuse(): number {
		const now = Date.now();
		let least = this.means.reuse;
		for (const { begunAt } of this.setup.pass.used) {
			least = Math.min(least, begunAt + this.means.reuse - now);
		}
		return Math.max(0, Math.round(least / MINUTE));
	}

	/** Asks for the pages of an input item's list, one after the other. */
	pagesFor({ itemIndex, timeout, since }: WantedList): (input: ApiInput) => Promise<PageOutcome> {
		const { query, deployment, pass } = this.setup;
		const payer = { account: pass.account, itemIndex };
		// By a clock that is ahead, the pages of an earlier try would be too old.
		let after = Math.min(since, pass.begunAt);
		return async (input) => {
			const call = deployment.callOf(query, input);
			const row = this.rowOf(requestKey(deployment.scope, call, input));
			const asker = { row, pass, payer, call, input, timeout, after, attempts: 0 };
			const outcome = await getPage(this.means, asker);
			if (outcome.kind === 'page') after = Math.max(after, outcome.boughtAt);
			return outcome;
		};
	}

	private rowOf(key: string): Row {
		const { pass } = this.setup;
		const known = pass.rows.get(key);
		if (known) return known;
		const row = rows.open(key, pass);
		this.means.stored.load(row, pass.run);
		return row;
	}

	/** The pass is over: what it bought is delivered, or kept for whoever may use it. */
	async release(isDelivered: boolean): Promise<SafePages | undefined> {
		const { pass, settings } = this.setup;
		const { stored, halt } = this.means;
		const safe = await endPass(pass, stored, { isDelivered, isStopped: halt.isStopped });
		// A new run would use nothing of it.
		return safe && settings.buysAnew ? { ...safe, inMemory: 0 } : safe;
	}
}
