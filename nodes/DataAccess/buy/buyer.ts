import { createGateway, readBought } from '../gateway/gateway';
import type { Transport } from '../gateway/transport';
import type { ApiInput, Query } from '../operations/operation';
import type { Failure } from '../shared/failure';
import { copyOfJson } from '../shared/json';
import { giveWay } from '../shared/turn';
import { buyPage, readPayload } from './call';
import type { Calling } from './call';
import { moneyOf } from './executionMoney';
import type { ExecutionMoney } from './executionMoney';
import { ExecutionPages } from './executionPages';
import { LostCalls } from './lostCalls';
import type { NodeContext } from './nodeContext';
import type { RequestState, Try } from './owner';
import { paceOf, Patience } from './pace';
import { paidPages, unpack } from './pageStore';
import type { PaidPage, PageChange } from './pageStore';
import { requestKey, verdictOn } from './pageRequest';
import type { PageOutcome, PricedCall } from './pageRequest';
import { mayUse, MINUTES_KEPT, usableMinutes } from './reusePolicy';
import type { Claim } from './reusePolicy';

/** How the user allows money to be spent. */
export interface BuyingRules {
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	/** Minutes since their purchase for which any pages may be used, 0 for never. */
	reusePages: number;
}

interface BuyerSetup extends BuyingRules {
	query: Query;
	transport: { send: Transport; close(): void };
	/** The gateway, what tells its requests from others, and a call in its own form. */
	deployment: {
		url: string;
		secret: string;
		scope: string;
		callOf(query: Query, input: ApiInput): PricedCall;
	};
	nodeContext: NodeContext;
	executionId: string;
	current: Try;
	/** Aborted when the execution is stopped. */
	stop?: AbortSignal;
	/** Epoch milliseconds at which n8n gives the run up, Infinity for never. */
	deadline: number;
	/** Milliseconds for which the run waits in all for a rate limit, Infinity for as long as it takes. */
	patience: number;
	/** Whether a failure ends all further calls of the run. */
	endsOnFailure: boolean;
}

/** A page that an input item asks for. */
interface Ask {
	input: ApiInput;
	/** Seconds for one call. */
	timeout: number;
	itemIndex: number;
	/** Epoch milliseconds: what other runs bought before says nothing of the list. */
	since: number;
}

/** Which pages of a run that delivered nothing need not be bought again. */
export interface SafePages {
	/** All that were paid for or taken over. */
	pages: number;
	/** Those that a new execution finds in memory, and the minutes for which it finds them all. */
	inMemory: number;
	minutes: number;
	/** Those that n8n's Retry of the execution finds. */
	stored: number;
}

export const NO_PAGES: SafePages = { pages: 0, inMemory: 0, minutes: 0, stored: 0 };

/**
 * Gets each page from where it costs least: from a call under way, from the pages that were already
 * paid for (reusePolicy.ts says who may use one), else from the gateway.
 */
export class Buyer {
	readonly money: ExecutionMoney;
	private readonly calling: Calling;
	private readonly stored: ExecutionPages;
	/** The pages of this try. */
	private readonly used = new Set<PaidPage>();
	private readonly wake: () => void;
	private halted = false;
	/** The run has waited for something else than its own calls. */
	hasWaited = false;

	constructor(private readonly setup: BuyerSetup) {
		const { deployment, transport, nodeContext, executionId } = setup;
		const pace = paceOf(deployment.scope);
		this.money = moneyOf(nodeContext, executionId);
		this.stored = new ExecutionPages(nodeContext, deployment.secret);
		this.wake = () => pace.changes.notify();
		this.calling = {
			...setup,
			patience: new Patience(setup.patience),
			gateway: createGateway(transport.send, deployment),
			money: this.money,
			pace,
			lost: new LostCalls(nodeContext, executionId, this.money.mark),
			isStopped: () => setup.stop?.aborted === true,
			isHalted: () => this.isHalted(),
			onWait: () => void (this.hasWaited = true),
			onFailure: (failure) => {
				if (failure.endsExecution) this.money.refusedBy ??= failure;
				if (setup.endsOnFailure || failure.endsExecution) this.halt();
			},
		};
		setup.stop?.addEventListener('abort', this.wake);
	}

