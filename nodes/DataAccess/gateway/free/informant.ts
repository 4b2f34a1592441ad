import type { IDataObject } from 'n8n-workflow';

import type { InspectedEndpoint, ListedRun, WantedRuns } from '../../shared/freeAnswers';
import { failureOf } from '../../shared/failure';
import type { Failure, Particular } from '../../shared/failure';
import { objectOf } from '../../shared/values';
import { payloadAgain } from '../gateway';
import type { HoldsPage } from '../layers';
import { PROXY_LOGIN } from '../noAnswer';
import { meaningOf } from '../runStatus';
import type { Transport } from '../transport';
import { BALANCE, inspectionOf } from './catalog';
import { askPatiently, PATIENCE } from './freeRoute';
import type { FreeRequest, Nothing, Where } from './freeRoute';
import { oneRun, pageOfRuns, safeRunId } from './runList';
import { ungrouped } from './sameInput';

export class NotTold extends Error {
	constructor(readonly failure: Failure) {
		super(failure.code);
	}
}

function failureOfNothing({ none, status, retryAfter }: Nothing, missing: Particular): Failure {
	const httpStatus = status ?? null;
	switch (none) {
		case 'stopped':
			return failureOf('STOPPED');
		case 'busy':
			return failureOf('RATE_LIMITED', { httpStatus, retryAfter, particular: 'freeBusy' });
		case 'failed': {
			if (status === 407) return failureOf('UNREACHABLE', { httpStatus, ...PROXY_LOGIN });
			return failureOf('UNREACHABLE', { httpStatus, particular: 'freeSilent' });
		}
		case 'refused':
			return failureOf(status === 401 ? 'KEY_REFUSED' : 'ACCESS_DENIED', { httpStatus });
	}
	return failureOf('NOT_FOUND', { httpStatus, particular: missing });
}

const MOST_PAGES = 100;

const isOneOf = ({ provider, endpoint, isCompleted }: WantedRuns, run: ListedRun) =>
	(provider ?? run.provider) === run.provider &&
	(endpoint ?? run.endpoint) === run.endpoint &&
	(!isCompleted || meaningOf(run.status)?.phase === 'completed');

export interface OpenGateway<Deployment extends Where> {
	deployment: Deployment;
	send: Transport;
	close(): void;
}

/**
 * Tells look-ups what the gateway tells for free, or throws NotTold. It is opened when it is first needed.
 * @param open throws where the credential names no gateway
 */
export function informantOf<Deployment extends Where>(
	open: () => Promise<OpenGateway<Deployment>>,
	isForModel: boolean,
) {
	let opened: ReturnType<typeof open> | undefined;
	let down: NotTold | undefined;
	const inspections = new Map<string, Promise<InspectedEndpoint>>();

	async function askFor<T>(request: FreeRequest<T>, missing: Particular) {
		opened ??= open();
		const { deployment, send } = await opened;
		if (down) throw down;
		const answer = await askPatiently(send, deployment, request, PATIENCE);
		if ('found' in answer) return answer;
		const notTold = new NotTold(failureOfNothing(answer, missing));
		// Every further question would wait as long, or be refused.
		if (['failed', 'stopped', 'refused'].includes(answer.none)) down = notTold;
		return { notTold };
	}

	async function ask<T>(request: FreeRequest<T>, missing: Particular): Promise<T> {
		const answer = await askFor(request, missing);
		if ('found' in answer) return answer.found;
		throw answer.notTold;
	}

	return {
		deployment: async () => (await (opened ??= open())).deployment,
		async inspect(place: { provider: string; endpoint: string }) {
			const name = JSON.stringify([place.provider, place.endpoint]);
			const inspection =
				inspections.get(name) ?? ask(inspectionOf(place, isForModel), 'noDescription');
			inspections.set(name, inspection);
			return await inspection;
		},
		async runs(wanted: WantedRuns) {
			const { limit, newerThan = -Infinity } = wanted;
			const isRecent = ({ createdAt }: ListedRun) =>
				createdAt === null || Date.parse(createdAt) / 1000 >= newerThan;
			const found = new Map<string, ListedRun>();
			const asked = new Set<string | undefined>();
			let cursor: string | undefined;
			while (found.size < limit && asked.size < MOST_PAGES && !asked.has(cursor)) {
				asked.add(cursor);
				const page = await ask(pageOfRuns(cursor), 'noRuns');
				for (const run of page.runs) {
					if (isRecent(run) && isOneOf(wanted, run)) found.set(run.runId, run);
				}
				const last = page.runs.at(-1);
				if (page.cursor === undefined || (last && !isRecent(last))) break;
				cursor = page.cursor;
			}
			return [...found.values()].slice(0, limit);
		},
		async runWith(runId: string) {
			const answer = await askFor(oneRun(runId), 'noRuns');
			if ('notTold' in answer) {
				if (answer.notTold.failure.code === 'NOT_FOUND') return undefined;
				throw answer.notTold;
			}
			const { run, text } = answer.found;
			if (safeRunId(run.runId) !== runId) return undefined;
			return {
				input: ungrouped(objectOf(run.input)) as IDataObject,
				output: run.output,
				payloadFor: ({ holdsPage }: { holdsPage: HoldsPage }) => payloadAgain(text, holdsPage),
			};
		},
		balance: async () => await ask(BALANCE, 'noBalance'),
		close: () => void opened?.then(({ close }) => close()).catch(() => undefined),
	};
}
