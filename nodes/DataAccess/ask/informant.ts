import { pageOfRuns, runWith } from '../gateway/free/accountRuns';
import { balanceOf, inspectionOf } from '../gateway/free/catalog';
import { askPatiently, PATIENCE } from '../gateway/free/freeRoute';
import type { FreeRequest, Nothing } from '../gateway/free/freeRoute';
import { PROXY_LOGIN } from '../gateway/noAnswer';
import type { Transport } from '../gateway/transport';
import { readBought } from '../gateway/gateway';
import type { AccountRun, Informant, WantedRuns } from '../operations/operation';
import { failureOf } from '../shared/failure';
import type { Failure, Particular } from '../shared/failure';
import { loadDeployment } from './deployment';
import type { Credential, Deployment } from './deployment';
import { refusalOf } from './refuse';

/** Why the gateway does not tell something, as an error: its words are those of the failure. */
class Untold extends Error {
	constructor(readonly failure: Failure) {
		super(failure.code);
	}
}

/** What was thrown where a look-up was answered, as a failure. */
export const failureIn = (error: unknown): Failure =>
	error instanceof Untold ? error.failure : refusalOf(error);

/** Pages of the list of runs that are read at most: 10,000 runs. */
const MOST_PAGES = 100;

/** Whether a run is wanted, but for its time. */
const isWanted = (run: AccountRun, wanted: WantedRuns) =>
	(['provider', 'endpoint', 'status'] as const).every(
		(name) => wanted[name] === undefined || run[name] === wanted[name],
	);

function failureOfNothing({ none, status, retryAfter }: Nothing, missing: Particular): Failure {
	const httpStatus = status ?? null;
	switch (none) {
		case 'stopped':
			return failureOf('STOPPED');
		case 'busy':
			return failureOf('RATE_LIMITED', { httpStatus, retryAfter, as: 'freeBusy' });
		case 'failed': {
			if (status === 407) return failureOf('UNREACHABLE', { httpStatus, ...PROXY_LOGIN });
			return failureOf('UNREACHABLE', { httpStatus, as: 'freeSilent' });
		}
		case 'refused':
			return failureOf(status === 401 ? 'KEY_REFUSED' : 'ACCESS_DENIED', { httpStatus });
	}
	return failureOf('NOT_FOUND', { httpStatus, as: missing });
}

/** The informant of a run: it loads the credential when it is needed, and asks nothing twice. */
export function informantOf(host: {
	isTool: boolean;
	loadCredential(): Promise<Credential | undefined>;
	transport(credential: Credential): { send: Transport; close(): void };
}): Informant & { close(): void } {
	let opened: ReturnType<typeof open> | undefined;
	let down: Untold | undefined;
	const answers = new Map<string, Promise<unknown>>();

	async function open(): Promise<{ deployment: Deployment; send: Transport; close(): void }> {
		const loaded = await loadDeployment(host.loadCredential);
		if ('failure' in loaded) throw new Untold(loaded.failure);
		return { deployment: loaded.deployment, ...host.transport(loaded.credential) };
	}

	async function askFor<T>(request: FreeRequest<T>, missing: Particular) {
		opened ??= open();
		const { deployment, send } = await opened;
		if (down) throw down;
		const answer = await askPatiently(send, deployment, request);
		if ('found' in answer) return answer;
		const untold = new Untold(failureOfNothing(answer, missing));
		// Every further question would wait as long, or be refused.
		if (['failed', 'stopped', 'refused'].includes(answer.none)) down = untold;
		return { untold };
	}

	async function ask<T>(request: FreeRequest<T>, missing: Particular): Promise<T> {
		const answer = await askFor(request, missing);
		if ('found' in answer) return answer.found;
		throw answer.untold;
	}

	async function runsOf(wanted: WantedRuns): Promise<AccountRun[]> {
		const { limit, newerThan = -Infinity } = wanted;
		const found = new Map<string, AccountRun>();
		const asked = new Set<string | undefined>();
		let cursor: string | undefined;
		while (found.size < limit && asked.size < MOST_PAGES && !asked.has(cursor)) {
			asked.add(cursor);
			const page = await ask(pageOfRuns(cursor, PATIENCE), 'noRuns');
			const isNew = ({ createdAt }: AccountRun) =>
				createdAt === null || Date.parse(createdAt) / 1000 >= newerThan;
			for (const run of page.runs) {
				if (isNew(run) && isWanted(run, wanted)) found.set(run.runId, run);
			}
			const last = page.runs.at(-1);
			if (page.cursor === undefined || (last && !isNew(last))) break;
			cursor = page.cursor;
		}
		return [...found.values()].slice(0, limit);
	}

	async function once<T>(question: string, request: () => Promise<T>): Promise<T> {
		const known = answers.get(question) as Promise<T> | undefined;
		const answer = known ?? request();
		answers.set(question, answer);
		return await answer;
	}

	return {
		deployment: async () => (await (opened ??= open())).deployment,
		inspect: async ({ provider, endpoint }) =>
			await once(JSON.stringify([provider, endpoint]), async () => {
				const request = inspectionOf({ provider, endpoint }, PATIENCE, host.isTool);
				return await ask(request, 'noDescription');
			}),
		runs: runsOf,
		async runWith(runId) {
			const answer = await askFor(runWith(runId, PATIENCE), 'noRuns');
			if ('untold' in answer) {
				if (answer.untold.failure.code === 'NOT_FOUND') return undefined;
				throw answer.untold;
			}
			const { text, input, output } = answer.found;
			return { input, output, payloadFor: ({ holdsPage }) => readBought(text, holdsPage) };
		},
		balance: async () => await ask(balanceOf(PATIENCE), 'noBalance'),
		close: () => void opened?.then(({ close }) => close()).catch(() => undefined),
	};
}
