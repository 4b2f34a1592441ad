import { expect } from '@jest/globals';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Host } from '../../nodes/DataAccess/host/host.ts';
import { getAnswers } from '../../nodes/DataAccess/operations/question/getAnswers.ts';
import { runQuery } from '../../nodes/DataAccess/run/runQuery.ts';
import {
	FACTS_AT_ONCE,
	MOST_VALUES,
	RememberedFacts,
} from '../../nodes/DataAccess/watch/rememberedFacts.ts';
import type { ValueStore } from '../../nodes/DataAccess/watch/rememberedFacts.ts';
import type { Feed } from './feed.mts';
import { runOf } from './gateway.mts';

export { MOST_VALUES };

/** US dollars for a call. */
const PRICE = getAnswers.call.price;

const UNREADABLE = 'n8n could not look up which records were returned before';

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

let filled = 0;

type Bounds = Partial<Pick<ValueStore, 'room' | 'addedAtOnce'>>;

/** n8n's memory of values. It has no query: adding values returns those that it already held. The oldest are forgotten. */
export class Values {
	private values = new Set<string>();

	constructor(private readonly id: string) {}

	get size(): number {
		return this.values.size;
	}

	/** Adds this many values of other lists of the node. */
	fill(room: number): void {
		for (let index = 0; index < room; index++) this.values.add(`other ${(filled += 1)}`);
		this.forget();
	}

	forgetOldest(count: number): void {
		this.forget(this.values.size - count);
	}

	private forget(bound = MOST_VALUES): void {
		for (const oldest of this.values) {
			if (this.values.size <= bound) break;
			this.values.delete(oldest);
		}
	}

	/** Returns the memory for one run, whose process is killed at a certain access. */
	reachedBy({ killedIn } = { killedIn: Infinity }, bounds: Bounds = {}) {
		let accesses = 0;
		const access = async <T,>(work: () => T): Promise<T> => {
			await nextTick();
			accesses += 1;
			if (accesses > killedIn) throw new Error('killed');
			const result = work();
			await nextTick();
			return result;
		};
		const store: ValueStore = {
			...{ id: this.id, room: MOST_VALUES, addedAtOnce: FACTS_AT_ONCE, ...bounds },
			count: () => access(() => this.values.size),
			add: (values, bound = Infinity) =>
				access(() => {
					expect(new Set(values).size).toBe(values.length);
					const held = values.filter((value) => this.values.has(value));
					for (const value of values) this.values.add(value);
					this.forget(bound);
					return held;
				}),
			remove: (values) =>
				access(() => {
					for (const value of values) this.values.delete(value);
				}),
		};
		return { store, wasKilled: () => accesses > killedIn, accesses: () => accesses };
	}
}

export interface Run {
	firstRun: 'emit' | 'baseline';
	limit: number;
	pageSize: number;
	/** Number of calls that Max Cost allows. */
	calls: number;
	concurrency: number;
	/** Number of calls after which one fails. */
	failsAfter: number;
	/** The access of the memory in which the process is killed. */
	killedIn: number;
	/** Number of facts that one access remembers. */
	keptAtOnce: number;
	/** Set if the list is not newest first. */
	order?: 'default';
	resumeFrom?: unknown;
}

/** A run without limits. */
const ALL: Run = {
	...{ firstRun: 'emit', limit: 10_000, pageSize: 12, concurrency: 3, keptAtOnce: 1000 },
	...{ calls: Infinity, failsAfter: Infinity, killedIn: Infinity },
};

/** What a run says about records that no later run returns. */
export const OLD = /no later run returns|remembering the existing records/i;

export type Outcome = Awaited<ReturnType<NodeOnHost['execute']>>;

let nodes = 0;
let addresses = 0;
let executions = 0;

/** Runs the node quickly: on a host made by the test, over feeds in this process. */
export class NodeOnHost {
	private readonly id = `node ${(nodes += 1)}`;
	readonly values = new Values(this.id);

	/**
	 * @param count is called with the number of records that each run has delivered
	 * @param room number of values that the memory holds
	 */
	constructor(
		private readonly count: (records: number) => void,
		private readonly room = MOST_VALUES,
	) {}

