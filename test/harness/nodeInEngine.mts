import type { IDataObject } from 'n8n-workflow';

import { passMinutes } from './clock.mts';
import type { Engine } from './engine.mts';
import { feedParameters, questionOf, sellerOf } from './feed.mts';
import { lost, outcomeOf } from './feedStories.mts';
import type { Outcome, PollOutcome, Setting, Trigger, WatchingNode } from './feedStories.mts';
import type { GatewayCall, OwnGateway } from './gateway.mts';
import { deliveredIn } from './nodeOnHost.mts';
import { CREDENTIAL_NAME, workflowOf } from './world.mts';

let nodes = 0;
let addresses = 0;

type Seller = (input: IDataObject) => { status: number; body: unknown };

/** Who sells at which address. */
const sellers = new Map<string, Seller>();

/** How a gateway answers for all nodes in the engine. */
export const answerNodes = ({ path, body }: GatewayCall) =>
	sellers.get(path.split('/')[1]!)!(body.input);

/** The node in n8n's engine, which runs and polls it as ever, over feeds behind a gateway. */
export class NodeInEngine implements WatchingNode {
	private readonly id = `node ${(nodes += 1)}`;

	/** @param count is told how many records each run has delivered */
	constructor(
		private readonly engine: Engine,
		private readonly gateway: OwnGateway,
		private readonly count: (records: number) => void,
	) {}

	newAddress(): string {
		return `${this.gateway.url}/world-${(addresses += 1)}`;
	}

	async execute(setting: Setting): Promise<Outcome> {
		const { feeds, run, resumeFrom } = setting;
		const { bought, answer } = sellerOf(feeds, run);
		const parameters = {
			...feedParameters(run),
			questionId: '={{ $json.question }}',
			pageSize: run.pageSize,
			limit: run.limit,
			onlyNew: true,
			firstRun: run.firstRun,
			options: { concurrency: 3, report: true, ...(resumeFrom ? { resumeFrom } : {}) },
		};
		const items = feeds.map((_, place) => ({ question: questionOf(place) }));
		const node = { id: this.id, onError: 'continueRegularOutput' } as const;
		const wasKilled = this.endMemoryOf(run);
		const execution = await this.engine.run({
			workflow: workflowOf(parameters as unknown as IDataObject, { items, node }),
			credentials: this.sellAt(setting, answer),
			mode: 'trigger',
		});
		const outcome = outcomeOf(
			setting,
			bought,
			deliveredIn(execution.items('Data Access'), feeds.length),
			{
				said: execution
					.hints('Data Access')
					.map(({ message }) => message)
					.join(),
				report: execution.items('Data Access', 1).map(({ json }) => json),
			},
		);
		if (wasKilled()) return lost(outcome);
		this.count(outcome.ids.flat().length);
		return outcome;
	}

	async poll(setting: Setting, trigger: Trigger): Promise<PollOutcome> {
		const { run } = setting;
		const { bought, answer } = sellerOf(setting.feeds, run);
		const parameters = {
			...feedParameters(run),
			questionId: questionOf(0),
			order: trigger.order,
			pageSize: run.pageSize,
			firstPoll: run.firstRun,
		};
		const [, , like] = workflowOf(parameters, {}).nodes;
		const credentials = this.sellAt(setting, (input) => {
			// Longer than n8n waits for a poll.
			if (run.isLate) passMinutes(6);
			return answer(input);
		});
		let polled;
		try {
			polled = await this.engine.poll({
				node: {
					...like!,
					id: this.id,
					name: trigger.name,
					type: 'n8n-nodes-data-access.dataAccessTrigger',
				},
				credentials,
				staticData: trigger.staticData,
				activation: trigger.activation,
				budget: run.isShort ? 30_000 : 300_000,
			});
		} catch {
			// n8n keeps nothing of it.
			return { ...lost(outcomeOf(setting, bought, [[]], {})), end: 'throws' };
		}
		const { output, logged, spent, debugged } = polled;
		const end = output ? 'emits' : 'is quiet';
		const ids = deliveredIn(output?.[0] ?? [], 1);
		// Without a call, no time has passed.
		if (run.isLate && bought.length > 0)
			return { ...lost(outcomeOf(setting, bought, ids, {})), end };
		this.count(ids.flat().length);
		return { ...outcomeOf(setting, bought, ids, { said: [logged, spent, debugged].join() }), end };
	}

	private sellAt({ address }: Setting, seller: Seller) {
		sellers.set(address.slice(address.lastIndexOf('/') + 1), seller);
		const provider = { provider: 'provider', inputFormat: 'flat', customizePlatformNames: false };
		return { [CREDENTIAL_NAME]: { baseUrl: address, apiKey: 'key', ...provider } };
	}

	/**
	 * From an access on, n8n's memory fails, or what the run stores is undone: its process was killed.
	 * @returns undoes it, and tells whether the process was killed
	 */
	private endMemoryOf({ killedIn, failsIn }: Setting['run']): () => boolean {
		if (killedIn === Infinity && failsIn === Infinity) return () => false;
		const { remembered } = this.engine;
		const before = remembered.calls;
		let undo = killedIn === 0 ? remembered.snapshot() : () => {};
		const failing = new Error('the database is gone');
		if (failsIn === 1) remembered.failure = failing;
		remembered.meanwhile = () => {
			const accesses = remembered.calls - before;
			if (accesses === killedIn + 1) undo = remembered.snapshot();
			if (failsIn > 0 && accesses >= failsIn - 1) remembered.failure = failing;
		};
		return () => {
			const wasKilled = remembered.calls - before > killedIn;
			remembered.works();
			if (wasKilled) undo();
			return wasKilled;
		};
	}
}
