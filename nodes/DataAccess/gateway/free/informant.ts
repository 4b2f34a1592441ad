import type { IDataObject } from 'n8n-workflow';

import { failureOf } from '../../shared/failure';
import type { Failure, Particular } from '../../shared/failure';
import { isObject } from '../../shared/values';
import { payloadAgain } from '../answer';
import type { PageReader } from '../layers';
import { PROXY_LOGIN } from '../noAnswer';
import { meaningOf } from '../runStatus';
import type { Transport } from '../transport';
import { BALANCE, inspectionRequest } from './catalog';
import type { InspectedEndpoint } from './catalog';
import { askPatiently, PATIENCE } from './freeRoute';
import type { FreeAnswer, FreeRequest, Nothing, Where } from './freeRoute';
import { oneRun, pagesOfRuns, safeRunId } from './runList';
import type { ListedRun } from './runList';
import { ungrouped } from './sameInput';

/** Which runs are wanted: what is left out may be anything. */
export interface WantedRuns {
	limit: number;
	/** Epoch seconds. */
	newerThan?: number;
	provider?: string;
	endpoint?: string;
	isCompleted?: boolean;
}

/** A question that was refused, or not answered, as a failure. */
function failureOfNothing({ why, status, retryAfter }: Nothing, missing: Particular): Failure {
	const httpStatus = status ?? null;
	const silent = status === 407 ? PROXY_LOGIN : ({ particular: 'freeSilent' } as const);
	const failures: Partial<Record<Nothing['why'], Failure>> = {
		stopped: failureOf('STOPPED'),
		busy: failureOf('RATE_LIMITED', { httpStatus, retryAfter, particular: 'freeBusy' }),
		down: failureOf('UNREACHABLE', { httpStatus, ...silent }),
		refused: failureOf(status === 401 ? 'KEY_REFUSED' : 'ACCESS_DENIED', { httpStatus }),
	};
	return failures[why] ?? failureOf('NOT_FOUND', { httpStatus, particular: missing });
}

const foundIn = <T>(answer: FreeAnswer<T>, missing: Particular): T | { failure: Failure } =>
	'found' in answer ? answer.found : { failure: failureOfNothing(answer, missing) };

const MOST_PAGES = 100;

const MOST_TIME_LOST = 3 * PATIENCE;

const isWanted = (run: ListedRun, { provider, endpoint, isCompleted }: WantedRuns) =>
	(provider ?? run.provider) === run.provider &&
	(endpoint ?? run.endpoint) === run.endpoint &&
	(!isCompleted || meaningOf(run.status)?.phase === 'completed');

const isNewEnough = ({ createdAt }: ListedRun, { newerThan = -Infinity }: WantedRuns) =>
	createdAt === null || Date.parse(createdAt) / 1000 >= newerThan;

/** What a gateway tells for free, or why it does not. Nothing here throws. */
export class Informant {
	/** Why nothing more is asked: every further question would wait as long, or be refused. */
	private down?: Nothing;
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

	async runs(wanted: WantedRuns) {
		const found = new Map<string, ListedRun>();
		for await (const answer of pagesOfRuns(
			async (request) => await this.ask(request),
			MOST_PAGES,
		)) {
			const told = foundIn(answer, 'noRuns');
			if ('failure' in told) return told;
			const recent = told.runs.filter((run) => isNewEnough(run, wanted));
			for (const run of recent) if (isWanted(run, wanted)) found.set(run.runId, run);
			const last = told.runs.at(-1);
			if (found.size >= wanted.limit || (last && !isNewEnough(last, wanted))) break;
		}
		return [...found.values()].slice(0, wanted.limit);
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
		if (this.down) return this.down;
		const answer = await askPatiently(this.send, this.where, request, PATIENCE);
		if ('why' in answer && ['down', 'stopped', 'refused'].includes(answer.why)) {
			this.down = answer;
		}
		return answer;
	}
}
