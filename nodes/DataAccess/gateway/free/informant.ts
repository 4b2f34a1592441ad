import type { IDataObject } from 'n8n-workflow';

import { failureOf } from '../../shared/failure';
import type { Failure, ParticularOf } from '../../shared/failure';
import { isObject } from '../../shared/values';
import { payloadAgain } from '../answer';
import { ungrouped } from '../inputGroups';
import type { PageReader } from '../layers';
import { PROXY_LOGIN } from '../noAnswer';
import { meaningOf } from '../runStatus';
import type { Transport } from '../transport';
import { BALANCE, inspectionRequest } from './catalog';
import type { InspectedEndpoint } from './catalog';
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

type Missing = ParticularOf<'NOT_FOUND'>;

/** A question that was refused, or not answered, as a failure. */
function failureWithout(answer: NoFreeAnswer, missing: Missing): Failure {
	const { why, status, retryAfter } = answer;
	const httpStatus = status ?? null;
	switch (why) {
		case 'stopped':
			return failureOf('STOPPED');
		case 'busy':
			return failureOf('RATE_LIMITED', { httpStatus, retryAfter, particular: 'freeBusy' });
		case 'down':
			if (status === 407) return failureOf('UNREACHABLE', { httpStatus, ...PROXY_LOGIN });
			return failureOf('UNREACHABLE', { httpStatus, particular: 'freeSilent' });
		case 'refused':
			return failureOf(status === 401 ? 'KEY_REFUSED' : 'ACCESS_DENIED', { httpStatus });
		case 'notHere':
		case 'unknown':
			return failureOf('NOT_FOUND', { httpStatus, particular: missing });
	}
}

const foundIn = <T>(answer: FreeAnswer<T>, missing: Missing): T | { failure: Failure } =>
	'found' in answer ? answer.found : { failure: failureWithout(answer, missing) };

const MOST_PAGES = 100;

const MOST_TIME_LOST = 3 * PATIENCE;

const isNewEnough = ({ createdAt }: ListedRun, { newerThan = -Infinity }: WantedRuns) =>
	createdAt === null || Date.parse(createdAt) / 1000 >= newerThan;

function isWanted(run: ListedRun, wanted: WantedRuns): boolean {
	const { provider = run.provider, endpoint = run.endpoint, isCompleted } = wanted;
	const isThere = provider === run.provider && endpoint === run.endpoint;
	const isOver = !isCompleted || meaningOf(run.status)?.phase === 'completed';
	return isThere && isOver && isNewEnough(run, wanted);
}

/** What a gateway tells for free, or why it does not. Nothing here throws. */
export class Informant {
	/** After it nothing more is asked: every further question would wait as long, or be refused. */
	private last?: NoFreeAnswer;
	/** Milliseconds over runs that could not be shown. */
	private timeLost = 0;
	private readonly inspections = new Map<string, Promise<FreeAnswer<InspectedEndpoint>>>();

	constructor(
		private readonly where: Where,
		private readonly send: Transport,
	) {}

	async balance() {
		return foundIn(await this.ask(BALANCE), 'noBalance');
	}

	async inspect(place: { provider: string; endpoint: string }) {
		const name = JSON.stringify([place.provider, place.endpoint]);
		const answer = this.inspections.get(name) ?? this.ask(inspectionRequest(place));
		this.inspections.set(name, answer);
		return foundIn(await answer, 'noDescription');
	}

	/** @returns also how many runs were looked through, where the gateway lists more of them */
	async runs(wanted: WantedRuns) {
		const found = new Map<string, ListedRun>();
		const ask: AskFree = async (request) => await this.ask(request);
		let pages = 0;
		let lookedThrough = 0;
		let isDone = false;
		for await (const answer of pagesOfRuns(ask, MOST_PAGES)) {
			const page = foundIn(answer, 'noRuns');
			if ('failure' in page) return page;
			for (const run of page.runs) if (isWanted(run, wanted)) found.set(run.runId, run);
			pages += 1;
			lookedThrough += page.runs.length;
			const oldest = page.runs.at(-1);
			const isLast = page.cursor === undefined || (oldest && !isNewEnough(oldest, wanted));
			isDone = isLast || found.size >= wanted.limit;
			if (isDone) break;
		}
		const isCut = !isDone && pages === MOST_PAGES;
		const runs = [...found.values()].slice(0, wanted.limit);
		return { runs, lookedThrough: isCut ? lookedThrough : undefined };
	}

	/** undefined where it cannot be shown, which is no reason to hide the others. */
	async runWith(runId: string) {
		if (this.timeLost >= MOST_TIME_LOST) return undefined;
		const askedAt = Date.now();
		const answer = await askPatiently(this.send, this.where, oneRun(runId), PATIENCE);
		if ('why' in answer) {
			this.timeLost += answer.why === 'stopped' ? MOST_TIME_LOST : Date.now() - askedAt;
			return undefined;
		}
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
		const answer = await askPatiently(this.send, this.where, request, PATIENCE);
		if ('why' in answer && ['down', 'stopped', 'refused'].includes(answer.why)) {
			this.last = answer;
		}
		return answer;
	}
}
