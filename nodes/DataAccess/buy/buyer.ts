import type { Failure } from '../failure';
import { readBought } from '../gateway/gateway';
import type { Bought, Call, Gateway } from '../gateway/gateway';
import { UnrecognisedShape } from '../operations/parts/shape';
import type { ApiInput, Query, ReadPage } from '../operations/operation';
import { Spending } from './account';
import type { Account } from './account';
import type { Budget } from './budget';
import { MEMORY_BOUND, PageMemory, undelivered } from './pageMemory';
import type { KeptPage } from './pageMemory';
import type { Throttle } from './throttle';
import { pause } from './throttle';

const SHORTEST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 30_000;

/** A service that asks for more patience than this is better asked again in a later execution. */
export const LONGEST_RETRY_AFTER = 300;

/** How the user allows money to be spent; read once per execution. */
export interface BuyingRules {
	/** Times that a call is made again after a failure that was not charged. */
	retries: number;
	retryUncertain: boolean;
	/** Minutes for which pages of a failed execution are kept, 0 for not at all. */
	reuseFailed: number;
	reuseIdenticalCalls: boolean;
}

/** What an item gets when it asks for a page. */
export type PageOutcome = { spending: Spending } & (
	{ page: ReadPage; age?: number } | { failure: Failure } | { ended: 'maxCost' | 'halted' }
);

interface BuyerSetup {
	operation: Query;
	gateway: Gateway;
	/** The call for an input: path and input in this deployment's form. */
	callOf(input: ApiInput): Pick<Call, 'provider' | 'endpoint' | 'input'>;
	/** Credential, gateway and endpoint: with the input, what makes a request the same. */
	scope: string;
	executionId: string;
	/** Whether several input items could ask for the same page. */
	severalItems: boolean;
	rules: BuyingRules;
	budget: Budget;
	throttle: Throttle;
	account: Account;
	/** No further call may begin. */
	isHalted(): boolean;
	onFailure(failure: Failure): void;
}

/** Whether Retry On Fail may make this call again: it is the user's word, but not for any money. */
function mayBeTriedAgain(failure: Failure): boolean {
	const wasAnswered = (failure.httpStatus ?? 0) >= 500;
	return failure.charged === 'no' || (failure.charged === 'maybe' && wasAnswered);
}

/**
 * The pages of one execution. Each exact request is bought once: the next that asks gets the same
 * page, also while it is still under way, also from a failed try or execution before.
 */
export class Buyer {
	private readonly bought: PageMemory;
	private readonly underWay = new Map<string, Promise<PageOutcome>>();
	private readonly takenFromMemory = new Map<string, KeptPage>();
	private readonly cutShort = new Map<string, KeptPage>();
	/** What ended the calls of an earlier try: n8n tries again, but the key is refused as before. */
	private readonly endedBefore: Failure | undefined;

	constructor(private readonly setup: BuyerSetup) {
		const { severalItems, rules } = setup;
		// Only where an item may ask for another's page must every page stay at hand.
		const isShared = severalItems && rules.reuseIdenticalCalls;
		const bound = rules.reuseFailed > 0 ? MEMORY_BOUND : 0;
		this.bought = new PageMemory(isShared ? Infinity : bound);
		this.endedBefore = setup.account.endedBy;
	}

	/**
	 * One page, from where it costs least.
	 * @param timeout seconds for one call
	 * @param isRest whether an earlier run has delivered a part of this page
	 */
	async page(
		input: ApiInput,
		timeout: number,
		itemIndex: number,
		isRest: boolean,
	): Promise<PageOutcome> {
		const key = this.keyOf(input);
		const { rules, account } = this.setup;
		const spending = new Spending();
		if (rules.reuseIdenticalCalls) {
			// Nothing is awaited between here and the entry below, or two items could both buy.
			const other = this.underWay.get(key);
			if (other) return { ...(await other), spending };
			const mine = this.bought.find(key);
			if (mine) return { ...this.read(mine, input), spending };
		}
		const kept = this.fromFailedRun(key, isRest);
		if (kept) {
			this.bought.keep(key, kept);
			const age = Date.now() - kept.boughtAt;
			return { ...this.read(kept, input), spending: this.spendingOnKept(kept), age };
		}
		const settled = this.endedBefore ?? account.settled.get(key);
		if (settled && !(rules.retryUncertain && settled.retry === 'uncertain')) {
			return { failure: settled, spending };
		}
		const buying = this.buy(key, input, timeout, itemIndex);
		this.underWay.set(key, buying);
		try {
			return await buying;
		} finally {
			this.underWay.delete(key);
		}
	}

	/** The rest of this page was paid for too, but is beyond the limit: only a resume gets it. */
	keepRest(input: ApiInput): void {
		const key = this.keyOf(input);
		const page = this.bought.find(key);
		if (page && this.setup.rules.reuseFailed > 0) this.cutShort.set(restKey(key), page);
	}

	/** The execution failed: what it bought waits for the next one. */
	keepForNextTry(): void {
		if (this.setup.rules.reuseFailed > 0) this.publish(this.bought.entries());
	}

	/** The output is delivered: nothing of it may come again. */
	delivered(): void {
		for (const [key, page] of this.takenFromMemory) undelivered.forget(key, page);
		this.publish(this.cutShort);
	}

	private publish(pages: Iterable<[string, KeptPage]>): void {
		undelivered.dropExpired();
		for (const [key, page] of pages) undelivered.keep(key, page);
	}