	/** No further call may begin. */
	isHalted(): boolean {
		return this.halted || this.setup.stop?.aborted === true;
	}

	halt(): void {
		this.halted = true;
		this.wake();
	}

	/** US dollars that a call with this input counts as. */
	priceOf(input: ApiInput): number {
		const { query, deployment } = this.setup;
		const { endpoint, price } = deployment.callOf(query, input);
		return this.money.priceOf(endpoint, price);
	}

	/** No page is asked for any more. */
	close(): void {
		this.setup.stop?.removeEventListener('abort', this.wake);
		this.setup.transport.close();
	}

	/**
	 * Asks for the pages of an input item's list, one after the other.
	 * @param since epoch milliseconds: what other runs bought before says nothing of it. With it, no page
	 * is older than the one before, behind which by offset it would hide what has come in between.
	 */
	pagesFor(itemIndex: number, timeout: number, since?: number) {
		let after = since ?? 0;
		return async (input: ApiInput): Promise<PageOutcome> => {
			const outcome = await this.page({ input, itemIndex, timeout, since: after });
			if (since !== undefined && 'page' in outcome) {
				after = Math.max(after, (outcome.boughtAt ?? Date.now()) - 1);
			}
			return outcome;
		};
	}

	/**
	 * The run is over, or this try of it: its output is delivered, or what it bought is kept for a later
	 * try, n8n's Retry and other executions.
	 */
	async release(isDelivered: boolean): Promise<SafePages> {
		const { reusePages, current } = this.setup;
		const { owner } = current;
		const now = Date.now();
		const isRead = ({ key }: PaidPage) => owner.stateOf(key).failed === undefined;
		for (const page of this.used) {
			if (isDelivered && isRead(page)) {
				this.stored.forget(page.key);
				const isWanted = page.isWanted || reusePages > 0 || owner.isAgent;
				this.letGo(page, { deliveredAt: now, isWanted });
			} else {
				this.letGo(page, { failedAt: page.failedAt ?? now });
			}
		}
		this.used.clear();
		const safe = { ...NO_PAGES, minutes: MINUTES_KEPT };
		if (isDelivered) return safe;
		this.calling.lost.store();
		for (const page of owner.pages.values()) {
			const isStored = await this.stored.add(page);
			await giveWay();
			// Whoever can read it, may; to this run it is lost.
			if (!isRead(page)) continue;
			safe.pages += 1;
			if (isStored) safe.stored += 1;
			const minutes = Math.round(usableMinutes(page, now));
			if (minutes <= 0 || !paidPages.has(page)) continue;
			safe.inMemory += 1;
			safe.minutes = Math.min(safe.minutes, minutes);
		}
		return safe;
	}

	private async page(ask: Ask): Promise<PageOutcome> {
		const { query, deployment, current } = this.setup;
		const call = deployment.callOf(query, ask.input);
		const key = requestKey(deployment.scope, call, ask.input);
		const state = current.owner.stateOf(key);
		for (;;) {
			// Nothing may be awaited between this look and `state.underWay = …` below, or two items could
			// both buy.
			const { underWay } = state;
			if (underWay) return copyOf(await underWay.outcome, underWay.by === current);
			const found = this.find(key, ask.since);
			if (!found) break;
			const outcome = await this.read(found, state, ask);
			if (outcome) return outcome;
		}
		const refusal = this.whyNot(state);
		// What is not bought may still be found, if it was only lost.
		const isKnown = state.failed?.number === current.number || !this.calling.lost.has(key);
		if (refusal && isKnown) return { failure: refusal };
		const request = { ...ask, key, state, call, refusal };
		const outcome = buyPage(this.calling, request, async (text, boughtAt) => {
			await this.keep({ key, text, boughtAt });
		});
		state.underWay = { outcome, by: current };
		try {
			return await outcome;
		} finally {
			if (state.underWay?.outcome === outcome) state.underWay = undefined;
		}
	}

