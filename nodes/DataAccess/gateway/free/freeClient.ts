import type { IDataObject } from 'n8n-workflow';

import type { Failed, Failure } from '../../shared/failure';
import { countdown } from '../../shared/pause';
import { objectOf } from '../../shared/values';
import { payloadIn } from '../response';
import { ungrouped } from '../inputGroups';
import type { PageReader } from '../layers';
import { runStatusOf } from '../statuses';
import type { Transport } from '../transport';
import { askWithRetries, FREE_TIMEOUT } from './freeRoute';
import type { FreeRequest, FreeResult, GatewayLogin } from './freeRoute';
import { oneRun, pagesOfRuns } from './runList';
import type { ListedRun } from './runList';

/** Selects runs. Omitted fields match any run. */
interface GatewayRunFilter {
	/** Pages are requested until they have so many matching runs. */
	limit: number;
	/** Epoch seconds. */
	newerThan?: number;
	provider?: string;
	endpoint?: string;
	isCompleted?: boolean;
}

/** The runs that match a filter. `isPartial`: the gateway has more runs than were read. */
interface MatchingRuns {
	runs: ListedRun[];
	isPartial?: true;
}

const MOST_PAGES = 100;

/** Milliseconds without an answer after which requests stop: each further one could wait as long as the last. */
const PATIENCE = 30_000;

const isNewEnough = ({ createdAt }: ListedRun, { newerThan = -Infinity }: GatewayRunFilter) =>
	createdAt === null || Date.parse(createdAt) / 1000 >= newerThan;

function matches(run: ListedRun, filter: GatewayRunFilter): boolean {
	const { provider = run.provider, endpoint = run.endpoint, isCompleted } = filter;
	const isSameEndpoint = provider === run.provider && endpoint === run.endpoint;
	const isOver = !isCompleted || runStatusOf(run.status)?.phase === 'completed';
	return isSameEndpoint && isOver && isNewEnough(run, filter);
}

/** Sends the free requests of one execution to a gateway. Its methods never throw. */
export class FreeClient {
	private timeLeft = countdown(PATIENCE);
	private lastFailure?: Failure;

	constructor(
		private readonly send: Transport,
		private readonly login: GatewayLogin,
	) {}

	async ask<T>(request: FreeRequest<T>): Promise<FreeResult<T>> {
		if (this.lastFailure && this.timeLeft() === 0) return { failure: this.lastFailure };
		const result = await askWithRetries(this.send, this.login, request, FREE_TIMEOUT);
		// That one thing is missing is an answer, too.
		const isAnswered = 'value' in result || result.failure.code === 'NOT_FOUND';
		if (isAnswered) this.timeLeft = countdown(PATIENCE);
		else this.lastFailure = result.failure;
		return result;
	}

	async runs(filter: GatewayRunFilter): Promise<MatchingRuns | Failed> {
		const matching = new Map<string, ListedRun>();
		for await (const page of pagesOfRuns(async (request) => await this.ask(request), MOST_PAGES)) {
			if ('failure' in page) return page;
			const { runs, cursor } = page.value;
			for (const run of runs) if (matches(run, filter)) matching.set(run.runId, run);
			const isPast =
				matching.size >= filter.limit || !runs.every((run) => isNewEnough(run, filter));
			if (isPast || cursor === undefined) return { runs: [...matching.values()] };
		}
		return { runs: [...matching.values()], isPartial: true };
	}

	async runWith(runId: string) {
		const shown = await this.ask(oneRun(runId));
		if ('failure' in shown) return shown;
		const { run, text } = shown.value;
		return {
			input: ungrouped(objectOf(run.input)) as IDataObject,
			output: run.output ?? null,
			payloadFor: (query: PageReader) => payloadIn(text, query),
		};
	}
}
