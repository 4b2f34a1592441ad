import { createGateway, readBought } from '../gateway/gateway';
import type { Transport } from '../gateway/transport';
import type { ApiInput, Query } from '../operations/operation';
import type { Failure } from '../shared/failure';
import { copyOfJson } from '../shared/json';
import type { Slots } from '../shared/parallel';
import { giveWay } from '../shared/turn';
import type { Try } from './asker';
import { buyPage, readPayload } from './call';
import type { Calling } from './call';
import { ExecutionPages } from './executionPages';
import { moneyOf } from './nodeMemory';
import type { ExecutionMoney, NodeMemory } from './nodeMemory';
import { paceOf } from './pace';
import { requestKey, verdictOn } from './pageRequest';
import type { PageOutcome, PricedCall, RequestState } from './pageRequest';
import { store, unpack } from './pageStore';
import type { PaidPage } from './pageStore';
import { mayUse, MINUTES_AFTER_FAILURE, minutesLeft } from './reusePolicy';
import type { Asking } from './reusePolicy';

/** How the user allows money to be spent. */
export interface BuyingRules {
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	/** Whether a call is also made again after a failure that may have been charged. */
	retryUncertain: boolean;
	/** Minutes since their purchase for which delivered pages may be used, 0 for never. */
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
	memory: NodeMemory;
	executionId: string;
	current: Try;
	/** Its calls, of which only so many go on at once. */
	calls: Slots;
	/** Aborted when the execution is stopped. */
	stop?: AbortSignal;
	/** Epoch milliseconds at which n8n gives the run up, Infinity for never. */
	deadline: number;
	/** Whether a failure ends all further calls of the run. */
	endsOnFailure: boolean;
}

/** A page that an input item asks for. */
interface Ask {
	input: ApiInput;
	/** Seconds for one call. */
	timeout: number;
	itemIndex: number;
	/** Records at the beginning of the page that an earlier run delivered. */
	skip: number;
}

/** How a run has ended: with its output delivered, for good without it, or to be tried again. */
type Settlement = 'delivered' | 'failed' | 'triedAgain';

/** What became of the pages of a run that delivered nothing. */
export interface Kept {
	/** All that were paid for or taken over. */
	pages: number;
	/** Those that a new execution finds in memory, and the minutes for which it finds them all. */
	inMemory: number;
	minutes: number;
	/** Those that n8n's Retry of the execution finds. */
	stored: number;
}

export const NOTHING_KEPT: Kept = { pages: 0, inMemory: 0, minutes: 0, stored: 0 };

/** Milliseconds for which a run that n8n is about to try again finds its pages. */
const UNTIL_NEXT_TRY = 60_000;

/** So many of the executions that used a page are remembered with it. */
const MOST_USES = 100;

/** What this try has done with a page. */
interface Use {
	/** It could be read. */
	isRead: boolean;
	/** The records at which a limit cut it, and those from which its rest was delivered. */
	cuts: number[];
	skips: number[];
}

/**
 * Gets each page from where it costs least: from a call under way, from the pages that were already
 * paid for (reusePolicy.ts says who may use one), else from the gateway.
 */
export class Buyer {
	readonly money: ExecutionMoney;
	private readonly calling: Calling;
	private readonly stored: ExecutionPages;
	private readonly uses = new Map<PaidPage, Use>();
	private readonly endedBefore: Failure | undefined;
	private readonly wake: () => void;
	private halted = false;