	/** Why the page must not be bought; undefined where it may be. */
	private whyNot({ failed }: RequestState): Failure | undefined {
		const { current } = this.setup;
		const { isAgent } = current.owner;
		// A refusal (401, 402, 403, BLOCKED) met by another try, round or use: this one's own has halted it.
		const refusal = this.isHalted() ? undefined : this.money.refusedBy;
		return refusal ?? verdictOn(failed, current.number, !isAgent);
	}

	/** Its own page, else that of the execution that n8n retries, else the newest of any others. */
	private find(key: string, since: number): PaidPage | undefined {
		const { current, reusePages } = this.setup;
		const { owner } = current;
		const now = Date.now();
		const pages = [...paidPages.of(key)].sort((a, b) => b.boughtAt - a.boughtAt);
		const may = (page: PaidPage, as: Claim['as']) => mayUse(page, { as, reusePages }, now);
		const own = owner.pages.get(key);
		if (own?.text !== undefined && may(own, owner.isAgent ? 'agent' : 'run')) return own;
		const stored = this.stored.find(key);
		if (stored) return pages.find(({ boughtAt }) => boughtAt === stored.boughtAt) ?? stored;
		// An older one must not follow a newer one.
		const newest = pages.find(
			({ failedAt, deliveredAt }) => (failedAt ?? deliveredAt) !== undefined,
		);
		return newest && newest.boughtAt > since && may(newest, 'other') ? newest : undefined;
	}

	/** Keeps a page that was paid for. */
	private async keep(bought: Pick<PaidPage, 'key' | 'text' | 'boughtAt'>): Promise<void> {
		const { owner } = this.setup.current;
		const page: PaidPage = { ...bought, boughtBy: owner, users: 0 };
		this.use(page);
		await paidPages.add(page);
	}

	/** @returns undefined where the page cannot be read, and may be bought instead */
	private async read(
		page: PaidPage,
		state: RequestState,
		{ input }: Ask,
	): Promise<PageOutcome | undefined> {
		const { query, current } = this.setup;
		const { owner } = current;
		const isFirstUse = !this.used.has(page);
		const isAskedBefore = owner.isAgent && isFirstUse && owner.pages.get(page.key) === page;
		this.use(page);
		// While this waits, another run may drop the page.
		const { text: held } = page;
		await giveWay();
		const text = await unpack({ text: held });
		const payload = readBought(text, query.holdsPage);
		const read = readPayload(this.calling, { payload, text }, input);
		if ('failure' in read) {
			// One owner never pays for a page twice; what it has only taken over is no page of its own.
			if (page.boughtBy === owner) return { failure: state.failed?.failure ?? read.failure };
			this.drop(page);
			return undefined;
		}
		state.failed = undefined;
		const isReused = isFirstUse && page.boughtBy !== owner && !isAskedBefore;
		const age = isReused ? Date.now() - page.boughtAt : undefined;
		return { page: read.page, boughtAt: page.boughtAt, age, isAskedBefore };
	}

	/** A page becomes one of its owner's, and stays in memory while this run is under way. */
	private use(page: PaidPage): void {
		if (this.used.has(page)) return;
		this.used.add(page);
		this.setup.current.owner.pages.set(page.key, page);
		paidPages.change(page, { users: page.users + 1 });
	}

	private letGo(page: PaidPage, facts: PageChange): void {
		paidPages.change(page, { ...facts, users: page.users - 1 });
	}

	/** A page that nobody can read must not stand in anybody's way. */
	private drop(page: PaidPage): void {
		const { pages } = this.setup.current.owner;
		this.used.delete(page);
		if (pages.get(page.key) === page) pages.delete(page.key);
		this.stored.forget(page.key);
		paidPages.drop(page);
	}
}

/** What a later node changes in one item's record would show in the other's. */
function copyOf(outcome: PageOutcome, isOwn: boolean): PageOutcome {
	if (!('page' in outcome)) return outcome;
	const page = { ...outcome.page, records: outcome.page.records.map(copyOrShare) };
	return { ...outcome, page, isAskedBefore: !isOwn };
}

/** A record that is nested too deeply to be copied is shared: it was paid for. */
function copyOrShare<T>(record: T): T {
	try {
		return copyOfJson(record);
	} catch {
		return record;
	}
}
