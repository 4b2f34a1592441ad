import type { IDataObject } from 'n8n-workflow';

import { failureOf } from '../../shared/failure';
import type { Failure, FailureCode } from '../../shared/failure';
import { isObject } from '../../shared/values';
import { payloadAgain } from '../answer';
import { ungrouped } from '../inputGroups';
import type { PageReader } from '../layers';
import { PROXY_LOGIN, runStatusOf } from '../statuses';
import type { Transport } from '../transport';
import { BALANCE, inspectionRequest } from './catalog';
import { askPatiently, PATIENCE } from './freeRoute';
import type { AskFree, FreeAnswer, FreeRequest, NoFreeAnswer, Where } from './freeRoute';
import { oneRun, pagesOfRuns, safeRunId } from './runList';
import type { ListedRun } from './runList';

/** Which runs are wanted: what is left out may be anything. */
export interface WantedRuns {
	limit: number;
	/** Epoch seconds. */
	newerThan?: number;
	provider?: string;
	endpoint?: string;
	isCompleted?: boolean;
}

const CODES: Record<NoFreeAnswer['why'], FailureCode> = {
	...{ stopped: 'STOPPED', busy: 'RATE_LIMITED', down: 'UNREACHABLE' },
	...{ refused: 'ACCESS_DENIED', notHere: 'NOT_FOUND', unknown: 'NOT_FOUND' },
};

/**
 * What was found, or why it was not, as a failure.
 * @param what the gateway does not show then
 */
function foundIn<T>(answer: FreeAnswer<T>, what: string): T | { failure: Failure } {
	if ('found' in answer) return answer.found;
	const { why, status, retryAfter } = answer;
	const facts = { httpStatus: status ?? null, retryAfter };
	const code = status === 401 ? 'KEY_REFUSED' : CODES[why];
	if (status === 407) return { failure: failureOf('UNREACHABLE', { ...facts, ...PROXY_LOGIN }) };
	if (code !== 'NOT_FOUND') return { failure: failureOf(code, facts) };
	return { failure: failureOf(code, { ...facts, particular: 'notShown', fact: what }) };
}

const MOST_PAGES = 100;

/** What is as true of the next question. */
const FOR_ALL: Array<NoFreeAnswer['why']> = ['down', 'stopped', 'refused'];

/** As many that wait in vain. */
const MOST_TIME_LOST = 3 * PATIENCE;

const isNewEnough = ({ createdAt }: ListedRun, { newerThan = -Infinity }: WantedRuns) =>
	createdAt === null || Date.parse(createdAt) / 1000 >= newerThan;

function isWanted(run: ListedRun, wanted: WantedRuns): boolean {
	const { provider = run.provider, endpoint = run.endpoint, isCompleted } = wanted;
	const isThere = provider === run.provider && endpoint === run.endpoint;
	const isOver = !isCompleted || runStatusOf(run.status)?.phase === 'completed';
	return isThere && isOver && isNewEnough(run, wanted);
}

/** What a gateway tells for free, or why it does not. Nothing here throws. */
export class Informant {
	/** After it nothing more is asked: every further question would wait as long, or be refused. */
	private last?: NoFreeAnswer;
	/** Milliseconds over questions that were not answered. */
	private timeLost = 0;

	constructor(
		private readonly where: Where,
		private readonly send: Transport,
	) {}

	async balance() {
		return foundIn(await this.ask(BALANCE), 'its balance');
	}

	async inspect(place: { provider: string; endpoint: string }) {
		return foundIn(await this.ask(inspectionRequest(place)), 'this endpoint');
	}

	/** @returns also how many runs were looked through, where the gateway says that it has more of them */
	async runs(wanted: WantedRuns) {
		const found = new Map<string, ListedRun>();
		let lookedThrough = 0;
		const ask: AskFree = async (request) => await this.ask(request);
		for await (const answer of pagesOfRuns(ask, MOST_PAGES)) {
			const page = foundIn(answer, 'its runs');
			if ('failure' in page) return page;
			for (const run of page.runs) if (isWanted(run, wanted)) found.set(run.runId, run);
			const isDone =
				found.size >= wanted.limit || !page.runs.every((run) => isNewEnough(run, wanted));
			const isLast = isDone || page.cursor === undefined;
			lookedThrough = isLast ? 0 : lookedThrough + page.runs.length;
			if (isLast) break;
		}
		const runs = [...found.values()].slice(0, wanted.limit);
		return { runs, lookedThrough: lookedThrough || undefined };
	}

	/** undefined where it cannot be shown. */
	async runWith(runId: string) {
		const answer = await this.ask(oneRun(runId));
		if ('why' in answer) return undefined;
		const { run, text } = answer.found;
		if (safeRunId(run.runId) !== runId) return undefined;
		return {
			input: isObject(run.input) ? (ungrouped(run.input) as IDataObject) : null,
			output: run.output,
			payloadFor: (query: PageReader) => payloadAgain(text, query),
		};
	}

	private async ask<T>(request: FreeRequest<T>): Promise<FreeAnswer<T>> {
		if (this.last) return this.last;
		const askedAt = Date.now();
		const answer = await askPatiently(this.send, this.where, request, PATIENCE);
		if (!('why' in answer) || !FOR_ALL.includes(answer.why)) return answer;
		this.timeLost += Date.now() - askedAt;
		// One run that cannot be shown is no reason to hide the others.
		const isOfAll = request.asksAbout !== 'listedThing' || this.timeLost >= MOST_TIME_LOST;
		if (isOfAll) this.last = answer;
		return answer;
	}
}
