import { hash } from 'node:crypto';

import { Gateway } from '../gateway/gateway';
import { createSecretFinder } from '../gateway/redact';
import type { Transport } from '../gateway/transport';
import type { ApiInput, Query } from '../operations/operation';
import { dollars } from '../shared/dollars';
import { sortedJson } from '../shared/jsonValues';
import { MINUTE } from '../shared/time';
import type { Deployment, OwnCall } from './deployment';
import { endPass } from './endPass';
import type { KeptPages } from './endPass';
import { getPage } from './getPage';
import { Halt } from './halt';
import type { Means } from './means';
import type { Spending } from './money';
import type { ExecutionSetup } from './nodeExecution';
import type { PageOutcome } from './outcome';
import { MINUTES_KEPT, processLost, processPages } from './pages';
import type { Pass } from './pass';

interface BuyerSetup {
	query: Query;
	send: Transport;
	deployment: Deployment;
	pass: Pass;
	settings: {
		/** US dollars that the execution may spend, Infinity for no cap. */
		cap: number;
		/** Minutes for which any page may be reused, 0 for never. */
		reusePages: number;
		/** Pages and lost calls of other executions are not used either. */
		neverReuses: boolean;
	};
	/** If an input item fails, nothing is delivered. */
	endsOnFailure: boolean;
	execution: ExecutionSetup;
}

interface ListTerms {
	itemIndex: number;
	/** Milliseconds that one call may take. */
	timeout: number;
	/**
	 * Epoch milliseconds. A page whose call began earlier is not used: it shows the list before the previous page
	 * arrived, so records added in between would fall into a gap.
	 */
	previousPageAt: number;
}

/** Returns the key that equal requests share. `scope` stands for the credential, address and provider. */
function requestKey(
	scope: string,
	{ endpoint, provider }: Pick<OwnCall, 'endpoint' | 'provider'>,
	input: ApiInput,
): string {
	return hash('sha256', sortedJson([scope, provider, endpoint, input]), 'base64');
}

/** Buys the pages of one pass. */
export class Buyer {
	readonly halt: Halt;
	private readonly means: Means;

	constructor(private readonly setup: BuyerSetup) {
		const { query, deployment, send, settings, endsOnFailure, execution } = setup;
		this.halt = new Halt(endsOnFailure, setup.pass.execution, execution.stop);
		this.means = {
			query,
			cap: settings.cap,
			reuse: settings.reusePages * MINUTE,
			keptFor: settings.neverReuses ? 0 : MINUTES_KEPT * MINUTE,
			callsUntil: execution.callsUntil,
			kept: { pages: processPages, lost: processLost },
			scope: deployment.scope,
			gateway: new Gateway(send, deployment, execution.log),
			halt: this.halt,
			log: logOf(execution, deployment.secret),
		};
	}

	/** What the node has spent in this execution. */
	get spent(): Readonly<Spending> {
		return this.setup.pass.execution.money.spent;
	}

	/** US dollars that a call counts as. */
	get price(): number {
		return this.setup.pass.execution.money.priceOf(this.anyCall);
	}

	/** Whether Max Cost allows this many calls. */
	covers(calls: number): boolean {
		return this.setup.pass.execution.money.allows(this.means.cap, this.anyCall, calls) === 'yes';
	}

	/** Returns a function that gets the pages of an input item's list, one after the other. */
	pagesFor(list: ListTerms): (input: ApiInput) => Promise<PageOutcome> {
		const { query, deployment, pass } = this.setup;
		// A clock that is ahead would otherwise make the pages of an earlier try too old.
		let previousPageAt = Math.min(list.previousPageAt, pass.begunAt);
		return async (input) => {
			const call = deployment.callOf(query, input);
			const key = requestKey(deployment.scope, call, input);
			const outcome = await getPage(this.means, {
				pass,
				payer: { expenses: pass.expenses, itemIndex: list.itemIndex },
				key,
				call,
				input,
				timeout: list.timeout,
				previousPageAt,
			});
			if (outcome.kind === 'page') previousPageAt = Math.max(previousPageAt, outcome.boughtAt);
			return outcome;
		};
	}

	/** Ends the pass. What it bought is delivered, or kept for other executions. */
	async endPass(isDelivered: boolean): Promise<KeptPages | undefined> {
		const { pass, settings, deployment } = this.setup;
		return await endPass(pass, isDelivered, { ...settings, secret: deployment.secret });
	}

	/** All calls of the operation cost the same. */
	private get anyCall(): OwnCall {
		return this.setup.deployment.callOf(this.setup.query, {});
	}
}

/** Returns a function that writes one line into n8n's log for each paid call. */
function logOf({ log }: ExecutionSetup, secret: string): Means['log'] {
	const holdsSecret = createSecretFinder(secret);
	return ({ how, endpoint, result, cost = 0, begunAt }) => {
		const failure = result?.failure;
		const what = failure ? `failed (${failure.code})` : how;
		const { runId = 'unknown' } = { ...result, ...failure };
		const line = `${what}: ${endpoint}, run ${runId}, ${dollars(cost)}, ${Date.now() - begunAt} ms`;
		// The user wrote the endpoint and the gateway the run ID, so either may contain the API key.
		if (!holdsSecret(line)) log?.(line);
	};
}