	private keyOf(input: ApiInput): string {
		const sorted = Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1));
		return JSON.stringify([this.setup.scope, this.setup.callOf(input).endpoint, sorted]);
	}

	private fromFailedRun(key: string, isRest: boolean): KeptPage | undefined {
		const minutes = this.setup.rules.reuseFailed;
		if (minutes === 0) return undefined;
		for (const stored of isRest ? [key, restKey(key)] : [key]) {
			const page = undelivered.findFresh(stored, minutes);
			if (page) {
				this.takenFromMemory.set(stored, page);
				return page;
			}
		}
		return undefined;
	}

	private read(kept: KeptPage, input: ApiInput): { page: ReadPage } | { failure: Failure } {
		return this.readPage(
			{ payload: readBought(kept.text, this.setup.operation.holdsPage), text: kept.text },
			input,
		);
	}

	private readPage(bought: Bought, input: ApiInput): { page: ReadPage } | { failure: Failure } {
		try {
			return { page: this.setup.operation.readPage(bought.payload, input) };
		} catch (error) {
			const missing = error instanceof UnrecognisedShape ? error.missing : 'readable records';
			return { failure: this.setup.gateway.unreadable(bought.text, missing, bought.cost) };
		}
	}

	/** Makes the call, again where the rules allow it, and sums up what all attempts cost. */
	private async buy(
		key: string,
		input: ApiInput,
		timeout: number,
		itemIndex: number,
	): Promise<PageOutcome> {
		const { budget, throttle, rules, isHalted } = this.setup;
		const spending = new Spending();
		let outcome: PageOutcome = { ended: 'halted', spending };
		for (let attempt = 0; attempt <= rules.retries; attempt++) {
			const reservation = await budget.reserve();
			if (!reservation) {
				// Where an attempt has failed before, that failure says more than the cap.
				const failure = this.setup.account.lastFailures.get(key);
				outcome = failure ? { failure, spending } : { ended: 'maxCost', spending };
				break;
			}
			if (!(await throttle.enter())) {
				reservation.settle(0);
				break;
			}
			const read = await this.attempt(key, input, timeout);
			spending.add(read.spending);
			this.setup.account.record(itemIndex, read.spending);
			reservation.settle(read.spending.cost + read.spending.possible);
			throttle.leave('page' in read);
			outcome = { ...read, spending };
			if (!('failure' in read)) return outcome;

			const wait = this.waitAfter(read.failure, attempt);
			if (read.failure.code === 'RATE_LIMITED') throttle.slowDown(wait ?? 0);
			if (wait === undefined || attempt === rules.retries || isHalted()) break;
			await pause(wait, isHalted);
		}
		// Said before anything else can begin, so that no call slips in between.
		if ('failure' in outcome) {
			if (outcome.failure.endsExecution) this.setup.account.endedBy = outcome.failure;
			this.setup.onFailure(outcome.failure);
		}
		return outcome;
	}

	/** One call, its page read or its failure told. */
	private async attempt(key: string, input: ApiInput, timeout: number) {
		const { budget, gateway, account } = this.setup;
		const call = await gateway.buy({
			...this.setup.callOf(input),
			timeout,
			holdsPage: this.setup.operation.holdsPage,
		});
		const isAnswered = !('failure' in call);
		const spending = this.spendingOf(isAnswered ? { ...call, charged: 'yes' } : call.failure);
		const read = isAnswered ? this.readPage(call, input) : call;
		if (isAnswered) budget.learn(call.cost || call.price);
		if ('failure' in read) {
			account.lastFailures.set(key, read.failure);
			if (!mayBeTriedAgain(read.failure)) account.settled.set(key, read.failure);
		} else if (isAnswered) {
			account.lastFailures.delete(key);
			this.remember(key, call.text, spending);
		}
		return { ...read, spending };
	}

	private spendingOf({ charged, cost, price }: PricedCall): Spending {
		const spending = new Spending();
		const expected = price ?? this.setup.budget.price;
		spending.calls = 1;
		if (charged === 'yes') {
			spending.cost = cost ?? expected;
			spending.isEstimate = cost === undefined;
		} else if (charged === 'maybe') {
			// A cost of nothing so far is not the last word of a run that goes on.
			spending.possible = cost || expected;
		}
		return spending;
	}

	/** What a page of a failed try cost this execution; one of another execution cost it nothing. */
	private spendingOnKept({ cost, costIsEstimate, executionId }: KeptPage): Spending {
		const spending = new Spending();
		if (executionId !== this.setup.executionId) return spending;
		return Object.assign(spending, { calls: 1, cost, isEstimate: costIsEstimate });
	}

	private remember(key: string, text: string, { cost, isEstimate }: Spending): void {
		const boughtAt = Date.now();
		const { rules, executionId } = this.setup;
		this.bought.keep(key, {
			text,
			cost,
			costIsEstimate: isEstimate,
			boughtAt,
			keptUntil: boughtAt + rules.reuseFailed * 60_000,
			executionId,
		});
	}

	/** Milliseconds until the call may be made again, or undefined where it may not. */
	private waitAfter({ retry, retryAfter }: Failure, attempt: number): number | undefined {
		const isAllowed =
			retry === 'safe' || (retry === 'uncertain' && this.setup.rules.retryUncertain);
		if (!isAllowed || (retryAfter ?? 0) > LONGEST_RETRY_AFTER) return undefined;
		if (retryAfter !== undefined) return retryAfter * 1000;
		// Without jitter, items that failed together would come back together.
		const backoff = Math.min(SHORTEST_BACKOFF_MS * 2 ** attempt, LONGEST_BACKOFF_MS);
		return backoff * (0.5 + Math.random() / 2);
	}
}

interface PricedCall {
	charged: Failure['charged'];
	cost?: number;
	price?: number;
}

function restKey(key: string): string {
	return `rest of ${key}`;
}
