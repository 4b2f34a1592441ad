import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../../shared/failure';
import { objectOf } from '../../shared/values';
import { payloadAgain } from '../answer';
import { ungrouped } from '../inputGroups';
import type { PageReader } from '../layers';
import { runStatusOf } from '../statuses';
import type { Transport } from '../transport';
import { askPatiently, PATIENCE } from './freeRoute';
import type { FreeAnswer, FreeRequest, Where } from './freeRoute';
import { oneRun, pagesOfRuns } from './runList';
import type { ListedRun } from './runList';

/** Which runs are wanted: what is left out may be anything. */
interface WantedRuns {
	/** No more pages are asked for than bring so many. */
	limit: number;
	/** Epoch seconds. */
	newerThan?: number;
	provider?: string;
	endpoint?: string;
	isCompleted?: boolean;
}

/** The runs that were found; `isPartial`: the gateway has more than were looked through. */
interface FoundRuns {
	runs: ListedRun[];
	isPartial?: true;
}

const MOST_PAGES = 100;

/** So many questions in a row without an answer, and no further one is asked: it would wait as long. */
const MOST_IN_VAIN = 3;

const isNewEnough = ({ createdAt }: ListedRun, { newerThan = -Infinity }: WantedRuns) =>
	createdAt === null || Date.parse(createdAt) / 1000 >= newerThan;

function isWanted(run: ListedRun, wanted: WantedRuns): boolean {
	const { provider = run.provider, endpoint = run.endpoint, isCompleted } = wanted;
	const isThere = provider === run.provider && endpoint === run.endpoint;
	const isOver = !isCompleted || runStatusOf(run.status)?.phase === 'completed';
	return isThere && isOver && isNewEnough(run, wanted);
}

/** What a gateway tells for free in one execution, or why it does not. Nothing here throws. */
export class Informant {
	/** Why the latest questions have no answer. */
	private inVain: Failure[] = [];

	constructor(
		private readonly send: Transport,
		private readonly where: Where,
	) {}

	/** Nothing more is asked. */
	get hasGivenUp(): boolean {
		return this.inVain.length === MOST_IN_VAIN;
	}

	async ask<T>(request: FreeRequest<T>): Promise<FreeAnswer<T>> {
		if (this.hasGivenUp) return { failure: this.inVain[0]! };
		const answer = await askPatiently(this.send, this.where, request, PATIENCE);
		if ('found' in answer) this.inVain = [];
		else if (answer.failure.code !== 'NOT_FOUND') this.inVain.push(answer.failure);
		return answer;
	}

	async runs(wanted: WantedRuns): Promise<FoundRuns | { failure: Failure }> {
		const found = new Map<string, ListedRun>();
		for await (const page of pagesOfRuns(async (request) => await this.ask(request), MOST_PAGES)) {
			if ('failure' in page) return page;
			const { runs, cursor } = page.found;
			for (const run of runs) if (isWanted(run, wanted)) found.set(run.runId, run);
			const isPast = found.size >= wanted.limit || !runs.every((run) => isNewEnough(run, wanted));
			if (isPast || cursor === undefined) return { runs: [...found.values()] };
		}
		return { runs: [...found.values()], isPartial: true };
	}

	/** undefined where it cannot be shown. */
	async runWith(runId: string) {
		const shown = await this.ask(oneRun(runId));
		if ('failure' in shown) return undefined;
		const { run, text } = shown.found;
		return {
			input: ungrouped(objectOf(run.input)) as IDataObject,
			output: run.output,
			payloadFor: (query: PageReader) => payloadAgain(text, query),
		};
	}
}
