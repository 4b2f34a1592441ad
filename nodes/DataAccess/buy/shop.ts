import type { Failure } from '../shared/failure';
import { createGateway } from '../gateway/gateway';
import type { Transport } from '../gateway/transport';
import type { ApiInput, Query, ReadPage } from '../operations/operation';
import type { AgentRun } from './agentRun';
import type { PageOutcome, PricedCall } from './attempts';
import { Buyer } from './buyer';
import type { Ask } from './buyer';
import { KeptPages } from './keptPages';
import { moneyOf } from './nodeMemory';
import type { ExecutionMoney, NodeMemory } from './nodeMemory';
import { paceOf } from './pace';
import type { RetrySettings } from './retryPolicy';
import type { Tries } from './tries';

/** How the user allows money to be spent. */
export interface BuyingRules {
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	rules: RetrySettings;
	/** Minutes for which a new execution may use the pages of a failed one, 0 for not at all. */
	reuseMinutes: number;
	/** Whether input items that ask for the same page share one call. */
	sharesCalls: boolean;
}

export interface ShopSetup extends BuyingRules {
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
	tries: Tries;
	/** Where an agent uses the node: what its uses in this execution share. */
	agentRun?: AgentRun;
	/** Aborted when the execution is stopped. */
	stop?: AbortSignal;
	/** Whether a failure ends all further calls of the run. */
	endsOnFailure: boolean;
}

/** Where a run gets its pages. */
export interface Shop {
	page(ask: Ask): Promise<PageOutcome>;
	/** The limit cut this page behind so many records. */
	keepRest(page: ReadPage, skip: number): void;
	kept: KeptPages;
	money: ExecutionMoney;
	/** No further call may begin. */
	isHalted(): boolean;
	halt(): void;
	close(): void;
}

/** Opens the shop for one run of the node; close it at its end. */
export function openShop(setup: ShopSetup): Shop {
	const { query, deployment, transport, memory, executionId, tries, stop } = setup;
	const pace = paceOf(deployment.scope);
	const money = moneyOf(memory, executionId);
	const agentRun = setup.sharesCalls ? setup.agentRun : undefined;
	const kept = new KeptPages({ tries, memory, minutes: setup.reuseMinutes, agentRun });
	const isAgents = setup.agentRun !== undefined;
	const endedBefore = money.endedBy;
	let halted = false;
	const wake = () => pace.wakeAll();
	const halt = () => {
		halted = true;
		wake();
	};
	stop?.addEventListener('abort', wake);
	const isHalted = () => halted || stop?.aborted === true;
	const buyer = new Buyer({
		...setup,
		gateway: createGateway(transport.send, deployment),
		callOf: (input) => deployment.callOf(query, input),
		scope: deployment.scope,
		money,
		pace,
		kept,
		isAgents,
		agentRun,
		// In an earlier try or round: in this run the calls under way still end.
		endedBy: () => (isAgents ? money.endedBy : endedBefore),
		isHalted,
		onFailure(failure: Failure) {
			if (failure.endsExecution) money.endedBy ??= failure;
			if (setup.endsOnFailure || failure.endsExecution) halt();
		},
	});
	return {
		page: async (ask) => await buyer.page(ask),
		keepRest: (page, skip) => buyer.keepRest(page, skip),
		kept,
		money,
		isHalted,
		halt,
		close() {
			stop?.removeEventListener('abort', wake);
			transport.close();
		},
	};
}