	constructor(private readonly setup: BuyerSetup) {
		const { deployment, transport, memory, executionId } = setup;
		const pace = paceOf(deployment.scope);
		this.money = moneyOf(memory, executionId);
		this.endedBefore = this.money.endedBy;
		this.stored = new ExecutionPages(memory, deployment.secret);
		this.wake = () => pace.wakeAll();
		this.calling = {
			...setup,
			gateway: createGateway(transport.send, deployment),
			money: this.money,
			pace,
			isHalted: () => this.isHalted(),
			onFailure: (failure) => {
				if (failure.endsExecution) this.money.endedBy ??= failure;
				if (setup.endsOnFailure || failure.endsExecution) this.halt();
			},
		};
		store.expectReuse(setup.reusePages);
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

	/** No page is asked for any more. */
	close(): void {
		this.setup.stop?.removeEventListener('abort', this.wake);
		this.setup.transport.close();
	}

	/** Asks for the pages of an input item's list, with no more calls at once than the user allows. */
	pagesFor(itemIndex: number, timeout: number) {
		return async (input: ApiInput, skip: number): Promise<PageOutcome> =>
			await this.setup.calls.run(() => this.page({ input, skip, itemIndex, timeout }));
	}

	private async page(ask: Ask): Promise<PageOutcome> {
		const { query, deployment, current, retryUncertain } = this.setup;
		const call = deployment.callOf(query, ask.input);
		const key = requestKey(deployment.scope, call, ask.input);
		const state = current.asker.stateOf(key);
		for (;;) {
			// Nothing may be awaited between this look and `state.underWay = …` below, or two items could
			// both buy.
			const { underWay } = state;
			if (underWay) {
				const outcome = await underWay.outcome;
				const isOwn = underWay.by === current;
				// Another use may have another cap.
				if (isOwn || !('ended' in outcome)) return copyOf(outcome, isOwn);
				continue;
			}
			const found = this.find(key, ask.skip);
			if (!found) break;
			const outcome = await this.read(found, state, ask);
			const isUnreadable = 'failure' in outcome && outcome.failure.isKept;
			if (!isUnreadable || !retryUncertain) return outcome;
			// The user lets a page be paid for again.
			this.forget(found);
		}
		const failure = this.whyNot(state);
		if (failure) return { failure };
		const outcome = this.buy(key, call, state, ask);
		state.underWay = { outcome, by: current };
		try {
			return await outcome;
		} finally {
			if (state.underWay?.outcome === outcome) state.underWay = undefined;
		}
	}

	/**
	 * Notes what became of each page that this run used, once its end is certain. A delivered page is
	 * removed from the stored execution. Any other, also one that could not be read, is left for a
	 * later try, n8n's Retry or another execution.
	 */
	async settle(how: Settlement): Promise<Kept> {
		const { asker } = this.setup.current;
		for (const [page, use] of this.uses) {
			if (how === 'delivered' && use.isRead) this.deliver(page, use);
			else this.leave(page, how);
		}
		const left = [...asker.pages].filter(({ state }) => state === 'left');
		const kept = { ...NOTHING_KEPT, pages: left.length, minutes: MINUTES_AFTER_FAILURE };
		if (how === 'delivered') return kept;
		for (const page of left) {
			const minutes = Math.round(minutesLeft(page, Date.now()));
			if (minutes > 0 && store.has(page)) {
				kept.inMemory += 1;
				kept.minutes = Math.min(kept.minutes, minutes);
			}
			if (await this.stored.keep(page)) kept.stored += 1;
			await giveWay();
		}
		return kept;
	}

	private forget(page: PaidPage): void {
		this.stored.forget(page.key);
		this.uses.delete(page);
		this.setup.current.asker.pages.delete(page);
		store.drop(page);
	}

	private deliver(page: PaidPage, use: Use): void {
		const waiting = page.cuts.filter((cut) => !use.skips.includes(cut));
		const cuts = [...waiting, ...use.cuts];
		const { asker, number } = this.setup.current;
		const now = Date.now();
		const { usedIn } = page;
		this.stored.forget(page.key);
		if (asker.isAgent) asker.pages.add(page);
		store.change(page, {
			state: cuts.length > 0 ? 'cut' : 'delivered',
			cuts,
			// What an agent was given stays its own, whoever else uses it.
			...(page.agentsAt === undefined || asker.isAgent ? { asker, boughtIn: number } : {}),
			usedIn: usedIn.includes(asker.where) ? usedIn : [...usedIn, asker.where].slice(-MOST_USES),
			leftAt: page.leftAt ?? (cuts.length > 0 ? now : undefined),
			agentsAt: asker.isAgent ? now : page.agentsAt,
		});
	}

	private leave(page: PaidPage, how: Settlement): void {
		const { asker } = this.setup.current;
		asker.pages.add(page);
		const now = Date.now();
		// Others may already reuse it.
		if (page.state === 'delivered' || page.state === 'cut') return;
		store.change(page, {
			state: 'left',
			leftAt: page.leftAt ?? now,
			triedAgainBy: how === 'triedAgain' ? now + UNTIL_NEXT_TRY : undefined,
		});
	}

	private find(key: string, skip: number): PaidPage | undefined {
		const { current, reusePages } = this.setup;
		const { asker } = current;
		const asking: Asking = { asker, where: asker.where, skip, reusePages };
		const now = Date.now();
		const may = (page: PaidPage) => mayUse(page, asking, now);
		return (
			store.find(key, (page) => page.asker === asker && may(page)) ??
			this.fromExecution(key) ??
			store.find(key, may)
		);
	}

	/** A page that n8n stored with this execution, or with the failed one that it retries. */
	private fromExecution(key: string): PaidPage | undefined {
		const { asker } = this.setup.current;
		const stored = this.stored.find(key);
		if (!stored) return undefined;
		const isSame = (page: PaidPage) => page.key === key && page.boughtAt === stored.boughtAt;
		const known = store.find(key, isSame);
		if (known) return known;
		const own = [...asker.pages].find(isSame);
		if (own) return Object.assign(own, { text: stored.text });
		const facts = { state: 'left', asker, boughtIn: 0, usedIn: [asker.where], cuts: [] } as const;
		return { ...facts, ...stored, key };
	}

	/** Why the page must not be bought; undefined where it may be. */
	private whyNot(state: RequestState): Failure | undefined {
		const { current, retryUncertain } = this.setup;
		const { isAgent } = current.asker;
		// A refusal (401, 402, 403, BLOCKED) met by an earlier try, round or use.
		const endedBy = isAgent ? this.money.endedBy : this.endedBefore;
		return endedBy ?? verdictOn(state, current, !isAgent || retryUncertain);
	}

	private async buy(
		key: string,
		call: PricedCall,
		state: RequestState,
		ask: Ask,
	): Promise<PageOutcome> {
		let use!: Use;
		const request = { ...ask, state, call };
		const outcome = await buyPage(this.calling, request, async (text) => {
			use = await this.keep(key, text);
		});
		if (!('page' in outcome)) return outcome;
		return { ...outcome, ...asRead(use) };
	}

	/** Keeps a page that was just paid for. */
	private async keep(key: string, text: string): Promise<Use> {
		const { asker, number: boughtIn } = this.setup.current;
		const page: PaidPage = {
			key,
			text,
			state: 'held',
			asker,
			boughtIn,
			boughtAt: Date.now(),
			usedIn: [asker.where],
			cuts: [],
		};
		const use = this.useOf(page);
		// Without room in the store, only this run has it.
		if (!(await store.keep(page))) page.text = undefined;
		return use;
	}

	private async read(
		found: PaidPage,
		state: RequestState,
		{ input, skip }: Ask,
	): Promise<PageOutcome> {
		const { query, current } = this.setup;
		const isOwn = found.asker === current.asker && found.boughtIn > 0;
		const use = this.useOf(found);
		use.skips.push(skip);
		// While this waits, the store may drop the page.
		const { text: kept } = found;
		// One from the stored execution: what is left of it serves other executions of this process.
		if (kept !== undefined && !store.has(found)) await store.keep(found);
		await giveWay();
		const text = await unpack({ text: kept });
		const payload = readBought(text, query.holdsPage);
		const read = readPayload(this.calling, { payload, text }, input);
		if ('failure' in read) {
			const failure = (isOwn && state.failed?.failure) || keptFailure(read.failure);
			return { failure };
		}
		return {
			page: read.page,
			...asRead(use),
			age: isOwn ? undefined : Date.now() - found.boughtAt,
			isAskedBefore: isOwn && current.asker.isAgent && found.boughtIn !== current.number,
		};
	}

	private useOf(page: PaidPage): Use {
		const use = this.uses.get(page) ?? { isRead: false, cuts: [], skips: [] };
		this.uses.set(page, use);
		return use;
	}
}

function asRead(use: Use): { keepRest(skip: number): void } {
	use.isRead = true;
	return { keepRest: (skip) => void use.cuts.push(skip) };
}

/** A page that was paid for before cannot be read this time either. */
const keptFailure = (failure: Failure): Failure => ({
	...failure,
	isKept: true,
	optionAdvice: 'To buy the page again, turn on Retry Uncertain Calls.',
});

/** Two items must not share a record: what a later node changes in one would show in the other. */
function copyOf(outcome: PageOutcome, isOwn: boolean): PageOutcome {
	if (!('page' in outcome)) return outcome;
	const page = { ...outcome.page, records: outcome.page.records.map(copyOfJson) };
	return { ...outcome, page, isAskedBefore: !isOwn };
}
