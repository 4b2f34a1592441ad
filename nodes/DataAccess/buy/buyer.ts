import type { Failure } from '../shared/failure';
import { readBought } from '../gateway/gateway';
import { copyOfJson } from '../shared/json';
import type { ApiInput, ReadPage } from '../operations/operation';
import { giveWay } from '../shared/turn';
import type { AgentRun } from './agentRun';
import { buyPage, readPayload } from './attempts';
import type { PageOutcome, PricedCall, Purchase } from './attempts';
import type { Found, KeptPages } from './keptPages';
import { textOf } from './pageVault';
import type { KeptPage } from './pageVault';
import { requestKey } from './requestKey';
import { Spending } from './spending';

/** A page that an input item asks for. */
export interface Ask {
	input: ApiInput;
	/** Seconds for one call. */
	timeout: number;
	itemIndex: number;
	/** Records at the beginning of the page that an earlier run delivered. */
	skip: number;
}

export interface BuyerSetup extends Purchase {
	/** The call for an input, in this deployment's form. */
	callOf(input: ApiInput): PricedCall;
	/** Credential and gateway: with the call, what makes a request the same. */
	scope: string;
	/** Whether input items that ask for the same page share one call. */
	sharesCalls: boolean;
	kept: KeptPages;
	/** Whether an agent asks, who is not the user. */
	isAgents: boolean;
	/** Where its uses share what they buy. */
	agentRun?: AgentRun;
	/** Why the execution makes no further call, though this run has not found that out itself. */
	endedBy(): Failure | undefined;
}

/** Where a page that an item holds was read from. */
const sources = new WeakMap<ReadPage, { key: string; page: KeptPage }>();

/**
 * A page from where it costs least: from a call that is under way, from what was bought before,
 * else from the gateway.
 */
export class Buyer {
	private readonly underWay: AgentRun['underWay'];

	constructor(private readonly setup: BuyerSetup) {
		this.underWay = setup.agentRun?.underWay ?? new Map();
	}

	async page(ask: Ask): Promise<PageOutcome> {
		const { sharesCalls, kept, tries } = this.setup;
		const call = this.setup.callOf(ask.input);
		const key = requestKey(this.setup.scope, call, ask.input);
		for (;;) {
			// Nothing is awaited between here and the entry below, or two items could both buy.
			const other = sharesCalls && this.underWay.get(key);
			if (!other) break;
			const outcome = await other.outcome;
			const isOwn = other.by === this;
			// Another use may have another cap.
			if (isOwn || !('ended' in outcome)) return copyOf(outcome, isOwn);
		}
		const found = kept.find(key, ask.skip, sharesCalls);
		if (found) return await this.read(key, found, ask);
		const repeatsUncertain = !this.setup.isAgents || this.setup.rules.retryUncertain;
		const failure =
			this.setup.endedBy() ?? tries.verdicts.against(key, sharesCalls, repeatsUncertain);
		if (failure) return { failure, spending: new Spending() };

		const outcome = this.buy(key, call, ask);
		this.underWay.set(key, { outcome, by: this });
		try {
			return await outcome;
		} finally {
			this.underWay.delete(key);
		}
	}

	/** The limit cut this page behind so many records: the rest of it is paid for. */
	keepRest(page: ReadPage, skip: number): void {
		const source = sources.get(page);
		if (source) this.setup.kept.keepRest(source.key, skip, source.page);
	}

	private async buy(key: string, call: PricedCall, ask: Ask): Promise<PageOutcome> {
		let page: KeptPage | undefined;
		const outcome = await buyPage(this.setup, { ...ask, key, call }, async (text, spending) => {
			const { cost, isEstimate: costIsEstimate } = spending;
			page = { text, cost, costIsEstimate, boughtAt: Date.now() };
			await this.setup.kept.keep(key, page);
		});
		if ('page' in outcome && page) sources.set(outcome.page, { key, page });
		return outcome;
	}

	private async read(key: string, { page, paidBy }: Found, { input }: Ask): Promise<PageOutcome> {
		await giveWay();
		const text = await textOf(page);
		const payload = readBought(text, this.setup.query.holdsPage);
		const read = readPayload(this.setup, { payload, text }, input);
		if ('page' in read) sources.set(read.page, { key, page });
		const spending = new Spending();
		if (paidBy === 'earlierTry') {
			Object.assign(spending, { calls: 1, cost: page.cost, isEstimate: page.costIsEstimate });
		}
		const age = paidBy === 'otherExecution' ? Date.now() - page.boughtAt : undefined;
		return { ...read, age, isAskedBefore: paidBy === 'otherUse', spending };
	}
}

/** Two items must not share a record: what a later node changes in one would show in the other. */
function copyOf(outcome: PageOutcome, isOwn: boolean): PageOutcome {
	const spending = new Spending();
	if (!('page' in outcome)) return { ...outcome, spending };
	const page = { ...outcome.page, records: outcome.page.records.map(copyOfJson) };
	const source = sources.get(outcome.page);
	if (source) sources.set(page, source);
	return { ...outcome, page, isAskedBefore: !isOwn, spending };
}
