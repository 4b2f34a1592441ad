import type { Failure } from '../../shared/failure';
import { remembered } from '../../shared/remembered';
import { readText } from '../answer';
import type { AskFree } from '../free/freeRoute';
import { oneRun, pagesOfRuns } from '../free/runList';
import type { PageReader } from '../layers';
import { leadOf } from './clock';
import { candidatesOf, createdAt, reachesBehind, verdictOnRun } from './lostRun';
import type { RunVerdict, SoughtCall } from './lostRun';

/** Pages of the list that a look follows: at ten calls a second, a minute and a half. */
const MOST_PAGES_OF_LOOK = 10;

const MOST_READ = 50;

/** The runs that were read in all looks for one call, each with what it told at last. */
export type Search = Map<string, RunVerdict>;

interface Looking {
	search: Search;
	ask: AskFree;
	/** Tells the gateway's runs from those of others. */
	gatewayUrl: string;
	call: SoughtCall & { query: PageReader };
}

/**
 * Why a look has no answer, beginning with what tells most:
 *
 * | It is     | Since the run (lostRun.ts)        | Since the route (free/freeRoute.ts)          |
 * | `running` | is `running`                      |                                              |
 * | `unclear` | is `unclear`, or has no output    | may answer later                             |
 * | `noRun`   | is `noRun`, taken, or not shown   | lists others                                 |
 * | `notHere` |                                   | is not here, or not for this key             |
 */
export type NothingSeen = 'running' | 'unclear' | 'noRun' | 'notHere';

const whyUnseen = ({ retry }: Failure) => (retry === 'safe' ? 'unclear' : 'notHere');

interface Candidate {
	runId: string;
	/** When it was created, in epoch milliseconds on this machine's clock. */
	begunAt: number;
}

interface Found extends Pick<Candidate, 'begunAt'> {
	text: string;
	answer: ReturnType<typeof readText>;
}

const alreadyRead = remembered<true>('readRuns');

const nameOfRun = (gatewayUrl: string, id: string) => `${gatewayUrl} ${id}`;

/** The answer of this run was read: it is no other call's. */
export function markAsRead(gatewayUrl: string, id: string): void {
	alreadyRead.note(nameOfRun(gatewayUrl, id), true);
}

/** Looks once for the run of a call: by the name that its answer gave, else in the gateway's list. */
export async function lookForRun(looking: Looking): Promise<Found | NothingSeen> {
	const { runId, begunAt } = looking.call;
	// The call itself created it.
	if (runId !== undefined) return await lookAt({ runId, begunAt }, looking);
	const candidates = await candidatesIn(looking);
	if (typeof candidates === 'string') return candidates;
	const seen: NothingSeen[] = [];
	for (const candidate of candidates) {
		const look = await lookAt(candidate, looking);
		if (typeof look === 'object') return look;
		seen.push(look);
	}
	return (['running', 'unclear'] as const).find((look) => seen.includes(look)) ?? 'noRun';
}

/** The runs of the list that may be the call's, the oldest first. */
async function candidatesIn({
	ask,
	call,
	gatewayUrl,
}: Looking): Promise<Candidate[] | NothingSeen> {
	const candidates: Candidate[] = [];
	for await (const list of pagesOfRuns(ask, MOST_PAGES_OF_LOOK)) {
		if ('failure' in list) return whyUnseen(list.failure);
		// By the header alone, which has whole seconds, a run may be left out, but none is taken that is too old.
		const lead = call.lead ?? leadOf(gatewayUrl) ?? list.found.ahead[1];
		for (const run of candidatesOf(call, list.found, lead)) {
			candidates.push({ runId: run.runId, begunAt: createdAt(run) - lead });
		}
		if (reachesBehind(call, list.found)) break;
	}
	return candidates.sort((a, b) => a.begunAt - b.begunAt);
}

async function lookAt(
	{ runId, begunAt }: Candidate,
	{ ask, gatewayUrl, call, search }: Looking,
): Promise<Found | NothingSeen> {
	const isOthers = () => call.runId === undefined && alreadyRead.has(nameOfRun(gatewayUrl, runId));
	const isTooMany = !search.has(runId) && search.size >= MOST_READ;
	if (isTooMany || search.get(runId) === 'noRun' || isOthers()) return 'noRun';
	search.set(runId, 'unclear');
	const shown = await ask(oneRun(runId));
	if ('failure' in shown) {
		// It may not be there yet.
		return shown.failure.code === 'NOT_FOUND' ? 'noRun' : whyUnseen(shown.failure);
	}
	const { run, text } = shown.found;
	const verdict = verdictOnRun(run, call);
	search.set(runId, verdict);
	if (verdict !== 'answer') return verdict;
	const answer = readText(text, call.query);
	// It may be shown with its output later.
	if ('failure' in answer && answer.failure.particular === 'noOutput') return 'unclear';
	// Nothing may be awaited between this and markAsRead, or two searches could take the same run.
	if (isOthers()) return 'noRun';
	markAsRead(gatewayUrl, runId);
	return { text, answer, begunAt };
}