	/** Runs the node once over these feeds, one for each input item. By default, the run has no limits. */
	async execute(feeds: readonly Feed[], differing: Partial<Run>) {
		const run = { ...ALL, ...differing };
		const bounds = { room: this.room, addedAtOnce: run.keptAtOnce };
		const { store, wasKilled, accesses } = this.values.reachedBy(run, bounds);
		const { bought, order, transport, loadCredential } = gatewayFor(feeds, run);
		const parameters = {
			...{ resource: 'question', operation: 'getAnswers', output: 'raw', onlyNew: true },
			order: run.order ?? 'updated',
			// 0 means no cap.
			maxCost: run.calls === Infinity ? 0 : Math.round(run.calls * PRICE * 1e6) / 1e6,
			pageSize: run.pageSize,
			limit: run.limit,
			firstRun: run.firstRun,
			options: {
				...{ concurrency: run.concurrency, report: true },
				...(run.resumeFrom ? { resumeFrom: run.resumeFrom } : {}),
			},
		};
		let said = '';
		const host: Host = {
			facts: new RememberedFacts(store),
			who: { isTool: false, isProduction: true, continuesOnFail: true, maxTries: 1 },
			execution: {
				...{ id: `execution ${(executions += 1)}`, isAlone: false },
				...{ context: {}, callsUntil: Infinity, patience: 300_000 },
				log: () => {},
			},
			wanted: {
				hasReport: true,
				inputItems: feeds.map(() => ({ json: {} })),
				parameters: reading(parameters as unknown as IDataObject),
				loadCredential,
				transport,
			},
			audience: {
				show: ({ summary, details }) => void (said += `${summary} ${details}`),
				errorOf: ({ item }) => new Error(item.failure.code),
				trace: () => {},
			},
		};
		const ended = await runQuery(host, getAnswers);
		const [items = [], report = []] = 'outputs' in ended ? ended.outputs : [];
		const isLost = wasKilled();
		const ids = deliveredIn(isLost ? [] : items, feeds.length);
		this.count(ids.flat().length);
		const pages = bought.map((of) => of.length);
		const isFruitful = (page: string[], itemIndex: number) =>
			page.some((id) => ids[itemIndex]!.includes(id));
		return {
			/** The IDs that it delivered of each feed; none if its process was killed. */
			ids,
			/** Number of pages bought of each feed. */
			pages,
			/** The index of the feed of each bought page, in the order of the purchases. */
			order,
			/** Number of those pages with a record that was delivered. */
			fruitful: bought.map((of, index) => of.filter((page) => isFruitful(page, index)).length),
			/** How the list of each feed ended, and where it continues. */
			report: report.map(({ json }) => json),
			said,
			/** How often it read or wrote the memory. */
			accesses: accesses(),
			isLost,
		};
	}
}

const FIRST_QUESTION = 1000;

/** Returns parameters with which each input item requests the feed with its index. */
const reading = (parameters: IDataObject) => ({
	stored: { ...parameters, questionId: '={{ $json.question }}' },
	timeZone: 'UTC',
	read: (name: string, index: number) =>
		name === 'questionId'
			? String(FIRST_QUESTION + index)
			: name.split('.').reduce<any>((in_, key) => in_?.[key], parameters),
});

/**
 * Returns a gateway that sells feeds to one run, at an address of its own, so that no page is reused. `bought` has the
 * IDs on each page of each feed, `order` the index of the feed of each page.
 */
function gatewayFor(feeds: readonly Feed[], { failsAfter }: Run) {
	const bought: string[][][] = feeds.map(() => []);
	const order: number[] = [];
	const answer = (status: number, body: object) => ({
		...{ status, headers: {}, text: JSON.stringify(body) },
	});
	const transport: Host['wanted']['transport'] =
		() =>
		async ({ body }) => {
			await nextTick();
			if (bought.flat().length >= failsAfter) return answer(422, { error: { message: 'no' } });
			const { input } = JSON.parse(String(body)) as { input: IDataObject };
			const index = Number(input.question_id) - FIRST_QUESTION;
			const { payload, ids } = feeds[index]!.sell(input);
			bought[index]!.push(ids);
			order.push(index);
			return answer(200, runOf(payload, PRICE));
		};
	const baseUrl = `http://world-${(addresses += 1)}.example`;
	const data = { baseUrl, apiKey: 'key', provider: 'provider', inputFormat: 'flat' };
	const loadCredential = async () => ({ id: 'credential', name: 'Credential', data });
	return { bought, order, transport, loadCredential };
}

/** Returns the IDs of the records that were delivered of each feed. */
function deliveredIn(items: readonly INodeExecutionData[], feeds: number): string[][] {
	const ids: string[][] = Array.from({ length: feeds }, () => []);
	for (const { json, pairedItem } of items) {
		const { error, message, target } = json as Record<string, IDataObject | undefined>;
		// An unreadable memory has this code, too; any other cause is a bug in the node.
		if (error?.code === 'UNEXPECTED') expect(String(message).startsWith(UNREADABLE)).toBe(true);
		if (!target) continue;
		ids[(pairedItem as { item: number } | undefined)?.item ?? 0]!.push(String(target.id));
	}
	return ids;
}
